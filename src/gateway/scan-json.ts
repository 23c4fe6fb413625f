import { isPlainAscii } from '../core/is-plain-ascii.ts'
import { byteText } from './http/byte-text.ts'

/** A part of a text: from `start` up to `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** What a look at a JSON text finds, before anything of it is parsed. */
export interface ScannedJson {
  /** What is wrong with its structure, if anything. What is no JSON is left to the parser. */
  readonly problem?: string
  /** Where the list stands that the outermost object has as `tools`. Undefined: there is none, or more than one. */
  readonly tools?: ByteRange
  /** What stands between the quotes of long strings that are plain ASCII, and mean what they say: files in base64. None is a key. */
  readonly files?: readonly ByteRange[]
}

/** Arrays and objects in one body. Each takes a hundred bytes or so of memory, for two of the body. */
const mostContainers = 1_000_000

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const bracket = 0x5b

/**
 * Counts how deep arrays and objects stand in each other, and how many there are. Bytes and not characters: those of UTF-8 that mean
 * something here are never a part of another character, and they are read several times as fast.
 */
export function scanJson(bytes: Uint8Array, maxDepth: number): ScannedJson {
  let depth = 0
  let containers = 0
  let [start, end, lists] = [-1, -1, 0]
  const files: ByteRange[] = []
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!
    if (byte === quote) {
      const first = index + 1
      index = endOfString(bytes, first)
      if (depth === 1 && index - first === toolsKey.length && isToolsKey(bytes, first)) {
        const value = valueAfter(bytes, index + 1)
        if (value < 0) continue
        lists++
        start = value
        end = -1
      } else if (index - first >= longString && isFile(bytes, first, index)) files.push({ start: first, end: index })
      continue
    }
    // Braces and brackets differ in one bit, so one comparison finds both.
    const either = byte | 0x20
    if (either === 0x7b) {
      depth++
      containers++
      if (depth > maxDepth) return { problem: `The JSON body is nested deeper than ${maxDepth} levels.` }
      if (containers > mostContainers) {
        return { problem: `The JSON body has more than ${mostContainers} arrays and objects.` }
      }
    } else if (either === 0x7d) {
      depth--
      if (depth === 1 && start >= 0 && end < 0) end = index + 1
    }
  }
  if (lists !== 1 || end <= 0) return { files }
  // What stands in the list is its own.
  return { tools: { start, end }, files: files.filter((file) => file.end < start || file.start >= end) }
}

/** Strings of so many bytes are looked at for what they are. */
const longString = 64 * 1024

function isFile(bytes: Uint8Array, start: number, end: number): boolean {
  const escaped = byteText().indexOf(bytes.subarray(start, end), backslash, 0)
  return escaped < 0 && isPlainAscii(bytes, start, end) && bytes[end] === quote && !isKey(bytes, end + 1)
}

function isKey(bytes: Uint8Array, behind: number): boolean {
  return bytes[skipSpace(bytes, behind)] === colon
}

const toolsKey = new TextEncoder().encode('tools')

function isToolsKey(bytes: Uint8Array, at: number): boolean {
  return toolsKey.every((byte, offset) => bytes[at + offset] === byte)
}

/** Where the list begins that follows a key. -1: it is no key, or its value is no list. */
function valueAfter(bytes: Uint8Array, at: number): number {
  const separator = skipSpace(bytes, at)
  if (bytes[separator] !== colon) return -1
  const value = skipSpace(bytes, separator + 1)
  return bytes[value] === bracket ? value : -1
}

function skipSpace(bytes: Uint8Array, at: number): number {
  let index = at
  while (bytes[index] === 0x20 || bytes[index] === 0x0a || bytes[index] === 0x0d || bytes[index] === 0x09) index++
  return index
}

/** So much of a string is looked at one by one. In longer ones the platform finds the end: a picture takes no time. */
const shortString = 64

/** Where the quote is that ends a string; the end of the text where none does. */
function endOfString(bytes: Uint8Array, start: number): number {
  let index = start
  for (;;) {
    for (const stop = Math.min(index + shortString, bytes.length); index < stop; index++) {
      const byte = bytes[index]!
      if (byte === quote) return index
      if (byte === backslash) index++
    }
    const found = byteText().indexOf(bytes, quote, index)
    if (found < 0) return bytes.length
    if (!isEscaped(bytes, found)) return found
    index = found + 1
  }
}

function isEscaped(bytes: Uint8Array, at: number): boolean {
  let before = at - 1
  while (bytes[before] === backslash) before--
  return (at - before) % 2 === 0
}
