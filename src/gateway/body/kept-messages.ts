import { freezeJson } from '../../core/frozen-json.ts'
import { byteText } from '../http/byte-text.ts'
import type { JsonSize, KeptJson } from './kept-json.ts'

/** A message that was read before. */
export interface KeptMessage extends KeptJson<object> {
  /** The one that came after it, the last time that it came. */
  next: KeptMessage | undefined
  /** Nobody is to hold on to it any more. */
  isForgotten: boolean
}

/**
 * By their JSON: a client sends a whole conversation again for each of its steps. Two maps, and not one in order of use: what is found in
 * the older one moves to the newer one, and the older one is forgotten when that is full. To move each message that is found would cost
 * as much as to find it.
 */
let recent = new Map<string, KeptMessage>()
let older = new Map<string, KeptMessage>()

/** Of the messages in `recent`: characters, and what their arrays and objects take beside them. */
let size = 0

/** As much again may be in `older`. What is made of a message takes several times its own length. */
const largestSize = 2 * 1024 * 1024
const containerSize = 64
const mostMessages = 4_096

/** A longer message is parsed each time. */
const longestMessage = 32 * 1024

/** What the last conversation began with. */
let first: KeptMessage | undefined

/** Arrays and objects that are frozen for one request: that takes ten times as long as to parse them. */
export const mostContainers = 5_000

/** The message that is to be expected in a body, behind another or as the first, if it does stand there. */
export function expectMessage(body: Uint8Array, at: number, before: KeptMessage | undefined): KeptMessage | undefined {
  const expected = before === undefined ? first : before.next
  if (expected === undefined || expected.isForgotten) return undefined
  return byteText().hasAt(body, expected.bytes, at) ? expected : undefined
}

/** Learns what came, in order. What is not kept is not expected, and does not make anybody forget what is. */
export function expectAgain(messages: readonly (KeptMessage | undefined)[]): void {
  if (messages[0]?.isForgotten === false) first = messages[0]
  for (let index = 1; index < messages.length; index++) {
    const [before, message] = [messages[index - 1], messages[index]]
    if (before?.isForgotten === false && message?.isForgotten === false) before.next = message
  }
}

/** Fingerprints of messages that came, each in a place of its own or another's: what is pushed out is as if it had not come. */
const fingerprints = new Int32Array(16_384)

/**
 * Whether this message came before, as far as is remembered; from now on it did. To keep one that is never seen again costs more than to
 * parse it.
 */
export function cameBefore(bytes: Uint8Array): boolean {
  let print = bytes.length
  for (let index = 0; index < bytes.length; index++) print = Math.imul(print ^ bytes[index]!, 16_777_619)
  const place = (print ^ (print >>> 16)) & (fingerprints.length - 1)
  const isKnown = fingerprints[place] === print
  fingerprints[place] = print
  return isKnown
}

/** A message that is known by its text. */
export function findMessage(text: string): KeptMessage | undefined {
  const known = recent.get(text)
  if (known !== undefined) return known
  const before = older.get(text)
  if (before !== undefined) keep(text, before)
  return before
}

/** Keeps a message that was read, unless it is long. */
export function keepMessage(text: string, value: object, bytes: Uint8Array, own: JsonSize): KeptMessage | undefined {
  if (text.length > longestMessage) return undefined
  const { depth, containers } = own
  // A copy: a piece of a buffer would hold on to all of it.
  const copy = new Uint8Array(bytes)
  const kept = { bytes: copy, value: freezeJson(value), depth, containers, next: undefined, isForgotten: false }
  keep(text, kept)
  return kept
}

function keep(text: string, message: KeptMessage): void {
  recent.set(text, message)
  size += text.length + containerSize * countContainers(message.bytes)
  if (size <= largestSize && recent.size <= mostMessages) return
  for (const [other, forgotten] of older) {
    if (recent.get(other) === forgotten) continue
    forgotten.isForgotten = true
    forgotten.next = undefined
  }
  if (first?.isForgotten) first = undefined
  older = recent
  recent = new Map()
  size = 0
}

/** The most arrays and objects that can be in a message when the JSON in its strings is read too: arguments and results are such. */
export function countContainers(bytes: Uint8Array): number {
  let count = 0
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!
    // Braces, brackets, and whatever is written as `\u007b`.
    if ((byte | 0x20) === 0x7b || (byte === 0x5c && bytes[index + 1] === 0x75)) count++
  }
  return count
}
