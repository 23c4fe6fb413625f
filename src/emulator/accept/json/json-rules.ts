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

const encoder = new TextEncoder()

/** What was expected, the text around the place, and a caret below it. All lengths are in bytes of UTF-8. */
function describeProblem({ problem, text, from, at }: SyntaxProblem): string {
  const before = encoder.encode(text.slice(Math.max(from, at - contextBytes), at)).slice(-contextBytes)
  const after = encoder.encode(text.slice(at, at + contextBytes + 1))
  // Measured on another Google API (Sheets, 2026-10-04): an error that would cut a character in two is replaced.
  if (isInsideCharacter(before[0]) || isInsideCharacter(after[contextBytes]))
    return 'Request contains an invalid argument.'
  const shown = [before, after.slice(0, contextBytes)].map((bytes) => new TextDecoder().decode(bytes)).join('')
  return `Invalid JSON payload received. ${problem}\n${shown}\n${' '.repeat(before.length)}^`
}

function isInsideCharacter(byte = 0): boolean {
  return (byte & 0xc0) === 0x80
}

/** The number of bytes of UTF-8 in a text from a position on, counted up to `limit`. */
export function bytesFrom(text: string, position: number, limit: number): number {
  return Math.min(limit, encoder.encode(text.slice(position, position + limit)).length)
}
