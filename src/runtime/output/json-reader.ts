import { setOwn } from '../../core/json.ts'
import type { PartialReader } from './output-spec.ts'

/** A list or an object that is not closed yet. */
interface Frame {
  container: unknown[] | Record<string, unknown>
  /** Where the next value goes, or the one that is being written. */
  key: string | number
  /** How many values are in it. */
  size: number
  /** The snapshot for which the container was created: a reader has the older ones, and they must not change. */
  version: number
}

type Mode =
  | 'start'
  | 'preamble'
  | 'value'
  | 'value-or-end'
  | 'key'
  | 'key-or-end'
  | 'colon'
  | 'comma-or-end'
  | 'string'
  | 'escape'
  | 'unicode'
  | 'number'
  | 'literal'
  | 'done'
  | 'broken'

const literals: Readonly<Record<string, { readonly text: string; readonly value: boolean | null }>> = {
  t: { text: 'true', value: true },
  f: { text: 'false', value: false },
  n: { text: 'null', value: null },
}

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

const wholeNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const numberSoFar = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/
/** A double has 17 significant digits: a longer literal than this is not a number that was meant. */
const longestNumber = 400

/** How many values may be copied for each new character: it keeps the total cost linear in the length of the text. */
const copiesPerCharacter = 64

/**
 * Parses JSON incrementally, each character once. Open values are closed where they stand: a string has its text so far, a key without
 * a value is left out, `tr` is true. Text in front of the first brace (a code fence, a word of the model) is skipped;
 * text after the value is ignored. Invalid JSON ends the reading: see {@link isBroken}.
 */
export class JsonReader {
  #mode: Mode = 'start'
  #stack: Frame[] = []
  #root: unknown
  /** The string, number or literal that is being read. */
  #token = ''
  #isKey = false
  #hex = ''
  #version = 0
  #hasChanged = false
  /** Values in all open containers: what a snapshot copies at most. */
  #openValues = 0
  #unseenCharacters = 0

  get isDone(): boolean {
    return this.#mode === 'done'
  }

  get isBroken(): boolean {
    return this.#mode === 'broken'
  }

  /** How many values around the last character are not closed, the innermost included. */
  get openDepth(): number {
    return this.#stack.length + (!this.#isKey && this.#isInToken() ? 1 : 0)
  }

  /** The value as it is now. Open parts of it still change; closed parts do not. */
  get live(): unknown {
    return this.#root
  }

  push(text: string): void {
    this.#unseenCharacters += text.length
    let index = 0
    while (index < text.length && this.#mode !== 'done' && this.#mode !== 'broken') {
      index = this.#mode === 'string' ? this.#readString(text, index) : this.#readCharacter(text, index)
    }
    this.#placeOpenToken()
  }

  /**
   * The value as a snapshot that later text does not change. Parts that did not change since the last snapshot are the same objects.
   * Undefined where nothing changed, or where copying would cost too much for the new text: a later snapshot then has it.
   */
  takeSnapshot(): { readonly value: unknown } | undefined {
    if (!this.#hasChanged || this.#mode === 'broken') return undefined
    if (this.#openValues > this.#unseenCharacters * copiesPerCharacter) return undefined
    this.#hasChanged = false
    this.#unseenCharacters = 0
    this.#version += 1
    return { value: this.#root }
  }

  #readCharacter(text: string, index: number): number {
    const character = text[index]!
    switch (this.#mode) {
      case 'escape':
        this.#readEscape(character)
        return index + 1
      case 'unicode':
        this.#readHex(character)
        return index + 1
      case 'number':
        return this.#readNumber(character, index)
      case 'literal':
        return this.#readLiteral(character, index)
      case 'preamble':
        if (character === '{' || character === '[') this.#openValue(character)
        return index + 1
      default:
        if (!isSpace(character)) this.#readPunctuation(character)
        return index + 1
    }
  }

  #readPunctuation(character: string): void {
    const mode = this.#mode
    if (mode === 'start' || mode === 'value' || mode === 'value-or-end') {
      if (mode === 'value-or-end' && character === ']') this.#close()
      else if (!this.#openValue(character)) this.#mode = mode === 'start' ? 'preamble' : 'broken'
      return
    }
    if (mode === 'colon') {
      this.#mode = character === ':' ? 'value' : 'broken'
      return
    }
    const isList = Array.isArray(this.#stack.at(-1)!.container)
    if (character === '"' && mode !== 'comma-or-end') this.#openString(true)
    else if (character === ',' && mode === 'comma-or-end') this.#mode = isList ? 'value' : 'key'
    else if (character === (isList ? ']' : '}') && mode !== 'key') this.#close()
    else this.#mode = 'broken'
  }

  #openValue(character: string): boolean {
    if (character === '{' || character === '[') {
      const container = character === '[' ? [] : {}
      this.#place(container)
      this.#stack.push({ container, key: 0, size: 0, version: this.#version })
      this.#openValues += 1
      this.#mode = character === '[' ? 'value-or-end' : 'key-or-end'
    } else if (character === '"') {
      this.#openString(false)
    } else if (character === '-' || (character >= '0' && character <= '9')) {
      this.#token = character
      this.#mode = 'number'
    } else if (Object.hasOwn(literals, character)) {
      this.#token = character
      this.#mode = 'literal'
    } else {
      return false
    }
    return true
  }

  #openString(isKey: boolean): void {
    this.#token = ''
    this.#isKey = isKey
    this.#mode = 'string'
  }

  #close(): void {
    const frame = this.#stack.pop()!
    this.#openValues -= frame.size + 1
    this.#endValue()
  }

