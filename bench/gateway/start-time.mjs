import { memoryOf, stop } from './processes.mjs'
import { median } from './statistics.mjs'

const rounds = 9

/** Milliseconds from the start of the process to its first answer of a chat, in fresh processes that take turns. */
export async function measureStart(bench) {
  const times = Object.fromEntries(bench.names.map((name) => [name, []]))
  const memory = Object.fromEntries(bench.names.map((name) => [name, []]))
  // The first round fills the disk's cache.
  for (let round = -1; round < (bench.options.rounds ?? rounds); round++) {
    for (const name of bench.names) {
      const { child, pid, startMillis } = await bench.start(name)
      if (round >= 0) {
        times[name].push(startMillis)
        memory[name].push(memoryOf(pid, 'VmRSS'))
      }
      await stop(child)
    }
  }
  const row = (lists, pick) => Object.fromEntries(bench.names.map((name) => [name, pick(lists[name])]))
  return {
    best: row(times, (list) => Math.min(...list)),
    median: row(times, median),
    'memory by then, MB': row(memory, median),
  }
}
