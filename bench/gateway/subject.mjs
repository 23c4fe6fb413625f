import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = new URL('../../', import.meta.url)
const builder = new URL('scripts/build.mjs', root)
const built = new URL('dist/cli/main.js', root)

/**
 * Takes a copy of the built package, so that a build meanwhile disturbs nothing; builds it first if a source is newer. The copy is below
 * the repository's own packages: the gateway's dependencies are those that it is released with.
 *
 * @param dist another folder, which is taken as it is
 * @returns the file that starts the command line
 */
export function prepareToolfit(dist) {
  if (dist === undefined && (!existsSync(built) || statSync(built).mtimeMs < newestSource())) {
    execFileSync(process.execPath, [fileURLToPath(builder), '--quiet'], { stdio: 'inherit' })
  }
  const folder = fileURLToPath(new URL(`node_modules/.cache/bench-gateway-${process.pid}/`, root))
  mkdirSync(folder, { recursive: true })
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  cpSync(dist === undefined ? fileURLToPath(new URL('dist/', root)) : resolve(dist), `${folder}dist`, {
    recursive: true,
  })
  cpSync(fileURLToPath(new URL('package.json', root)), `${folder}package.json`)
  return `${folder}dist/cli/main.js`
}

function newestSource() {
  const files = readdirSync(new URL('src/', root), { recursive: true }).filter((file) => /(?<!\.test)\.ts$/.test(file))
  const times = files.map((file) => statSync(new URL(`src/${file}`, root)).mtimeMs)
  return Math.max(statSync(builder).mtimeMs, ...times)
}
