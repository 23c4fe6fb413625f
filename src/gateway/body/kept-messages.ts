import { freezeJson } from '../../core/frozen-json.ts'
import { byteText } from '../http/byte-text.ts'
import type { JsonSize, KeptJson } from './kept-json.ts'

/** A message that was read before. */
export interface KeptMessage extends KeptJson<object> {
  /** The one that came after it, the last time that it came. */
  next: KeptMessage | undefined
}

/**
 * By their JSON: a client sends a whole conversation again for each of its steps. Two maps, and not one in order of use: what is found in
 * the older one moves to the newer one, and the older one is forgotten when that is full. To move each message that is found would cost
 * as much as to find it.
 */
let recent = new Map<string, KeptMessage>()
let older = new Map<string, KeptMessage>()

/** Characters of the messages in `recent`. */
let size = 0

/** As many again may be in `older`. What is made of a message takes several times its own length. */
const mostCharacters = 2 * 1024 * 1024
const mostMessages = 4_096

/** A longer message is parsed each time. */
const longestMessage = 32 * 1024

/** What the last conversation began with. */
let first: KeptMessage | undefined

/** The message that is to be expected in a body, behind another or as the first, if it does stand there. */
export function expectMessage(body: Uint8Array, at: number, before: KeptMessage | undefined): KeptMessage | undefined {
  const expected = before === undefined ? first : before.next
  return expected !== undefined && byteText().hasAt(body, expected.bytes, at) ? expected : undefined
}

/** Learns what came, in order. What is not kept is not expected, and does not make anybody forget what is. */
export function expectAgain(messages: readonly (KeptMessage | undefined)[]): void {
  first = messages[0] ?? first
  for (let index = 1; index < messages.length; index++) {
    const [before, message] = [messages[index - 1], messages[index]]
    if (before !== undefined && message !== undefined) before.next = message
  }
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
  const kept: KeptMessage = { bytes: bytes.slice(), value: freezeJson(value), depth, containers, next: undefined }
  keep(text, kept)
  return kept
}

function keep(text: string, message: KeptMessage): void {
  recent.set(text, message)
  size += text.length
  if (size <= mostCharacters && recent.size <= mostMessages) return
  // Whoever still expects one of them must not hold on to all that followed it.
  for (const forgotten of older.values()) forgotten.next = undefined
  older = recent
  recent = new Map()
  size = 0
}
