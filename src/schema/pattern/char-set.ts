/** A set of code points: sorted ranges that do not touch. */
export type CharSet = readonly (readonly [low: number, high: number])[]

const last = 0x10ffff

export const anyChar: CharSet = [[0, last]]

/** The union of ranges in any order. */
export function charSet(ranges: readonly (readonly [number, number])[]): CharSet {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0])
  const merged: [number, number][] = []
  for (const [low, high] of sorted) {
    const top = merged[merged.length - 1]
    if (top !== undefined && low <= top[1] + 1) top[1] = Math.max(top[1], high)
    else merged.push([low, high])
  }
  return merged
}

export function complement(set: CharSet): CharSet {
  const rest: [number, number][] = []
  let next = 0
  for (const [low, high] of set) {
    if (low > next) rest.push([next, low - 1])
    next = high + 1
  }
  if (next <= last) rest.push([next, last])
  return rest
}

export function intersect(left: CharSet, right: CharSet): CharSet {
  const common: [number, number][] = []
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    const low = Math.max(left[i]![0], right[j]![0])
    const high = Math.min(left[i]![1], right[j]![1])
    if (low <= high) common.push([low, high])
    if (left[i]![1] < right[j]![1]) i++
    else j++
  }
  return common
}

export function overlaps(left: CharSet, right: CharSet): boolean {
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (Math.max(left[i]![0], right[j]![0]) <= Math.min(left[i]![1], right[j]![1])) return true
    if (left[i]![1] < right[j]![1]) i++
    else j++
  }
  return false
}

const digit = charSet([[48, 57]])
const word = charSet([[48, 57], [65, 90], [95, 95], [97, 122]]) // biome-ignore format: a table
const space = charSet([[9, 13], [32, 32], [160, 160], [0x1680, 0x1680], [0x2000, 0x200a], [0x2028, 0x2029], [0x202f, 0x202f], [0x205f, 0x205f], [0x3000, 0x3000], [0xfeff, 0xfeff]]) // biome-ignore format: a table
const lineEnd = charSet([[10, 10], [13, 13], [0x2028, 0x2029]]) // biome-ignore format: a table

/** `.`, without the `s` flag. */
export const dot = complement(lineEnd)

/** The set of a class escape: `\d`, `\W` … */
export function classEscape(letter: string): CharSet | undefined {
  const set = { d: digit, w: word, s: space }[letter.toLowerCase()]
  if (set === undefined) return undefined
  return letter === letter.toLowerCase() ? set : complement(set)
}

/** The set of `\p{…}`: exact for ASCII, and all other characters, so that no overlap is missed. */
export function propertyEscape(source: string): CharSet {
  const ranges: [number, number][] = [[128, last]]
  const test = new RegExp(source, 'u')
  for (let code = 0; code < 128; code++) if (test.test(String.fromCharCode(code))) ranges.push([code, code])
  return charSet(ranges)
}
