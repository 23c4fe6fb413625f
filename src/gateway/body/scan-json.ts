import { isPlainAscii } from '../../core/is-plain-ascii.ts'
import { byteText } from '../http/byte-text.ts'
import type { JsonSize } from './kept-json.ts'
import { expectMessage, type KeptMessage } from './kept-messages.ts'
import { findTools, type KeptTools } from './kept-tools.ts'

/** A part of a text: from `start` up to `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** What a look at a JSON text finds, before anything of it is parsed. */
export interface ScannedJson {
  /** What is wrong with its structure, if anything. What is no JSON is left to the parser. */
  readonly problem?: string | undefined
  /** The list that the outermost object has as `tools`. Undefined: there is none, or more than one. */
  readonly tools?: ScannedTools | undefined
  /** The list that it has as `messages`. Undefined also where something else than objects stands in it. */
  readonly messages?: ScannedList | undefined
  /** What stands between the quotes of long strings that are plain ASCII, and mean what they say: files in base64. None is a key. */
  readonly files?: readonly ScannedFile[]
}

export interface ScannedFile extends ByteRange {
  /** How many arrays and objects it stands in. */
  readonly depth: number
}

export interface ScannedTools extends ByteRange, JsonSize {
  /** Where it is known: it was not looked at again. */
  readonly known: KeptTools | undefined
}

export interface ScannedList extends ByteRange {
  readonly items: readonly ScannedMessage[]
}

export interface ScannedMessage extends ByteRange, JsonSize {
  /** As {@link ScannedTools.known}. */
  readonly known: KeptMessage | undefined
}

/** Arrays and objects in one body. Each takes a hundred bytes or so of memory, for two of the body. */
const mostContainers = 1_000_000

/** Longer lists of messages are parsed as a whole. */
const mostItems = 2_000

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const comma = 0x2c
const bracket = 0x5b
const closingBracket = 0x5d
const brace = 0x7b

/**
 * Counts how deep arrays and objects stand in each other, and how many there are; finds what need not be parsed. Bytes and not
 * characters: those of UTF-8 that mean something here are never a part of another character, and they are read several times as fast.
 */
export function scanJson(bytes: Uint8Array, maxDepth: number, findsLists = true): ScannedJson {
  const lists = new ListFinder(bytes)
  const files: ScannedFile[] = []
  let depth = 0
  let containers = 0
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!
    if (byte === quote) {
      const first = index + 1
      index = endOfString(bytes, first)
      if (index - first >= longString) {
        if (isFile(bytes, first, index)) files.push({ start: first, end: index, depth })
      } else if (depth === 1 && findsLists) {
        const known = lists.readKey(first, index)
        if (known === undefined) continue
        if (known.depth + depth > maxDepth) return tooDeep(maxDepth)
        containers += known.containers
        if (containers > mostContainers) return tooMany
        index = lists.end - 1
      }
      continue
    }
    // Braces and brackets differ in one bit, so one comparison finds both.
    const either = byte | 0x20
    if (either === brace) {
      const known = depth === 2 ? lists.expect(index) : undefined
      containers += known?.containers ?? 1
      if (depth + (known?.depth ?? 1) > maxDepth) return tooDeep(maxDepth)
      if (containers > mostContainers) return tooMany
      if (known !== undefined) index += known.bytes.length - 1
      else lists.open(++depth, index, containers)
    } else if (either === 0x7d) {
      depth--
      lists.close(depth, index + 1, containers)
    }
  }
  return lists.result(files)
}

function tooDeep(maxDepth: number): ScannedJson {
  return { problem: `The JSON body is nested deeper than ${maxDepth} levels.` }
}

const tooMany: ScannedJson = { problem: `The JSON body has more than ${mostContainers} arrays and objects.` }

