import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../../', import.meta.url)
const built = new URL('dist/schema/index.js', root)

export const cacheFolder = new URL('node_modules/.cache/', import.meta.url)
export const subjectEntry = new URL('dist/schema/index.js', cacheFolder)
export const rootEntry = new URL('dist/index.js', cacheFolder)

/** Builds the package if a source is newer than it, and takes a copy, so that a build meanwhile disturbs nothing. */
export function prepareSubject() {
  if (!existsSync(built) || statSync(built).mtimeMs < newestSource()) {
    execFileSync(process.execPath, [fileURLToPath(new URL('scripts/build.mjs', root)), '--quiet'], { stdio: 'inherit' })
  }
  const copy = new URL('dist/', cacheFolder)
  mkdirSync(cacheFolder, { recursive: true })
  rmSync(copy, { recursive: true, force: true })
  cpSync(new URL('dist/', root), copy, { recursive: true })
  writeFileSync(new URL('package.json', cacheFolder), '{ "type": "module" }\n')
}

function newestSource() {
  const files = readdirSync(new URL('src/', root), { recursive: true }).filter((file) => /(?<!\.test)\.ts$/.test(file))
  return Math.max(...files.map((file) => statSync(new URL(`src/${file}`, root)).mtimeMs))
}
