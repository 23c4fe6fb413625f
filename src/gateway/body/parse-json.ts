import { setOwn } from '../../core/json.ts'
import { needsEscapes } from '../../core/write-json.ts'
import { backslashesBefore, endOfString, type JsonSpan, stepInString } from '../../wire/json-size.ts'
import type { Pause } from '../turns.ts'

/** A text with more values is parsed in pieces: a hundred thousand different keys take V8 fifty milliseconds and more. */
export const largestPiece = 20_000

/** So many characters take as long as a value: 2 MB of text are a piece. */
const charactersPerValue = 100

const longestString = largestPiece * charactersPerValue

/** A longer string is not parsed with what is around it: a file in base64 is taken as it is, in a third of the time. */
const longString = 128 * 1024

/** So many characters are searched at once for what is large. */
const longestStep = 256 * 1024

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c

/** Whether a text with so many values is parsed in pieces. */
export function isLargeJson(text: string, values: number): boolean {
  return values + text.length / charactersPerValue > largestPiece
}

/**
 * Parses a JSON text of any size, as `JSON.parse` does, but in pieces of some thousand values or two megabytes, with a pause after each.
 *
 * @param values How many values the text has, as `measureJson` counts them.
 * @returns The value, or for a long text a promise of it.
 * @throws SyntaxError
 */
export function parseInPieces(text: string, values: number, pause: Pause): unknown {
  return isLargeJson(text, values) || text.length >= longString ? parseLong(text, values, pause) : JSON.parse(text)
}

async function parseLong(text: string, values: number, pause: Pause): Promise<unknown> {
  const large = await findLarge(text, pause)
  if (large.size === 0 && !isLargeJson(text, values)) return JSON.parse(text)
  return parseSpan({ start: 0, end: text.length }, { text, large, pause })
}

interface Parsing {
  readonly text: string
  /** Strings, arrays and objects that are too large for one piece: where each starts, and where it ends. */
  readonly large: ReadonlyMap<number, number>
  readonly pause: Pause
}

/** Found in one pass, so that no text is searched once for each level around it. */
async function findLarge(text: string, pause: Pause): Promise<ReadonlyMap<number, number>> {
  const large = new Map<number, number>()
  /** Where the open arrays and objects start, and what was counted by then. */
  const starts: number[] = []
  const counts: number[] = []
  let count = 0
  let stop = longestStep
  for (let index = 0; index < text.length; index++) {
    if (index >= stop) {
      stop = index + longestStep
      await pause()
    }
    const unit = text.charCodeAt(index)
    const bracket = unit | 0x20
    if (unit === quote) {
      let end = stepInString(text, index + 1)
      for (; end < 0; end = stepInString(text, ~end)) {
        if (~end < stop) continue
        stop = ~end + longestStep
        await pause()
      }
      count += (end - index) / charactersPerValue
      if (end - index > longString) large.set(index, end + 1)
      index = end
    } else if (unit === comma) count++
    else if (bracket === 0x7b) {
      starts.push(index)
      counts.push(count++)
    } else if (bracket === 0x7d) {
      const start = starts.pop()
      if (start !== undefined && count - counts.pop()! > largestPiece) large.set(start, index + 1)
    }
  }
  return large
}

/** The value in a part of the text. Recursion is as deep as the text, which the caller has bounded. */
async function parseSpan(span: JsonSpan, parsing: Parsing): Promise<unknown> {
  const { text, pause } = parsing
  const { start, end } = trim(span, text)
  const isObject = text[start] === '{'
  if (text.charCodeAt(start) === quote && text.charCodeAt(end - 1) === quote && end - start > 1) {
    return parseString({ start: start + 1, end: end - 1 }, parsing)
  }
  if ((!isObject && text[start] !== '[') || text[end - 1] !== (isObject ? '}' : ']')) {
    return JSON.parse(text.slice(start, end))
  }
  const object: Record<string, unknown> = {}
  const array: unknown[] = []
  let pieces = 0
  let blanks = 0
  for (const piece of cut({ start: start + 1, end: end - 1 }, parsing)) {
    pieces++
    if (trim(piece, text).start === piece.end) blanks++
    if (!piece.isLarge) {
      const inner = text.slice(piece.start, piece.end)
      if (isObject) addAll(parseObject(inner), object)
      else for (const item of JSON.parse(`[${inner}]`)) array.push(item)
    } else if (isObject) {
      const colon = colonAfterKey(piece, text)
      const key: unknown = JSON.parse(text.slice(piece.start, colon))
      if (typeof key !== 'string') throw new SyntaxError('A key is not a string.')
      setOwn(object, key, await parseSpan({ start: colon + 1, end: piece.end }, parsing))
    } else array.push(await parseSpan(piece, parsing))
    await pause()
  }
  if (pieces > 1 && blanks > 0) throw new SyntaxError('A comma has nothing beside it.')
  return isObject ? object : array
}

