import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../../', import.meta.url)
const builder = new URL('scripts/build.mjs', root)
const built = new URL('dist/index.js', root)

/** A folder for what is copied and written here. What is imported from it finds the packages of this bench. */
export const cacheFolder = new URL('node_modules/.cache/', import.meta.url)
export const subjectEntry = new URL('dist/index.js', cacheFolder)

/** Builds the package if a source is newer than it, and takes a copy, so that a build meanwhile disturbs nothing. */
export function prepareToolfit() {
  if (!existsSync(built) || statSync(built).mtimeMs < newestSource()) {
    execFileSync(process.execPath, [fileURLToPath(builder), '--quiet'], { stdio: 'inherit' })
  }
  const copy = new URL('dist/', cacheFolder)
  mkdirSync(cacheFolder, { recursive: true })
  rmSync(copy, { recursive: true, force: true })
  cpSync(new URL('dist/', root), copy, { recursive: true })
  writeFileSync(new URL('package.json', cacheFolder), '{ "type": "module" }\n')
}

function newestSource() {
  const files = readdirSync(new URL('src/', root), { recursive: true }).filter((file) => /(?<!\.test)\.ts$/.test(file))
  const times = files.map((file) => statSync(new URL(`src/${file}`, root)).mtimeMs)
  return Math.max(statSync(builder).mtimeMs, ...times)
}

export const loadToolfit = () => import(subjectEntry.href)
