import { bytesFrom } from './json-syntax-error.ts'

/** `end` is behind the closing quote, `at` where the parser stopped. */
export type StringResult =
  | { readonly value: string; readonly end: number }
  | { readonly problem: string; readonly at: number }

/** Told where more input could have changed what comes next. */
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
 * Reads a string with a backslash in it, or without an end, from its opening quote on.
 * Any character may be escaped, and stands for itself where the escape has no meaning.
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
