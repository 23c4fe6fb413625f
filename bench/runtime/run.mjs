/**
 * Measures the runtime beside `ai` 5, 6 and 7, and against what was promised.
 *
 *     npm ci && node run.mjs [calls] [streams] [loops] [heap] [import] [bundle] [--json]
 *
 * The same models for all, which give what lies ready; the same tools; each library by its own functions and with models of the version
 * that it speaks itself. Times are processor time, the best of many short rounds in which the libraries take turns. `ratio` is ours to the
 * best of theirs.
 */
import { measureBundles } from './bundle.mjs'
import { measureCalls, measureLoops } from './calls.mjs'
import { measureHeap } from './heap.mjs'
import { measureImport } from './import-time.mjs'
import { libraryNames, loadLibraries } from './libraries.mjs'
import { printReport } from './report.mjs'
import { measureStreams } from './streams.mjs'
import { prepareToolfit } from './subject.mjs'
import { verdicts } from './verdicts.mjs'

const parts = {
  calls: { unit: 'µs', measure: async () => measureCalls(await loadLibraries()) },
  streams: { unit: 'µs', measure: async () => measureStreams(await loadLibraries()) },
  loops: { unit: 'µs', measure: async () => measureLoops(await loadLibraries()) },
  heap: { unit: 'kB', measure: () => measureHeap(libraryNames) },
  import: { unit: 'ms', measure: () => measureImport(libraryNames) },
  bundle: { unit: 'kB', measure: () => measureBundles(libraryNames) },
}

async function main(args) {
  const wanted = args.filter((arg) => !arg.startsWith('--'))
  const unknown = wanted.find((name) => !(name in parts))
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}: ${Object.keys(parts).join(', ')}.`)
  prepareToolfit()
  const results = {}
  for (const [name, { unit, measure }] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    console.error(`${name} …`)
    results[name] = { unit, rows: await measure() }
  }
  const promises = verdicts(results)
  if (args.includes('--json')) console.log(JSON.stringify({ node: process.version, results, promises }, null, 2))
  else printReport(results, promises)
  process.exitCode = promises.every(({ holds }) => holds) ? 0 : 1
}

await main(process.argv.slice(2))