  /** Continues in the container of a value that ended, or is done. */
  #endValue(): void {
    const frame = this.#stack.at(-1)
    this.#mode = frame === undefined ? 'done' : 'comma-or-end'
    // The end of the whole value is a change by itself.
    if (frame === undefined) this.#hasChanged = true
    else if (typeof frame.key === 'number') frame.key += 1
  }

  #readString(text: string, from: number): number {
    let end = from
    while (end < text.length && text[end] !== '"' && text[end] !== '\\') end += 1
    this.#token += text.slice(from, end)
    if (end === text.length) return end
    if (text[end] === '\\') this.#mode = 'escape'
    else this.#endString()
    return end + 1
  }

  #endString(): void {
    if (this.#isKey) {
      this.#isKey = false
      this.#stack.at(-1)!.key = this.#token
      this.#mode = 'colon'
    } else {
      this.#place(this.#token)
      this.#endValue()
    }
  }

  #readEscape(character: string): void {
    if (character === 'u') {
      this.#hex = ''
      this.#mode = 'unicode'
    } else if (Object.hasOwn(escapes, character)) {
      this.#token += escapes[character]
      this.#mode = 'string'
    } else {
      this.#mode = 'broken'
    }
  }

  #readHex(character: string): void {
    this.#hex += character
    if (!/^[\da-fA-F]+$/.test(this.#hex)) this.#mode = 'broken'
    else if (this.#hex.length === 4) {
      this.#token += String.fromCharCode(Number.parseInt(this.#hex, 16))
      this.#mode = 'string'
    }
  }

  #readNumber(character: string, index: number): number {
    if (/[\d.eE+-]/.test(character)) {
      this.#token += character
      if (this.#token.length > longestNumber) this.#refuseToken()
      return index + 1
    }
    if (!wholeNumber.test(this.#token)) {
      this.#refuseToken()
      return index
    }
    this.#place(Number(this.#token))
    this.#endValue()
    return index
  }

  #readLiteral(character: string, index: number): number {
    const { text, value } = literals[this.#token[0]!]!
    this.#token += character
    if (!text.startsWith(this.#token)) this.#refuseToken()
    else if (this.#token === text) {
      this.#place(value)
      this.#endValue()
    }
    return index + 1
  }

  /** In front of the first brace, the token was part of a word. */
  #refuseToken(): void {
    if (this.#stack.length > 0) {
      this.#mode = 'broken'
    } else {
      this.#mode = 'preamble'
      this.#root = undefined
    }
  }

  #isInToken(): boolean {
    const mode = this.#mode
    return mode === 'string' || mode === 'escape' || mode === 'unicode' || mode === 'number' || mode === 'literal'
  }

  /** Between two deltas, the value shows the token so far. */
  #placeOpenToken(): void {
    if (this.#isKey || !this.#isInToken()) return
    // `t` may be the beginning of a word too, as long as no brace is open.
    if (this.#mode === 'literal') {
      if (this.#stack.length > 0) this.#place(literals[this.#token[0]!]!.value)
    } else if (this.#mode === 'number') {
      const written = numberSoFar.exec(this.#token)
      if (written !== null) this.#place(Number(written[0]))
    } else this.#place(this.#token)
  }

  /** Puts a value into its place, over its earlier state. */
  #place(value: unknown): void {
    const frame = this.#stack.at(-1)
    if (frame === undefined) {
      if (this.#root === value) return
      this.#root = value
    } else {
      const { container, key } = frame
      const isThere = Object.hasOwn(container, key)
      if (isThere && (container as Record<string | number, unknown>)[key] === value) return
      this.#own(this.#stack.length - 1)
      put(frame, value)
      if (!isThere) {
        frame.size += 1
        this.#openValues += 1
      }
    }
    this.#hasChanged = true
  }

  /** Copies a container that is part of a snapshot, and the containers around it. */
  #own(depth: number): void {
    let first = depth
    while (first >= 0 && this.#stack[first]!.version !== this.#version) first -= 1
    for (let index = first + 1; index <= depth; index += 1) {
      const frame = this.#stack[index]!
      frame.container = Array.isArray(frame.container) ? frame.container.slice() : { ...frame.container }
      frame.version = this.#version
      if (index === 0) this.#root = frame.container
      else put(this.#stack[index - 1]!, frame.container)
    }
  }
}

function put({ container, key }: Frame, value: unknown): void {
  if (Array.isArray(container)) container[key as number] = value
  else setOwn(container, key as string, value)
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t' || character === '\uFEFF'
}

/** Reads an answer that is JSON. It is validated when it is complete. */
export function readPartialJson<PARTIAL>(): PartialReader<PARTIAL, never> {
  const reader = new JsonReader()
  let last: unknown
  return {
    push(delta) {
      reader.push(delta)
      const snapshot = reader.takeSnapshot()
      // The end of the value alone does not make it another one.
      if (snapshot === undefined || snapshot.value === last) return undefined
      last = snapshot.value
      return { partial: snapshot.value as PARTIAL }
    },
  }
}
