import type { Rejection } from '../rule/rejection.ts'

/** How many bytes of the text an error shows on each side of the place where the parser stopped. */
const contextBytes = 20

/**
 * The rejection of a text that is no JSON: what was expected, the text around the place, and a caret below it.
 * `from` is where the parser's buffer begins: it shows nothing in front of that. All lengths are in bytes of UTF-8.
 */
export function jsonSyntaxError(problem: string, text: string, from: number, at: number): Rejection {
  const before = takeBytes(text, from, at, -1)
  const after = takeBytes(text, at, text.length, 1)
  // Measured on another Google API (Sheets, 2026-10-04): an error that would cut a character in two is replaced.
  if (before === undefined || after === undefined) return rejection('Request contains an invalid argument.')
  const indent = ' '.repeat(before.bytes)
  return rejection(`Invalid JSON payload received. ${problem}\n${before.text}${after.text}\n${indent}^`)
}

function rejection(message: string): Rejection {
  return { stage: 'parse', rule: 'json-syntax', message }
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

/** How many bytes of UTF-8 a text has from a position on, counted up to `limit`. */
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
