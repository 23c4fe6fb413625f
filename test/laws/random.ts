/** A small deterministic source of choices, so that a failing run can be replayed from its seed. */
export interface Random {
  /** From 0 to `count - 1`. */
  below(count: number): number
  pick<T>(list: readonly T[]): T
  chance(probability: number): boolean
}

/** Makes a random source of a seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    below: (count) => Math.floor(next() * count),
    pick: (list) => list[Math.floor(next() * list.length)]!,
    chance: (probability) => next() < probability,
  }
}
