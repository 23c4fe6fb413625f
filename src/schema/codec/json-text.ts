import type { Codec } from './codec.ts'

/**
 * A value as JSON text. A string that is no JSON text travels as it is, because models write `hello`, not `"hello"`;
 * one that is JSON text gets quotes, so that `decode` always returns the value that was encoded.
 */
export function jsonTextCodec(inner: Codec | undefined): Codec {
  return {
    encode(value) {
      const plain = inner === undefined ? value : inner.encode(value)
      if (typeof plain === 'string' && !isJsonText(plain)) return plain
      return toText(plain) ?? value
    },
    decode(wire) {
      if (typeof wire !== 'string') return inner === undefined ? wire : inner.decode(wire)
      const parsed = parseJson(wire)
      if (parsed === undefined) return inner === undefined ? wire : inner.decode(wire)
      return inner === undefined ? parsed.value : inner.decode(parsed.value)
    },
  }
}

/** JSON text; undefined for what has none (a BigInt, a function). */
function toText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

function isJsonText(text: string): boolean {
  return parseJson(text) !== undefined
}

function parseJson(text: string): { value: unknown } | undefined {
  // Most prose is told apart without throwing: JSON text starts with one of few characters.
  if (!/^[\s]*[[{"\-0-9tfn]/.test(text)) return undefined
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}
