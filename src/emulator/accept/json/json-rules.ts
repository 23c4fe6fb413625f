import { parseRule } from '../rule/rule.ts'

/** Where a text stops being JSON. Positions are in characters. */
export interface SyntaxProblem {
  /** What the parser expected. */
  readonly problem: string
  readonly text: string
  /** The start of the parser's buffer: the error shows nothing in front of it. */
  readonly from: number
  readonly at: number
}

const parserSource = 'protobuf, json_stream_parser.cc; measured on another Google API (Sheets, 2026-10)'

export const jsonSyntax = parseRule(
  'json-syntax',
  'The body is JSON by the lenient grammar of Google’s parser.',
  parserSource,
  describeProblem,
)

export const jsonTooDeep = parseRule(
  'json-too-deep',
  'Objects and lists are nested at most 100 levels deep; schemas less.',
  'public live probe of Cloud Code, 2026-09-05; Sheets, 2026-10-06',
  ({ key }: { readonly key: string | undefined }) =>
    `Invalid JSON payload received. Message too deep. Max recursion depth reached ${key === undefined ? 'in array' : `for key '${key}'`}`,
)

/** Every rule of the JSON parser. */
export const jsonRules = [jsonSyntax, jsonTooDeep] as const

export type JsonRuleId = (typeof jsonRules)[number]['id']

/** The bytes of the text that an error shows on each side of the place where the parser stopped. */
const contextBytes = 20

/** What was expected, the text around the place, and a caret below it. All lengths are in bytes of UTF-8. */
function describeProblem({ problem, text, from, at }: SyntaxProblem): string {
  const before = takeBytes(text, from, at, -1)
  const after = takeBytes(text, at, text.length, 1)
  // Measured on another Google API (Sheets, 2026-10-04): an error that would cut a character in two is replaced.
  if (before === undefined || after === undefined) return 'Request contains an invalid argument.'
  const indent = ' '.repeat(before.bytes)
  return `Invalid JSON payload received. ${problem}\n${before.text}${after.text}\n${indent}^`
}

/** Up to 20 bytes from one end of a part of the text; undefined where the limit falls inside a character. */
function takeBytes(text: string, from: number, to: number, direction: 1 | -1) {
  let start = direction === 1 ? from : to
  let end = start
  let bytes = 0
  while (bytes < contextBytes && (direction === 1 ? end < to : start > from)) {
    const position = direction === 1 ? end : characterBefore(text, start, from)
    const code = text.codePointAt(position) ?? 0
    bytes += utf8Length(code)
    if (direction === 1) end += code > 0xffff ? 2 : 1
    else start = position
  }
  return bytes > contextBytes ? undefined : { text: text.slice(start, end), bytes }
}

function characterBefore(text: string, position: number, from: number): number {
  const isPair = position - 2 >= from && (text.codePointAt(position - 2) ?? 0) > 0xffff
  return isPair ? position - 2 : position - 1
}

/** The number of bytes of UTF-8 in a text from a position on, counted up to `limit`. */
export function bytesFrom(text: string, position: number, limit: number): number {
  let bytes = 0
  for (let index = position; index < text.length && bytes < limit; ) {
    const code = text.codePointAt(index) ?? 0
    bytes += utf8Length(code)
    index += code > 0xffff ? 2 : 1
  }
  return bytes
}

function utf8Length(code: number): number {
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
