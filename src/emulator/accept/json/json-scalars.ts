import { bytesFrom } from './json-rules.ts'

/** `end` is the position after the closing quote, `at` the one where the parser stopped. */
export type StringResult =
  | { readonly value: string; readonly end: number }
  | { readonly problem: string; readonly at: number }

/** Called where more input could change what comes next. */
type Pause = (at: number) => void

const escapes = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
])
const unclosed = 'Closing quote expected in string.'

/**
 * Reads a string that has a backslash or no end, from its opening quote on. Any character may be escaped, and stands for itself
 * where the escape has no meaning.
 */
export function readEscapedString(text: string, start: number, pause: Pause): StringResult {
  const quote = text.charCodeAt(start)
  let value = ''
  let copied = start + 1
  let at = start + 1
  for (;;) {
    at = nextStop(text, quote, at)
    if (at >= text.length) return cut(unclosed, at, pause)
    if (copied < at) value += text.slice(copied, at)
    if (text.charCodeAt(at) === quote) return { value, end: at + 1 }
    const escaped = text.charAt(at + 1)
    if (escaped === '') return cut(unclosed, at, pause)
    if (escaped === 'u') {
      const unicode = readUnicodeEscape(text, at, pause)
      if ('problem' in unicode) return unicode
      value += unicode.value
      at = unicode.end
    } else {
      value += escapes.get(escaped) ?? escaped
      at += 2
    }
    copied = at
  }
}

const backslash = 0x5c

function nextStop(text: string, quote: number, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote || code === backslash) return at
  }
  return text.length
}

function cut(problem: string, at: number, pause: Pause): StringResult {
  pause(at)
  return { problem, at }
}

/** `\uXXXX`, or two of them for one character. A surrogate without its other half becomes U+FFFD. */
function readUnicodeEscape(text: string, at: number, pause: Pause): StringResult {
  if (bytesFrom(text, at, 6) < 6) return cut('Illegal hex string.', at, pause)
  const code = hexAt(text, at + 2)
  if (code === undefined) return { problem: 'Invalid escape sequence.', at }
  const end = at + 6
  if (code >= 0xdc00 && code <= 0xdfff) return { value: '\ufffd', end }
  if (code < 0xd800 || code > 0xdbff) return { value: String.fromCharCode(code), end }
  if (bytesFrom(text, at, 12) < 12) {
    pause(at)
    return { value: '\ufffd', end }
  }
  if (!text.startsWith('\\u', end)) return { value: '\ufffd', end }
  const low = hexAt(text, end + 2)
  if (low === undefined) return { problem: 'Invalid escape sequence.', at }
  if (low < 0xdc00 || low > 0xdfff) return { value: '\ufffd', end }
  return { value: String.fromCharCode(code, low), end: end + 6 }
}

function hexAt(text: string, at: number): number | undefined {
  const digits = text.slice(at, at + 4)
  return /^[\da-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : undefined
}

/** The characters that the parser collects for a number before it reads them. */
export const numberCharacters = /[-+.\dxeE]*/y

const floating = /[.eE]/
const decimal = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/
const octal = /^(?:0.|-0.)/
const maxUint64 = 2n ** 64n - 1n
const minInt64 = -(2n ** 63n)

/**
 * Reads a number as the C++ parser does. Integers are exact up to 64 bits: one that a double cannot hold is a bigint. Everything
 * else is a double, also forms that JSON does not have: `1.`, `-.5`, `00.5`.
 */
export function readNumber(text: string): { value: number | bigint } | { problem: string } {
  if (!floating.test(text)) {
    if (octal.test(text)) return { problem: 'Octal/hex numbers are not valid JSON values.' }
    const integer = readInteger(text)
    if (integer !== undefined) return { value: integer }
  }
  if (!decimal.test(text)) return { problem: 'Unable to parse number.' }
  const value = Number(text)
  return Number.isFinite(value) ? { value } : { problem: 'Number exceeds the range of double.' }
}

function readInteger(text: string): number | bigint | undefined {
  // 20 digits are enough for 64 bits; converting a long string of digits would take quadratic time.
  if (!/^-?\d{1,20}$/.test(text)) return undefined
  const number = Number(text)
  if (Number.isSafeInteger(number)) return number + 0
  const integer = BigInt(text)
  return integer >= minInt64 && integer <= maxUint64 ? integer : undefined
}
