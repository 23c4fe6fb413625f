/** The middle one: on a busy machine a few rounds are always far off, and a mean would carry them. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1]
}

/** Milliseconds for `act` on each of `items`, which are made beforehand. */
export function timed(act, items) {
  const start = performance.now()
  for (const item of items) act(item)
  return performance.now() - start
}

/**
 * Runs every side once per round, in turns that start with another side each time, so that what disturbs the machine
 * disturbs all alike. The first rounds warm the engine up and are not returned.
 *
 * @param sides functions by name, each returning its milliseconds
 */
export function interleave(sides, { warmUp, rounds }) {
  const names = Object.keys(sides)
  const results = []
  for (let round = 0; round < warmUp + rounds; round++) {
    const result = {}
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length]
      result[name] = sides[name]()
    }
    if (round >= warmUp) results.push(result)
  }
  return results
}

export function succeeds(act) {
  try {
    act()
    return true
  } catch {
    return false
  }
}
