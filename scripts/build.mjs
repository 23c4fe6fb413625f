/**
 * Bundles every public entry of package.json (`exports` and `bin`) into dist/, with shared chunks, so
 * that each module exists once however many doors are opened, and an import costs a few files, not a
 * hundred. `--quiet` prints nothing. Declarations are tsc's business: see the `build` script.
 */
import { readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const manifest = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))

/** `./dist/schema/index.js` -> `{ in: 'src/schema/index.ts', out: 'schema/index' }`, for every door. */
function entryPoints({ exports = {}, bin = {} }) {
  const targets = [...Object.values(exports).map((door) => door.default ?? door), ...Object.values(bin)]
  return targets
    .map((target) => /^(?:\.\/)?dist\/(.+)\.js$/.exec(target)?.[1])
    .filter((name) => name !== undefined)
    .map((name) => ({ in: `src/${name}.ts`, out: name }))
}

rmSync(`${root}/dist`, { recursive: true, force: true })

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: entryPoints(manifest),
  outdir: 'dist',
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[hash]',
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  packages: 'external',
  legalComments: 'none',
  // Less to read and to parse. Names stay, and lines are short enough for a stack trace to point somewhere.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 120,
  metafile: true,
  logLevel: 'warning',
})

if (!process.argv.includes('--quiet')) {
  for (const file of Object.keys(metafile.outputs)) {
    const bytes = readFileSync(`${root}/${file}`)
    console.log(`${file.padEnd(32)} ${bytes.length} B, ${gzipSync(bytes).length} B gzip`)
  }
}
