import { decodeBase64 } from '../../core/bytes.ts'
import { canonicalJson, type JsonObject } from '../../core/json.ts'
import type { Endpoint } from './endpoint.ts'
import type { Part } from './message.ts'
import type { Generation } from './model.ts'

/** What a signature is for: a function call, or a text. */
export type SignedPart = string | { readonly name: string; readonly args?: JsonObject | undefined }

/** Who signs. Another endpoint or generation of models refuses the signature. */
export interface SignatureScope {
  readonly endpoint: Endpoint
  readonly generation: Generation
}

/**
 * - `ours`: made by `sign`, for this part.
 * - `moved`: made by `sign`, for another part.
 * - `bypass`: a documented value that skips the check.
 * - `foreign`: may be one of Google's own signatures, which cannot be checked. A history that was recorded there passes.
 * - `corrupted`: cut, changed, a text, of another provider; or ours, of another endpoint or generation of models.
 */
export type SignatureKind = 'ours' | 'moved' | 'bypass' | 'foreign' | 'corrupted'

/** Values that Google documents for history that it did not sign, and the endpoints that take them. */
const bypasses: readonly { readonly text: string; readonly endpoints: readonly Endpoint[] }[] = [
  { text: 'skip_thought_signature_validator', endpoints: ['ai-studio', 'vertex', 'cloud-code'] },
  { text: 'context_engineering_is_the_way_to_go', endpoints: ['ai-studio'] },
]

/** What the signature of a part is for. */
export function signedPart({ functionCall, text = '' }: Part): SignedPart {
  return functionCall === undefined ? text : { name: functionCall.name ?? '', args: functionCall.args }
}

/**
 * Makes a thought signature, as base64. It depends on the part and the scope only, not on the order of the arguments' keys.
 * It is not secure: it lets the emulator detect signatures that come back changed.
 */
export function sign(part: SignedPart, scope: SignatureScope): string {
  const content = hash(
    typeof part === 'string' ? `text ${part}` : `call ${part.name} ${canonicalJson(part.args ?? {})}`,
  )
  return btoa(binary([...content, ...seal(content, kindOf(part), scope)]))
}

/**
 * Classifies a signature that came back. On a call, it holds for the name and arguments. On a text, it holds for any text: clients
 * join the pieces of a stream and keep the last signature, and Google accepts that.
 */
export function classifySignature(signature: string, part: SignedPart, scope: SignatureScope): SignatureKind {
  if (isBypass(signature, scope.endpoint)) return 'bypass'
  const bytes = decodeBase64(signature)
  if (bytes === undefined) return 'corrupted'
  const content = wordsOf(bytes.slice(0, bytesInHash))
  const kind = kinds.find((one) => bytes === binary([...content, ...seal(content, one, scope)]))
  if (kind === undefined) return isDamaged(signature, bytes) ? 'corrupted' : 'foreign'
  if (kind !== kindOf(part)) return 'moved'
  return kind === 'text' || bytes === decodeBase64(sign(part, scope)) ? 'ours' : 'moved'
}

type Kind = 'text' | 'call'

const kinds: readonly Kind[] = ['text', 'call']

function kindOf(part: SignedPart): Kind {
  return typeof part === 'string' ? 'text' : 'call'
}

/**
 * Ciphertext of Google's is not shorter: a byte for its version, four for the key, twelve for the nonce, sixteen for the tag.
 * So no signature of ours, which has 32 bytes, is taken for it after it was changed or cut.
 */
const bytesInShortest = 33

/**
 * Whether a signature that is not ours has a known defect. Google's forms differ by endpoint and model, and more of them appear
 * than are documented: ciphertext alone (`01 …`), a message with one or many such fields (`0A L 01 …`), messages in messages
 * (`12 L 0A L …`). So a value of an unknown form passes, and only one that shows what happened to it does not: it was cut, is a
 * word in the place of a signature, comes from another provider, or is one of ours for another scope.
 */
function isDamaged(signature: string, bytes: string): boolean {
  if (bytes.length === 2 * bytesInHash) return true
  if (!startsAsMessage(bytes)) return bytes.length < bytesInShortest || isText(signature, bytes)
  const fields = readFields(bytes)
  // The lengths of a message that was cut do not add up.
  return fields === undefined || isOfAnthropic(fields)
}

