/**
 * Compares JSON Schema validators that need no `eval`, by what Toolfit needs of one.
 *
 *     npm ci && node run.mjs
 *
 * Every measurement runs in a process of its own: some of them never end.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { agreement, hasCorpora, probes, speed } from './probes.mjs'
import { validators } from './validators.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const outdir = `${here}node_modules/.cache`
const toolfitBundle = `${outdir}/toolfit.mjs`
const patience = 20_000

async function bundle(name, outfile) {
  const contents = validators[name].entry ?? `export * from '${name}'`
  const result = await build({
    stdin: { contents, resolveDir: here, loader: 'js' },
    bundle: true,
    format: 'esm',
    minify: true,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['import'],
    write: outfile !== undefined,
    outfile: outfile ?? 'out.js',
    logLevel: 'error',
  })
  return outfile === undefined ? gzipSync(result.outputFiles[0].contents).length : 0
}

/** In the child: one measurement, its result as JSON on the last line. */
async function measure(name, what) {
  const start = performance.now()
  const create = await validators[name].load(toolfitBundle)
  const loaded = performance.now() - start
  const acts = {
    agreement: () => agreement(create, validators[name].drafts),
    speed: () => speed(create),
    import: () => loaded,
  }
  const act = acts[what] ?? (() => probes[what](create))
  try {
    return act()
  } catch (error) {
    return `throws ${error.code ?? error.name}`
  }
}

function ask(name, what) {
  const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), name, what], {
    timeout: patience,
    encoding: 'utf8',
  })
  if (child.error?.code === 'ETIMEDOUT') return 'never ends'
  if (child.status !== 0) return 'crashes'
  return JSON.parse(child.stdout.trimEnd().split('\n').at(-1))
}

const [name, what] = process.argv.slice(2)
if (name !== undefined) console.log(JSON.stringify(await measure(name, what)))
else await report()

async function report() {
  mkdirSync(outdir, { recursive: true })
  await bundle('toolfit', toolfitBundle)
  if (!hasCorpora) console.log('The corpora are not here: agreement and speed are left out.')
  const rows = {}
  for (const name of Object.keys(validators)) {
    const row = { 'gzip, kB': ((await bundle(name)) / 1024).toFixed(1), 'import, ms': Math.round(ask(name, 'import')) }
    if (hasCorpora) {
      const counts = ask(name, 'agreement')
      for (const [draft, { agreed, all }] of Object.entries(typeof counts === 'object' ? counts : {})) {
        row[draft] = `${agreed}/${all}`
      }
      const { cold, warm } = ask(name, 'speed')
      Object.assign(row, { 'cold, µs': cold?.toFixed(1), 'warm, µs': warm?.toFixed(2) })
    }
    for (const probe of Object.keys(probes)) row[probe] = String(ask(name, probe))
    rows[name] = row
  }
  const keys = [...new Set(Object.values(rows).flatMap((row) => Object.keys(row)))]
  console.log(`| | ${Object.keys(rows).join(' | ')} |`)
  console.log(`| --- |${' --- |'.repeat(Object.keys(rows).length)}`)
  for (const key of keys.sort((a, b) => order(a) - order(b))) {
    console.log(
      `| ${key} | ${Object.values(rows)
        .map((row) => row[key] ?? '-')
        .join(' | ')} |`,
    )
  }
}

function order(key) {
  return key.startsWith('draft') || key === 'formats' ? 0 : 1
}