/** The inside of a string, in slices. A quote that is not escaped is refused by the parser. */
async function parseString({ start, end }: JsonSpan, { text, pause }: Parsing): Promise<string> {
  let parsed = ''
  for (let from = start; from < end; ) {
    const to = from + longestString >= end ? end : startOfEscape(text, from, from + longestString)
    const slice = text.slice(from, to)
    parsed += needsEscapes(slice) ? JSON.parse(`"${slice}"`) : slice
    from = to
    await pause()
  }
  return parsed
}

/** Before `at`, where an escape such as `\n` or `\u00e9` would be cut there; else `at`. */
function startOfEscape(text: string, from: number, at: number): number {
  for (let start = at - 1; start > at - 6; start--) {
    // The second of two backslashes is an escaped one.
    if (text.charCodeAt(start) !== backslash || backslashesBefore(text, start, from) % 2 === 1) continue
    return start + (text[start + 1] === 'u' ? 6 : 2) > at ? start : at
  }
  return at
}

function parseObject(members: string): Record<string, unknown> {
  return JSON.parse(`{${members}}`)
}

function addAll(from: Readonly<Record<string, unknown>>, to: Record<string, unknown>): void {
  for (const key of Object.keys(from)) setOwn(to, key, from[key])
}

/** Several values, or members, that are parsed at once; or a single one that is too large for that. */
interface Piece extends JsonSpan {
  readonly isLarge: boolean
}

/** Cuts the inside of an array or object at its own commas. */
function* cut({ start, end }: JsonSpan, { text, large }: Parsing): Generator<Piece> {
  let from = start
  /** Where the current value started, what the piece before it counts, and what it counts itself. */
  let valueStart = start
  let before = 0
  let count = 1
  let hasLarge = false
  let depth = 0
  for (let index = start; index <= end; index++) {
    const unit = index === end ? comma : text.charCodeAt(index)
    const bracket = unit | 0x20
    if (unit === quote || bracket === 0x7b) {
      const after = large.get(index)
      if (after !== undefined) {
        hasLarge = true
        index = after - 1
      } else if (unit === quote) {
        const close = endOfString(text, index + 1)
        count += (close - index) / charactersPerValue
        index = close
      } else {
        depth++
        count++
      }
      // What is not closed ends with the array or object.
      if (index >= end) index = end - 1
    } else if (bracket === 0x7d) depth--
    else if (unit === comma && depth > 0 && index < end) count++
    else if (unit === comma) {
      if (hasLarge || before + count > largestPiece) {
        if (valueStart > from) yield { start: from, end: valueStart - 1, isLarge: false }
        from = valueStart
        before = 0
      }
      if (hasLarge) {
        yield { start: valueStart, end: index, isLarge: true }
        from = index + 1
      } else before += count
      valueStart = index + 1
      count = 1
      hasLarge = false
    }
  }
  if (from <= end) yield { start: from, end, isLarge: false }
}

function colonAfterKey({ start, end }: JsonSpan, text: string): number {
  const open = text.indexOf('"', start)
  const colon = open < 0 || open >= end ? -1 : text.indexOf(':', endOfString(text, open + 1))
  if (colon < 0 || colon >= end) throw new SyntaxError('A member has no key.')
  return colon
}

const whitespace: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d])

function trim({ start, end }: JsonSpan, text: string): JsonSpan {
  let [from, to] = [start, end]
  while (from < to && whitespace.has(text.charCodeAt(from))) from++
  while (to > from && whitespace.has(text.charCodeAt(to - 1))) to--
  return { start: from, end: to }
}
