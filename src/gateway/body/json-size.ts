/** How much structure a JSON text has. */
export interface JsonSize {
  /** The largest number of arrays and objects around a value. */
  readonly depth: number
  /** At least the number of values of all kinds: an empty array or object counts twice. */
  readonly values: number
  /** Characters that are not in a string: brackets, numbers, spaces. */
  readonly outside: number
  /** Where the value of the wanted member of the outermost object is. Undefined where it is not there once, and in plain letters. */
  readonly member?: JsonSpan | undefined
}

/** A part of a text, from `start` to before `end`. */
export interface JsonSpan {
  readonly start: number
  readonly end: number
}

const infinity = Number.POSITIVE_INFINITY
const unlimited = { depth: infinity, values: infinity, outside: infinity }

const quote = 0x22
const comma = 0x2c

/**
 * Measures a JSON text without parsing it: `JSON.parse` needs seconds for millions of small values, and recursion over deep ones
 * overflows. A text that is not JSON gets some size; the parser refuses it. On the way it finds the member with the key `wanted`.
 * Beyond `most` it stops.
 *
 * @example
 * ```ts
 * measureJson('{"a":[1,2,3]}') // { depth: 2, values: 5, outside: 10 }
 * ```
 */
export function measureJson(json: string, wanted?: string, most: Partial<Omit<JsonSize, 'member'>> = {}): JsonSize {
  const limits = { ...unlimited, ...most }
  const finder = wanted === undefined ? undefined : createMemberFinder(json, wanted)
  let values = 1
  let deepest = 0
  let depth = 0
  let outside = 0
  for (let index = 0; index < json.length; index++) {
    const unit = json.charCodeAt(index)
    if (unit === quote) {
      const end = endOfString(json, index + 1)
      if (depth === 1) finder?.seeString(index + 1, end)
      index = end
      continue
    }
    if (++outside > limits.outside) break
    // The bit 0x20 is all that tells `[` from `{` and `]` from `}`.
    const bracket = unit | 0x20
    if (unit === comma) {
      if (++values > limits.values) break
      if (depth === 1) finder?.endMember(index)
    } else if (bracket === 0x7b) {
      depth++
      if (depth > deepest) deepest = depth
      if (++values > limits.values || deepest > limits.depth) break
    } else if (bracket === 0x7d) {
      depth--
      if (depth === 0) finder?.endMember(index)
    }
  }
  return { depth: deepest, values, outside, member: finder?.found() }
}

function createMemberFinder(json: string, wanted: string) {
  let start = -1
  let end = -1
  let isSeen = false
  let isUnclear = false
  return {
    /** A key or a value of the outermost object, without its quotes. */
    seeString(from: number, to: number): void {
      const text = json.slice(from, to)
      // Where the key may be there twice, perhaps with escapes, the parser decides which one counts.
      if (text.includes('\\') || (isSeen && text === wanted)) isUnclear = true
      if (text !== wanted) return
      isSeen = true
      if (/^\s{0,9}:/.test(json.slice(to + 1, to + 11))) start = json.indexOf(':', to) + 1
    },
    endMember(at: number): void {
      if (start >= 0 && end < 0) end = at
    },
    found: (): JsonSpan | undefined => (isUnclear || start < 0 || end < 0 ? undefined : { start, end }),
  }
}

/** The index of the quote that ends a string that starts at `start`; the length of the text where none does. */
export function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start)
  while (end >= 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end < 0 ? json.length : end
}

function isEscaped(json: string, at: number): boolean {
  let before = at - 1
  while (json[before] === '\\') before--
  return (at - before) % 2 === 0
}
