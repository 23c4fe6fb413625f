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

/** `import()` stays what it is: another request, when somebody asks for it. */
const leaveOutLazy = {
  name: 'leave-out-lazy',
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ kind, path }) => (kind === 'dynamic-import' ? { path, external: true } : undefined))
  },
}

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

/** Bundles the code twice: with what is imported lazily left out, and with everything in one file. */
async function measure(contents) {
  const [start, all] = await Promise.all([bundle(contents, [leaveOutLazy]), bundle(contents, [])])
  const early = new Set(start.inputs.map(({ file }) => file))
  const files = all.inputs.map((input) => ({ ...input, isLazy: !early.has(input.file) }))
  return { start: start.bytes, all: all.bytes, files }
}

async function bundle(contents, plugins) {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root, sourcefile: 'entry.js', loader: 'js' },
    outfile: 'size.js',
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: ['node:*', 'zod', 'zod/*', '@opentelemetry/*', ...Object.keys(peerDependencies ?? {})],
    plugins,
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'error',
  })
  const inputs = Object.entries(metafile.outputs['size.js'].inputs)
    .map(([file, { bytesInOutput }]) => ({ file, bytes: bytesInOutput }))
    .filter(({ bytes }) => bytes > 0)
    .sort((left, right) => right.bytes - left.bytes)
  return { bytes: gzipSync(outputFiles[0].contents, { level: 9 }).length, inputs }
}
