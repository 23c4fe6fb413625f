/** How much structure a JSON text has. */
export interface JsonSize {
  /** The largest number of arrays and objects around a value. */
  readonly depth: number
  /** At least the number of values of all kinds: an empty array or object counts twice. */
  readonly values: number
}

const quote = 0x22
const comma = 0x2c

/**
 * Measures a JSON text without parsing it: `JSON.parse` needs seconds for millions of small values, and recursion over deep ones
 * overflows. A text that is not JSON gets some size; the parser refuses it.
 *
 * @example
 * ```ts
 * measureJson('{"a":[1,2,3]}') // { depth: 2, values: 5 }
 * ```
 */
export function measureJson(json: string): JsonSize {
  let values = 1
  let deepest = 0
  let depth = 0
  for (let index = 0; index < json.length; index++) {
    const unit = json.charCodeAt(index)
    if (unit === quote) {
      index = endOfString(json, index + 1)
      continue
    }
    // The bit 0x20 is all that tells `[` from `{` and `]` from `}`.
    const bracket = unit | 0x20
    if (unit === comma) values++
    else if (bracket === 0x7b) {
      depth++
      if (depth > deepest) deepest = depth
      values++
    } else if (bracket === 0x7d) depth--
  }
  return { depth: deepest, values }
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
