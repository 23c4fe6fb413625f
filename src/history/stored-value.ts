import { isPlainObject, type Json, ownValue, setOwn } from '../core/json.ts'

/** Keys that say what JSON has no form for. A stored object that has such a key by itself is put below `$plain`. */
const tags = ['$bytes', '$buffer', '$url', '$plain'] as const

/** A message as JSON, from which {@link restoreValue} makes the same again: bytes and URLs become tagged objects. */
export function storeValue(value: unknown): Json {
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? null : storeValue(item)))
  if (value instanceof URL) return { $url: value.href }
  if (value instanceof ArrayBuffer) return { $buffer: toBase64(new Uint8Array(value)) }
  if (ArrayBuffer.isView(value)) {
    return { $bytes: toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) }
  }
  if (!isPlainObject(value)) return value as Json
  const target: Record<string, Json> = {}
  for (const key of Object.keys(value)) {
    if (value[key] !== undefined) setOwn(target, key, storeValue(value[key]))
  }
  return tags.some((tag) => Object.hasOwn(target, tag)) ? { $plain: target } : target
}

export function restoreValue(stored: unknown): unknown {
  if (Array.isArray(stored)) return stored.map(restoreValue)
  if (!isPlainObject(stored)) return stored
  const [bytes, buffer, url, plain] = tags.map((tag) => ownValue(stored, tag))
  if (typeof bytes === 'string') return fromBase64(bytes)
  if (typeof buffer === 'string') return fromBase64(buffer).buffer
  if (typeof url === 'string') return new URL(url)
  const source = isPlainObject(plain) ? plain : stored
  const target: Record<string, unknown> = {}
  for (const key of Object.keys(source)) setOwn(target, key, restoreValue(source[key]))
  return target
}

/** In pieces, because arguments of a call are limited. */
const piece = 0x8000

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let start = 0; start < bytes.length; start += piece) {
    binary += String.fromCharCode(...bytes.subarray(start, start + piece))
  }
  return btoa(binary)
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
