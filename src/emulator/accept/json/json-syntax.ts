import { parseRejection, type Rejection } from '../rule/rule.ts'
import { JsonMembers, type JsonValue, ReadingStopped } from './json-reader.ts'
import { bytesFrom, type JsonRuleId, jsonSyntax, jsonTooDeep } from './json-rules.ts'
import { numberCharacters, readEscapedString, readNumber } from './json-scalars.ts'

export interface JsonSyntaxResult {
  /** The document, or the error. */
  readonly outcome: { readonly value: JsonValue } | { readonly rejection: Rejection<JsonRuleId> }
  /** What the first of two passes read, where there was a second one. Errors in it come first. */
  readonly firstPass?: JsonValue | undefined
}

/**
 * Reads a text as Google's front end does: the C++ `json_stream_parser.cc`, which also takes single quotes, bare keys, commas
 * after the last value and raw control characters. Objects keep the order of their keys, and keys that come twice.
 */
export function parseJsonText(text: string): JsonSyntaxResult {
  return new JsonTextParser(text).parse()
}

/** Objects and lists. Measured on another Google API (Sheets, 2026-10-06): lists count too. */
const maxDepth = 100

/** Keys that a JavaScript object moves or drops. */
const oddKey = /^(?:\d+|__proto__)$/

const space = /[ \t\n\v\f\r]*/y
const bareKey = /[A-Za-z_$][\w$]*/y

/** An object or a list that is not closed yet. */
interface Frame {
  readonly list: unknown[] | undefined
  object: Record<string, unknown>
  /** Replaces `object` from the first odd key on. */
  members: JsonMembers | undefined
  /** The key of the value that is being read. */
  key: string
}

class JsonTextParser {
  readonly #text: string
  readonly #frames: Frame[] = []
  #at = 0
  /**
   * The C++ parser reads in two passes. The first one stops without an error where more input could change the result. The second
   * one continues there, knows that there is no more input, and shows nothing in front of that place in its errors.
   */
  #pausedAt: number | undefined
  #firstPass: JsonValue | undefined
  /** The next backslash, so that strings without one are found at once. */
  #nextBackslash = -1

  constructor(text: string) {
    this.#text = text
  }