/** Finds the lists of tools and messages, while somebody else reads the text. */
class ListFinder {
  readonly #bytes: Uint8Array
  /** Which list is open. */
  #inside: 'tools' | 'messages' | undefined
  #tools: ScannedTools | undefined
  #messages: ScannedList | undefined
  readonly #items: ScannedMessage[] = []
  /** How often each key was there. */
  readonly #count = { tools: 0, messages: 0 }
  /** Where the list begins that was found last, and where it ends. */
  #start = -1
  end = -1
  /** Of the list of tools, or the message, that is open: where it begins, how deep it goes, and how many arrays and objects stood before. */
  #from = -1
  #deepest = 0
  #before = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Looks at a string of the outermost object. Where it is the key of tools that are known, the list ends at {@link end}. */
  readKey(first: number, behind: number): KeptTools | undefined {
    const key = wordAt(this.#bytes, first, behind)
    const start = key === undefined ? -1 : listAfter(this.#bytes, behind + 1)
    if (key === undefined || start < 0) return undefined
    this.#count[key]++
    this.#start = start
    const known = key === 'tools' ? findTools(this.#bytes, start) : undefined
    if (known === undefined) {
      this.#inside = key
      return undefined
    }
    this.end = start + known.bytes.length
    this.#tools = { start, end: this.end, depth: known.depth, containers: known.containers, known }
    return known
  }

  /** The message that begins here, where it is the one that was to be expected. */
  expect(start: number): KeptMessage | undefined {
    if (this.#inside !== 'messages') return undefined
    const last = this.#items.at(-1)
    // Behind one that is new nothing is to be expected.
    const known = last === undefined || last.known ? expectMessage(this.#bytes, start, last?.known) : undefined
    if (known !== undefined) {
      const { depth, containers } = known
      this.#items.push({ start, end: start + known.bytes.length, depth, containers, known })
    }
    return known
  }

  open(depth: number, index: number, containers: number): void {
    if (this.#inside === undefined) return
    if (depth === (this.#inside === 'tools' ? 2 : 3)) {
      this.#from = index
      this.#deepest = depth
      this.#before = containers - 1
    } else if (depth > this.#deepest) this.#deepest = depth
  }

  close(depth: number, end: number, containers: number): void {
    if (this.#inside === undefined || depth > 2) return
    const [start, known] = [this.#from, undefined]
    const found = { start, end, depth: this.#deepest - depth, containers: containers - this.#before, known }
    if (depth === 2) {
      if (this.#inside === 'messages') this.#items.push(found)
      return
    }
    if (this.#inside === 'tools') this.#tools = found
    else this.#messages = { start: this.#start, end, items: this.#items }
    this.#inside = undefined
  }

  result(files: readonly ScannedFile[]): ScannedJson {
    const tools = this.#count.tools === 1 ? this.#tools : undefined
    return {
      problem: undefined,
      tools,
      messages: this.#count.messages === 1 && this.#isList(this.#messages, files) ? this.#messages : undefined,
      // What stands in the list of tools is its own.
      files: tools === undefined ? files : files.filter((file) => !isInside(file, tools)),
    }
  }

  /** Whether it is a list of objects and of nothing else, without files. */
  #isList(list: ScannedList | undefined, files: readonly ByteRange[]): boolean {
    if (list === undefined || files.some((file) => isInside(file, list))) return false
    const { start, end, items } = list
    if (items.length > mostItems) return false
    let at = start + 1
    for (const item of items) {
      const isFirst = item === items[0]
      if (this.#bytes[item.start] !== brace || !isGap(this.#bytes, at, item.start, !isFirst)) return false
      at = item.end
    }
    return this.#bytes[end - 1] === closingBracket && isGap(this.#bytes, at, end - 1, false)
  }
}

function isInside(range: ByteRange, outer: ByteRange): boolean {
  return range.start >= outer.start && range.end <= outer.end
}

/** Whether there is nothing but white space, and one comma where there should be one. */
function isGap(bytes: Uint8Array, start: number, end: number, hasComma: boolean): boolean {
  let at = skipSpace(bytes, start)
  if (hasComma) {
    if (bytes[at] !== comma) return false
    at = skipSpace(bytes, at + 1)
  }
  return at === end
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

const words = (['tools', 'messages'] as const).map((word) => ({ word, bytes: new TextEncoder().encode(word) }))

function wordAt(bytes: Uint8Array, start: number, end: number): 'tools' | 'messages' | undefined {
  for (const known of words) {
    if (end - start !== known.bytes.length) continue
    if (known.bytes.every((byte, offset) => bytes[start + offset] === byte)) return known.word
  }
  return undefined
}

/** Where the list begins that follows a key. -1: it is no key, or its value is no list. */
function listAfter(bytes: Uint8Array, at: number): number {
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
