/**
 * What an import costs the user of a bundler: minified, gzipped, our dependency included, optional peers not.
 *
 *   node scripts/measure-size.mjs                       every door of package.json, all of its exports
 *   node scripts/measure-size.mjs generateText tool     these exports of `toolfit`, with the largest files
 *   --json                                              for machines
 *
 * `start` is what is loaded with the import, `all` adds what is imported lazily.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const { exports: doors, peerDependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))

const names = process.argv.slice(2).filter((each) => each !== '--json')
const isJson = process.argv.includes('--json')

if (names.length > 0) {
  // In JavaScript: of TypeScript, a name that is not there would be taken for a type, and weigh nothing.
  const size = await measure(`export { ${names.join(', ')} } from './src/index.ts'`)
  if (isJson) console.log(JSON.stringify(size))
  else {
    console.log(`${inKilobytes(size)}  { ${names.join(', ')} }`)
    for (const { file, bytes, isLazy } of size.files.slice(0, 20))
      console.log(`${String(bytes).padStart(8)} B minified  ${file}${isLazy ? ' (lazy)' : ''}`)
  }
} else {
  const sizes = {}
  for (const [door, { default: target }] of Object.entries(doors)) {
    if (target === undefined) continue
    const source = target.replace('./dist/', './src/').replace(/\.js$/, '.ts')
    sizes[door.replace('.', 'toolfit')] = await measure(`export * from '${source}'`)
  }
  if (isJson) console.log(JSON.stringify(sizes))
  else for (const [door, size] of Object.entries(sizes)) console.log(`${inKilobytes(size)}  ${door}`)
}

function inKilobytes({ start, all }) {
  const show = (bytes) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`
  return `${show(start)} start ${show(all)} all`
}

/** Bundles the code as a user's bundler would, with lazy chunks, and weighs it. */
async function measure(contents) {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root, sourcefile: 'entry.js', loader: 'js' },
    outdir: 'size',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: ['node:*', 'zod', 'zod/*', '@opentelemetry/*', ...Object.keys(peerDependencies ?? {})],
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'error',
  })
  const outputs = Object.entries(metafile.outputs)
  const [entry] = outputs.find(([, { entryPoint }]) => entryPoint === 'entry.js')
  const start = reach(metafile, entry, ['import-statement'])
  const all = reach(metafile, entry, ['import-statement', 'dynamic-import'])
  const gzipped = new Map(
    outputFiles.map(({ contents: bytes }, i) => [outputs[i][0], gzipSync(bytes, { level: 9 }).length]),
  )
  const weigh = (files) => [...files].reduce((sum, file) => sum + gzipped.get(file), 0)
  return { start: weigh(start), all: weigh(all), files: largestInputs(metafile, all, start) }
}

/** The output files that are loaded from one on, by the given kinds of import. */
function reach({ outputs }, from, kinds) {
  const reached = new Set([from])
  // A set goes on to what is added while it is walked.
  for (const file of reached)
    for (const { path, kind, external } of outputs[file].imports)
      if (!external && kinds.includes(kind)) reached.add(path)
  return reached
}

function largestInputs({ outputs }, all, start) {
  return [...all]
    .flatMap((output) =>
      Object.entries(outputs[output].inputs).map(([file, { bytesInOutput }]) => ({
        file,
        bytes: bytesInOutput,
        isLazy: !start.has(output),
      })),
    )
    .filter(({ bytes }) => bytes > 0)
    .sort((left, right) => right.bytes - left.bytes)
}