/** Base64 of bytes has letters of both cases; bytes that are all printable are a text. */
function isText(signature: string, bytes: string): boolean {
  return !/[A-Z]/.test(signature) || !/[a-z]/.test(signature) || /^[ -~\s]*$/.test(bytes)
}

/** A message begins with its first or second field, a number or bytes. Ciphertext begins with its version, 1. */
function startsAsMessage(bytes: string): boolean {
  return [0x08, 0x0a, 0x12].includes(bytes.charCodeAt(0))
}

/** Claude signs with `{ 2: { 1: { 1: version, 3: number, … } } }`: its third field is a number, which no message of Google's has. */
function isOfAnthropic(fields: readonly Field[]): boolean {
  const outer = fields.find(({ number }) => number === 2)?.bytes
  const inner = outer === undefined ? undefined : readFields(outer)?.find(({ number }) => number === 1)?.bytes
  return (
    inner !== undefined && readFields(inner)?.some(({ number, bytes }) => number === 3 && bytes === undefined) === true
  )
}

/** A field of a protobuf message. Only fields of bytes have some. */
interface Field {
  readonly number: number
  readonly bytes?: string
}

/** The fields of a message that holds numbers and bytes; undefined where the bytes are not one. */
function readFields(message: string): Field[] | undefined {
  const fields: Field[] = []
  let index = 0
  const readNumber = (): number | undefined => {
    let value = 0
    for (let shift = 0; shift < 10 && index < message.length; shift++) {
      const byte = message.charCodeAt(index++)
      value += (byte & 127) * 128 ** shift
      if (byte < 128) return value
    }
    return undefined
  }
  while (index < message.length) {
    const tag = readNumber()
    const value = readNumber()
    if (tag === undefined || value === undefined || tag < 8) return undefined
    const number = Math.floor(tag / 8)
    const kind = tag % 8
    if (kind !== 0 && (kind !== 2 || index + value > message.length)) return undefined
    fields.push(kind === 0 ? { number } : { number, bytes: message.slice(index, index + value) })
    if (kind === 2) index += value
  }
  return fields
}

/** The texts are valid URL-safe base64; some clients send the base64 of the text. */
function isBypass(signature: string, endpoint: Endpoint): boolean {
  return bypasses.some(
    ({ text, endpoints }) => endpoints.includes(endpoint) && (signature === text || decodeBase64(signature) === text),
  )
}

/** Binds a hash of content to the kind of part and to the scope. */
function seal(content: readonly number[], kind: Kind, { endpoint, generation }: SignatureScope): number[] {
  return hash(`${kind} ${endpoint} ${generation} ${content.join(' ')}`)
}

const bytesInHash = 16

/** cyrb128, in the public domain: four words of 32 bits that all depend on every character. */
function hash(text: string): number[] {
  let [a, b, c, d] = [1779033703, 3144134277, 1013904242, 2773480762]
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    a = b ^ Math.imul(a ^ unit, 597399067)
    b = c ^ Math.imul(b ^ unit, 2869860233)
    c = d ^ Math.imul(c ^ unit, 951274213)
    d = a ^ Math.imul(d ^ unit, 2716044179)
  }
  a = Math.imul(c ^ (a >>> 18), 597399067)
  b = Math.imul(d ^ (b >>> 22), 2869860233)
  c = Math.imul(a ^ (c >>> 17), 951274213)
  d = Math.imul(b ^ (d >>> 19), 2716044179)
  const all = a ^ b ^ c ^ d
  return [all >>> 0, (b ^ all) >>> 0, (c ^ all) >>> 0, (d ^ all) >>> 0]
}

/** Words of 32 bits as a string of bytes for `btoa`. */
function binary(words: readonly number[]): string {
  return words
    .map((word) => String.fromCharCode(word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255))
    .join('')
}

function wordsOf(bytes: string): number[] {
  const words: number[] = []
  for (let index = 0; index + 4 <= bytes.length; index += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3].map((offset) => bytes.charCodeAt(index + offset))
    words.push(((a << 24) | (b << 16) | (c << 8) | d) >>> 0)
  }
  return words
}
