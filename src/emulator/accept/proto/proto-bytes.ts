const standard = /^[A-Za-z0-9+/]*(={0,2})$/
const webSafe = /^[A-Za-z0-9_-]*(={0,2})$/
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** How many bits of the last character stand for nothing, by the length modulo 4. */
const unusedBits: Readonly<Record<number, number>> = { 0: 0, 2: 4, 3: 2 }

/**
 * What keeps a text from being the base64 of some bytes, as protobuf decodes it: one of the two alphabets, padded or not.
 * It is decoded strictly: encoding the bytes again has to give the same text, so bits that stand for nothing must be zero.
 * A signature that lost its end was refused for that (`Base64 decoding failed for …`).
 */
export function base64Problem(text: string): 'alphabet' | 'padding' | 'length' | 'bits' | undefined {
  const match = webSafe.exec(text) ?? standard.exec(text)
  if (match === null) return 'alphabet'
  const padding = match[1]?.length ?? 0
  const length = text.length - padding
  const unused = unusedBits[length % 4]
  if (unused === undefined) return 'length'
  if (padding !== 0 && (length + padding) % 4 !== 0) return 'padding'
  if (unused === 0) return padding === 0 ? undefined : 'padding'
  return sextet(text.charAt(length - 1)) % 2 ** unused === 0 ? undefined : 'bits'
}

function sextet(character: string): number {
  const position = alphabet.indexOf(character)
  if (position >= 0) return position
  return character === '+' || character === '-' ? 62 : 63
}
