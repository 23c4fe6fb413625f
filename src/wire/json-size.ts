/** How much structure a JSON text has. */
export interface JsonSize {
  /** The largest number of arrays and objects around a value. */
  readonly depth: number
  /** At least the number of values of all kinds: an empty array or object counts twice. */
  readonly values: number
  /** Characters that are not in a string: brackets, numbers, spaces. */
  readonly outside: number
  /** Of the object that has the most. */
  readonly members: number
  /** Where the value of the wanted member of the outermost object is. Undefined where it is not there once, and in plain letters. */
  readonly member?: JsonSpan | undefined
}

/** A part of a text, from `start` to before `end`. */
export interface JsonSpan {
  readonly start: number
  readonly end: number
}

const infinity = Number.POSITIVE_INFINITY
const unlimited = { depth: infinity, values: infinity, outside: infinity, members: infinity }

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const brace = 0x7b

/** A size at which measuring stops, because a text beyond it is refused. */
export type SizeLimits = Partial<Omit<JsonSize, 'member'>>

/**
 * Measures a JSON text without parsing it: `JSON.parse` needs seconds for millions of small values, and recursion over deep ones
 * overflows. A text that is not JSON gets some size; the parser refuses it. On the way it finds the member with the key `wanted`.
 * Beyond `most` it stops.
 *
 * @example
 * ```ts
 * measureJson('{"a":[1,2,3]}') // { depth: 2, values: 5, outside: 10, members: 1 }
 * ```
 */
export function measureJson(json: string, wanted?: string, most: SizeLimits = {}): JsonSize {
  const meter = new JsonMeter(json, wanted, most)
  meter.advance(json.length)
  return meter.size()
}

/** So many characters are measured at once. */
const longestStep = 256 * 1024

/** As {@link measureJson}, with a pause after each step. A short text is measured at once. */
export function measureInPieces(
  json: string,
  wanted: string | undefined,
  most: SizeLimits,
  pause: () => Promise<void> | undefined,
): JsonSize | Promise<JsonSize> {
  const meter = new JsonMeter(json, wanted, most)
  return meter.advance(longestStep) ? meter.size() : measureOn(meter, pause)
}

async function measureOn(meter: JsonMeter, pause: () => Promise<void> | undefined): Promise<JsonSize> {
  for (let stop = 2 * longestStep; ; stop += longestStep) {
    await pause()
    if (meter.advance(stop)) return meter.size()
  }
}

/** Measures a text from its start up to where it is told to stop. */
class JsonMeter {
  readonly #json: string
  readonly #limits: Required<SizeLimits>
  readonly #finder: MemberFinder | undefined
  /** Where to go on, and where the string starts that this is in; -1 outside of strings. */
  #at = 0
  #stringStart = -1
  #depth = 0
  #deepest = 0
  #values = 1
  #outside = 0
  #members = 0
  /** For each open object the members so far; for each array less than any number. */
  readonly #counts: number[] = []

  constructor(json: string, wanted: string | undefined, most: SizeLimits) {
    this.#json = json
    this.#limits = { ...unlimited, ...most }
    this.#finder = wanted === undefined ? undefined : createMemberFinder(json, wanted)
  }

  /** Whether the text is at its end, or beyond a limit. */
  advance(stop: number): boolean {
    const json = this.#json
    while (this.#at < stop && this.#at < json.length) {
      if (this.#stringStart >= 0) this.#leaveString()
      else this.#readOutside(stop)
    }
    return this.#at >= json.length
  }

  size(): JsonSize {
    const member = this.#finder?.found()
    return {
      depth: this.#deepest,
      values: this.#values,
      outside: this.#outside,
      members: this.#members,
      ...(member === undefined ? {} : { member }),
    }
  }

  /** To its end, to a quote in it, or a step further. */
  #leaveString(): void {
    const end = stepInString(this.#json, this.#at)
    this.#at = end < 0 ? ~end : end + 1
    if (end < 0) return
    if (this.#depth === 1) this.#finder?.seeString(this.#stringStart, end)
    this.#stringStart = -1
  }

  /** To the next string. */
  #readOutside(stop: number): void {
    const json = this.#json
    const last = Math.min(stop, json.length)
    const room = this.#limits.outside - this.#outside
    const first = this.#at
    let index = first
    for (; index < last; index++) {
      const unit = json.charCodeAt(index)
      if (unit === quote) break
      if (index - first >= room || this.#isBeyond(unit, index)) {
        this.#outside += index + 1 - first
        this.#at = json.length
        return
      }
    }
    this.#outside += index - first
    this.#at = index
    if (index === last) return
    this.#stringStart = index + 1
    this.#at = index + 1
  }

  /** Counts a character, and says whether that is too many. */
  #isBeyond(unit: number, index: number): boolean {
    // The bit 0x20 is all that tells `[` from `{` and `]` from `}`.
    const bracket = unit | 0x20
    if (unit === comma) {
      if (this.#depth === 1) this.#finder?.endMember(index)
      return ++this.#values > this.#limits.values || this.#countMember(this.#counts[this.#depth]! + 1)
    }
    if (bracket === 0x7b) {
      this.#depth++
      if (this.#depth > this.#deepest) this.#deepest = this.#depth
      this.#countMember(unit === brace ? 1 : -infinity)
      return ++this.#values > this.#limits.values || this.#deepest > this.#limits.depth
    }
    if (bracket === 0x7d) {
      this.#depth--
      if (this.#depth === 0) this.#finder?.endMember(index)
    }
    return false
  }

  #countMember(count: number): boolean {
    this.#counts[this.#depth] = count
    if (count > this.#members) this.#members = count
    return count > this.#limits.members
  }
}

type MemberFinder = ReturnType<typeof createMemberFinder>

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
  let end = stepInString(json, start)
  while (end < 0) end = stepInString(json, ~end)
  return end
}

/**
 * From a place in a string, at which no escape is cut: where the string ends, as {@link endOfString} says it. Where it goes on behind a
 * quote or for more than a step, a place further on, as `~place`: a number below zero.
 */
export function stepInString(json: string, from: number): number {
  const found = json.indexOf('"', from)
  const end = found < 0 ? json.length : found
  const to = Math.min(end, from + longestStep)
  const isCut = backslashesBefore(json, to, from) % 2 === 1
  if (to < end) return ~(isCut ? to + 1 : to)
  return isCut && found >= 0 ? ~(end + 1) : end
}

/** How many backslashes stand in front of a place, from another one on. */
export function backslashesBefore(json: string, at: number, from: number): number {
  let first = at
  while (first > from && json.charCodeAt(first - 1) === backslash) first--
  return at - first
}
