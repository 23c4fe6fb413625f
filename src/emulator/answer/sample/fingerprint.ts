/** Gives pseudo-random numbers of 32 bits that depend on a seed only. */
export type NumberSource = () => number

/** FNV-1a with a final mix. Not for secrets: it makes ids that look random and stay the same. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Mulberry32, in the public domain. */
export function createNumbers(seed: number): NumberSource {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

/** A word of `length` characters of `alphabet`. */
export function drawWord(next: NumberSource, length: number, alphabet: string): string {
  let word = ''
  for (let index = 0; index < length; index++) word += alphabet[next() % alphabet.length]
  return word
}
