/**
 * Measures Toolfit's schema compiler, built, against the converter of `@ai-sdk/google`, and against its own promises.
 *
 *     npm ci && node run.mjs [cold] [cached] [scaling] [slowest] [tools] [import] [--json]
 *
 * Every part runs in a process of its own, so that none inherits another's heap and optimised code. What compares two
 * sides alternates them and reports the median of the ratios: milliseconds depend on the machine, ratios hardly.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { measureCached } from './cached.mjs'
import { measureCold } from './cold.mjs'
import { corpusNames } from './corpora.mjs'
import { measureImport } from './import-time.mjs'
import { loadPeer } from './peer.mjs'
import { printReport } from './report.mjs'
import { measureScaling, shapeNames } from './scaling.mjs'
import { measureSlowest } from './slowest.mjs'
import { cacheFolder, prepareSubject, rootEntry, subjectEntry } from './subject.mjs'
import { measureTools } from './tools.mjs'

const patience = 10 * 60_000

const parts = {
  cold: () => ask('cold'),
  cached: () => ask('cached'),
  scaling: () => Object.fromEntries(shapeNames.map((shape) => [shape, ask('scaling', shape)])),
  slowest: () => (corpusNames.length > 0 ? ask('slowest') : undefined),
  tools: () => ask('tools'),
  import: () => measureImport(subjectEntry.href, cacheFolder),
}

/** Has one measurement made by a child process; a string says why there is none. */
function ask(part, shape = '') {
  const args = [fileURLToPath(import.meta.url), '--child', part, shape]
  const child = spawnSync(process.execPath, args, { timeout: patience, encoding: 'utf8', maxBuffer: 1e8 })
  if (child.error?.code === 'ETIMEDOUT') return 'does not end'
  if (child.status !== 0) return `fails: ${child.stderr.trim().split('\n').at(-1)}`
  return JSON.parse(child.stdout)
}

async function measure(part, shape) {
  const { compileSchema } = await import(subjectEntry.href)
  const { convert, prepareTools } = await loadPeer()
  if (part === 'tools') return measureTools((await import(rootEntry.href)).compileTools, prepareTools)
  if (part === 'cold') return measureCold(compileSchema, convert)
  if (part === 'cached') return measureCached(compileSchema, convert)
  if (part === 'scaling') return measureScaling(shape, compileSchema, convert)
  return measureSlowest(compileSchema)
}

async function main(args) {
  if (args[0] === '--child') return console.log(JSON.stringify(await measure(args[1], args[2])))
  const wanted = args.filter((arg) => !arg.startsWith('--'))
  prepareSubject()
  const results = { node: process.version, peer: (await loadPeer()).name }
  for (const [name, run] of Object.entries(parts)) {
    if (wanted.length === 0 || wanted.includes(name)) results[name] = run()
  }
  if (args.includes('--json')) console.log(JSON.stringify(results, null, 2))
  else printReport(results)
}

await main(process.argv.slice(2))
