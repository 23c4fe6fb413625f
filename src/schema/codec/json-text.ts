import { parseJson } from '../../core/json.ts'
import { type Codec, decodeWith, encodeWith } from './codec.ts'

/**
 * Sends a value as JSON text. A string that is not JSON text is sent as it is, because models write `hello`, not `"hello"`; one
 * that is JSON text gets quotes, so that `decode` always returns the encoded value.
 */
export function jsonTextCodec(inner: Codec | undefined): Codec {
  return {
    encode(value) {
      const plain = encodeWith(inner, value)
      if (typeof plain === 'string' && parsed(plain) === undefined) return plain
      return toText(plain) ?? value
    },
    decode(wire) {
      const value = typeof wire === 'string' ? parsed(wire) : undefined
      return decodeWith(inner, value === undefined ? wire : value)
    },
  }
}

/** JSON text; undefined for a value without any (a BigInt, a function). */
function toText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

/** JSON text starts with one of few characters, so that most prose is recognised without a throw. */
function parsed(text: string): unknown {
  return /^[\s]*[[{"\-0-9tfn]/.test(text) ? parseJson(text) : undefined
}
