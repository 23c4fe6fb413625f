/**
 * What a stream keeps alive while it runs, and what its result keeps afterwards.
 *
 *     node --expose-gc heap.mjs <library> <deltas>      one measurement, in a process of its own
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { loadLibrary } from './libraries.mjs'
import { streamingModel } from './models.mjs'

const self = fileURLToPath(import.meta.url)
const lengths = [2_000, 20_000]

/** Kilobytes for each library: the most that is alive at one time, and what stays. */
export function measureHeap(names) {
  const rows = {}
  for (const deltas of lengths) {
    const [peak, kept] = [{}, {}]
    for (const name of names) [peak[name], kept[name]] = ask(name, deltas)
    rows[`alive at most, ${deltas} deltas`] = peak
    rows[`kept, ${deltas} deltas`] = kept
  }
  return rows
}

function ask(name, deltas) {
  const args = ['--expose-gc', self, name, String(deltas)]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name}: ${stderr}`)
  return JSON.parse(stdout)
}

async function measure(name, deltas) {
  const { library, version } = await loadLibrary(name)
  const start = (count) => library.streamText({ model: streamingModel(version, count), prompt: 'Tell me a story.' })
  for await (const _ of start(200).textStream);
  const before = alive()
  const result = start(deltas)
  let [count, peak] = [0, 0]
  for await (const _ of result.textStream) {
    if (++count % (deltas / 20) === 0) peak = Math.max(peak, alive() - before)
  }
  const { length } = await result.text
  if (count !== deltas || length === 0) throw new Error('The stream was not read.')
  return [peak, alive() - before]
}

/** Kilobytes that something still holds. */
function alive() {
  globalThis.gc()
  return process.memoryUsage().heapUsed / 1000
}

if (process.argv[1] === self) console.log(JSON.stringify(await measure(process.argv[2], Number(process.argv[3]))))
