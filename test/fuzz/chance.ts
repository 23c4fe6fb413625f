/** Numbers that look random and are the same for the same seed. */
export interface Chance {
  /** From 0 to `limit - 1`. */
  below(limit: number): number
  isLucky(probability: number): boolean
  pick<T>(items: readonly T[]): T
}

/** Mulberry32, in the public domain. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    isLucky: (probability) => next() < probability,
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('There is nothing to pick from.')
      return item
    },
  }
}
