// Prints the size and the shape of src/: lines, files, the longest import chain, cycles, large folders, missing tests.
// Usage: node scripts/measure-source.mjs [--json] [top-level folder…]   (a folder limits the lists to its own files)
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const outfile = `${root}node_modules/.cache/measure-source.mjs`
mkdirSync(`${root}node_modules/.cache`, { recursive: true })
// The measures are those of test/architecture, which is TypeScript. The bundle lies as deep as the original, which finds the root from there.
await build({
  stdin: {
    contents: `export * from './measure-source.ts'\nexport { readSourceFiles } from './source-file.ts'`,
    resolveDir: `${root}test/architecture`,
    loader: 'ts',
  },
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  outfile,
})
const { measureSource, readSourceFiles, renderMeasures } = await import(outfile)

const wanted = process.argv.slice(2).filter((argument) => argument !== '--json')
const measures = measureSource(readSourceFiles())
const isWanted = (entry) => wanted.length === 0 || wanted.some((folder) => String(entry).startsWith(folder))
const shown = Object.fromEntries(
  Object.entries(measures).map(([name, value]) => [
    name,
    Array.isArray(value) && name !== 'longestChain' ? value.filter(isWanted) : value,
  ]),
)
console.log(process.argv.includes('--json') ? JSON.stringify(shown, null, 2) : renderMeasures(shown))
