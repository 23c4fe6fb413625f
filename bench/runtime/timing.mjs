/** The middle one: on a busy machine a few rounds are always far off, and a mean would carry them. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1]
}

/**
 * The best microseconds of each side, which take turns. They are those that the process had on its cores, with the collector's
 * threads: what else runs on the machine only adds to a round, and rounds are short enough for some to be left alone.
 *
 * @param sides functions by name, each of which does the thing once
 */
export async function fastest(sides, { warmUp, rounds, roundMicros = 4_000 }) {
  const entries = Object.entries(sides)
  const best = {}
  for (const [name, run] of entries) {
    for (let index = 0; index < warmUp; index++) await run()
    best[name] = await microsOf(run, 5)
  }
  for (let round = 0; round < rounds; round++) {
    // Another one begins each time.
    for (let turn = 0; turn < entries.length; turn++) {
      const [name, run] = entries[(round + turn) % entries.length]
      best[name] = Math.min(best[name], await microsOf(run, Math.ceil(roundMicros / best[name])))
    }
  }
  return best
}

/** Microseconds for one time of so many. */
async function microsOf(run, times) {
  const start = process.cpuUsage()
  for (let index = 0; index < times; index++) await run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / times
}
