import { setOwn } from '../../core/json.ts'
import type { Pause } from '../pause.ts'
import { endOfString, type JsonSpan } from './json-size.ts'

/** A text with more values is parsed in pieces: a hundred thousand different keys take V8 fifty milliseconds and more. */
export const largestPiece = 20_000

const quote = 0x22
const comma = 0x2c

/**
 * Parses a JSON text of any size, as `JSON.parse` does, but in pieces of some thousand values with a pause after each.
 *
 * @param values How many values the text has, as `measureJson` counts them.
 * @throws SyntaxError
 */
export async function parseInPieces(text: string, values: number, pause: Pause): Promise<unknown> {
  if (values <= largestPiece) return JSON.parse(text)
  return parseSpan({ start: 0, end: text.length }, text, pause)
}

/** The value in a part of the text. Recursion is as deep as the text, which the caller has bounded. */
async function parseSpan(span: JsonSpan, text: string, pause: Pause): Promise<unknown> {
  const { start, end } = trim(span, text)
  const isObject = text[start] === '{'
  if ((!isObject && text[start] !== '[') || text[end - 1] !== (isObject ? '}' : ']')) return parseText(text, start, end)
  const object: Record<string, unknown> = {}
  const array: unknown[] = []
  const pieces = cut({ start: start + 1, end: end - 1 }, text)
  for (const piece of pieces) {
    if (pieces.length > 1 && trim(piece, text).start === piece.end)
      throw new SyntaxError('A comma has nothing beside it.')
    if (!piece.isLarge) {
      const inner = text.slice(piece.start, piece.end)
      if (isObject) addAll(parseObject(inner), object)
      else for (const item of JSON.parse(`[${inner}]`)) array.push(item)
    } else if (isObject) {
      const colon = colonAfterKey(piece, text)
      const key: unknown = JSON.parse(text.slice(piece.start, colon))
      if (typeof key !== 'string') throw new SyntaxError('A key is not a string.')
      setOwn(object, key, await parseSpan({ start: colon + 1, end: piece.end }, text, pause))
    } else array.push(await parseSpan(piece, text, pause))
    await pause()
  }
  return isObject ? object : array
}

function parseText(text: string, start: number, end: number): unknown {
  return JSON.parse(text.slice(start, end))
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
function cut({ start, end }: JsonSpan, text: string): Piece[] {
  const pieces: Piece[] = []
  let from = start
  /** Where the current value started, and the values of the piece before it. */
  let valueStart = start
  let before = 0
  let values = 1
  let depth = 0
  const endValue = (at: number) => {
    if (values > largestPiece) {
      if (valueStart > from) pieces.push({ start: from, end: valueStart - 1, isLarge: false })
      pieces.push({ start: valueStart, end: at, isLarge: true })
    } else if (before + values > largestPiece) {
      pieces.push({ start: from, end: valueStart - 1, isLarge: false })
      from = valueStart
      before = values
      return
    } else {
      before += values
      return
    }
    from = at + 1
    before = 0
  }
  for (let index = start; index < end; index++) {
    const unit = text.charCodeAt(index)
    if (unit === quote) {
      index = endOfString(text, index + 1)
      continue
    }
    const bracket = unit | 0x20
    if (unit === comma) {
      if (depth === 0) {
        endValue(index)
        valueStart = index + 1
        values = 1
      } else values++
    } else if (bracket === 0x7b) {
      depth++
      values++
    } else if (bracket === 0x7d) depth--
  }
  endValue(end)
  if (from <= end && (pieces.length === 0 || pieces.at(-1)!.end < end))
    pieces.push({ start: from, end, isLarge: false })
  return pieces
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