  parse(): JsonSyntaxResult {
    try {
      const value = this.#readDocument()
      this.#skipSpace()
      if (this.#at < this.#text.length) this.#fail('Parsing terminated before end of input.')
      return { outcome: { value }, firstPass: this.#firstPass }
    } catch (error) {
      if (!(error instanceof ReadingStopped)) throw error
      return { outcome: { rejection: error.rejection }, firstPass: this.#firstPass }
    }
  }

  /** Not recursive: it keeps a frame for every open object and list. */
  #readDocument(): JsonValue {
    for (;;) {
      let value = this.#readValue()
      while (value !== opened) {
        const frame = this.#frames.at(-1)
        if (frame === undefined) return value as JsonValue
        addTo(frame, value)
        if (this.#goesOn(frame)) break
        this.#frames.pop()
        value = resultOf(frame)
      }
    }
  }

  /** A scalar, an empty object or list, or `opened`. */
  #readValue(): unknown {
    this.#skipSpace()
    switch (this.#text.charAt(this.#at)) {
      case '"':
      case "'":
        return this.#readString()
      case '{':
        return this.#open('object')
      case '[':
        return this.#open('list')
      case '':
        return this.#failAtToken('Expected a value.')
      default:
        return this.#readWord()
    }
  }

  #readWord(): unknown {
    const text = this.#text
    const first = text.charCodeAt(this.#at)
    if (first === 45 || (first >= 48 && first <= 57)) return this.#readNumber()
    for (const [word, value] of words) {
      if (!text.startsWith(word, this.#at)) continue
      this.#at += word.length
      return value
    }
    if (!this.#isToken()) return this.#failAtToken('Expected a value.')
    // The first four letters of `false` could still become that word.
    if (bytesFrom(text, this.#at, 5) < 5) this.#pause(this.#at)
    return this.#fail('Unexpected token.')
  }

  #open(kind: 'object' | 'list'): unknown {
    this.#at++
    const parent = this.#frames.at(-1)
    if (this.#frames.length >= maxDepth) {
      throw new ReadingStopped(parseRejection(jsonTooDeep, { key: kind === 'list' ? undefined : (parent?.key ?? '') }))
    }
    const frame: Frame = { list: kind === 'list' ? [] : undefined, object: {}, members: undefined, key: '' }
    this.#frames.push(frame)
    if (this.#startEntry(frame)) return opened
    this.#frames.pop()
    return resultOf(frame)
  }

  /** After a value: true where another one follows. */
  #goesOn(frame: Frame): boolean {
    this.#skipSpace()
    const isList = frame.list !== undefined
    const next = this.#text.charAt(this.#at)
    if (next === ',') {
      this.#at++
      return this.#startEntry(frame)
    }
    if (next === (isList ? ']' : '}')) {
      this.#at++
      return false
    }
    const expected = isList ? 'Expected , or ] after array value.' : 'Expected , or } after key:value pair.'
    return this.#failAtToken(expected)
  }

  /** Reads up to the next value of an object or a list; false where it is closed instead, also after a comma. */
  #startEntry(frame: Frame): boolean {
    this.#skipSpace()
    const next = this.#text.charAt(this.#at)
    if (next === (frame.list !== undefined ? ']' : '}')) {
      this.#at++
      return false
    }
    if (frame.list === undefined) {
      frame.key = this.#readKey(next)
      this.#readColon()
    } else if (!this.#isToken()) this.#failAtToken('Expected a value or ] within an array.')
    return true
  }

  #readKey(first: string): string {
    if (first === '"' || first === "'") return this.#readString()
    bareKey.lastIndex = this.#at
    const key = bareKey.exec(this.#text)?.[0]
    if (key === undefined) return this.#failAtToken('Expected an object key or }.')
    // At the end of the text, more of the key could follow.
    if (this.#at + key.length === this.#text.length) this.#pause(this.#at)
    this.#at += key.length
    return words.has(key) ? this.#fail('Expected an object key or }.') : key
  }

  #readColon(): void {
    this.#skipSpace()
    if (this.#text.charAt(this.#at) === ':') this.#at++
    else this.#failAtToken('Expected : between key:value pair.')
  }

  #readString(): string {
    const text = this.#text
    const start = this.#at
    const close = text.indexOf(text.charAt(start), start + 1)
    if (this.#nextBackslash < start) {
      const next = text.indexOf('\\', start)
      this.#nextBackslash = next < 0 ? text.length : next
    }
    if (close >= 0 && close < this.#nextBackslash) {
      this.#at = close + 1
      return text.slice(start + 1, close)
    }
    const result = readEscapedString(text, start, (at) => this.#pause(at))
    if ('value' in result) {
      this.#at = result.end
      return result.value
    }
    this.#at = result.at
    return this.#fail(result.problem)
  }

  #readNumber(): number | bigint {
    numberCharacters.lastIndex = this.#at
    const text = numberCharacters.exec(this.#text)?.[0] ?? ''
    // At the end of the text, more digits could follow.
    if (this.#at + text.length === this.#text.length) this.#pause(this.#at)
    const result = readNumber(text)
    if ('problem' in result) return this.#fail(result.problem)
    this.#at += text.length
    return result.value
  }

  #skipSpace(): void {
    // Most tokens have no space between them.
    if (this.#text.charCodeAt(this.#at) > 32) return
    space.lastIndex = this.#at
    this.#at += space.exec(this.#text)?.[0].length ?? 0
  }

  /** Whether any token at all starts here. */
  #isToken(): boolean {
    return /["'\-\d{}[\]:,A-Za-z_$]/.test(this.#text.charAt(this.#at))
  }

  #pause(at: number): void {
    if (this.#pausedAt !== undefined) return
    this.#pausedAt = at
    this.#firstPass = closeFrames(this.#frames)
  }

  #fail(problem: string): never {
    const place = { text: this.#text, from: this.#pausedAt ?? 0, at: this.#at }
    throw new ReadingStopped(parseRejection(jsonSyntax, { problem, ...place }))
  }

  /** Characters that are not a token could be the start of one: the first pass stops there. */
  #failAtToken(expected: string): never {
    if (this.#isToken()) this.#fail(expected)
    this.#pause(this.#at)
    this.#fail(this.#at < this.#text.length ? expected : `Unexpected end of string. ${expected}`)
  }
}

/** Returned for a value that was opened: its members come next. */
const opened: unique symbol = Symbol('opened')

const words: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
])

function resultOf({ list, members, object }: Frame): object {
  return list ?? members ?? object
}

function addTo(frame: Frame, value: unknown): void {
  const { list, object, key } = frame
  if (list !== undefined) list.push(value)
  else if (frame.members !== undefined) frame.members.entries.push([key, value])
  else if (!Object.hasOwn(object, key) && !oddKey.test(key)) object[key] = value
  else frame.members = new JsonMembers([...Object.entries(object), [key, value]])
}

/** The document as far as it was read; undefined where nothing was. The frames are not changed. */
function closeFrames(frames: readonly Frame[]): JsonValue | undefined {
  return frames.reduceRight<object | undefined>((inner, { list, members, object, key }) => {
    const copy: Frame = {
      list: list?.slice(),
      object: { ...object },
      members: members && new JsonMembers([...members.entries]),
      key,
    }
    if (inner !== undefined) addTo(copy, inner)
    return resultOf(copy)
  }, undefined)
}
