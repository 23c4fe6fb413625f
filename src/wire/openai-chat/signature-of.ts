import { decodeBase64 } from '../../core/bytes.ts'
import { asFields, asText, type Fields, isPlainObject, objectsIn, parseJson, present } from '../../core/json.ts'

/**
 * Google's thought signature on a call, from every place where gateways and clients put it: Google's own `extra_content`, by the name of
 * either endpoint, Portkey's `function.thought_signature`, LiteLLM's `provider_specific_fields`, and the ids that LiteLLM and Bifrost create.
 */
export function callSignature(call: Fields): string | undefined {
  const called = asFields(call['function'])
  return (
    extraSignature(call) ??
    ofFields(called) ??
    ofFields(asFields(call['provider_specific_fields'])) ??
    ofFields(asFields(called['provider_specific_fields'])) ??
    splitCallId(call['id']).signature
  )
}

/** The signature in the `extra_content` of a call, or of a message: AI Studio's endpoint writes it as `google`, that of Vertex as `vertex`. */
export function extraSignature(fields: Fields): string | undefined {
  const { google, vertex } = asFields(fields['extra_content'])
  return ofFields(asFields(google)) ?? ofFields(asFields(vertex))
}

/** The family of models that takes the signature of a message, if our gateway added it. */
export function extraFamily(message: Fields): string | undefined {
  return asText(asFields(asFields(message['extra_content'])['google'])['family'])
}

/** Splits an id from a signature that was appended to it: LiteLLM's `__thought__`, Bifrost's `_ts_`. */
export function splitCallId(id: unknown): { readonly id: string; readonly signature?: string } {
  if (typeof id !== 'string') return { id: '' }
  const joined = joinedEnd.exec(id)
  const mark = joined && separator.exec(joined[0])
  if (!joined || !mark) return { id }
  const signature = joined[0].slice(mark.index + mark[0].length)
  return signature.length < shortestSignature ? { id } : { id: id.slice(0, joined.index + mark.index), signature }
}

const separator = /__thought__|_ts_/
const shortestSignature = 40

/** The longest end that may be a separator and a signature. Looking behind keeps it linear: a run is read from its start only. */
const joinedEnd = /(?<![\w+/=-])[\w+/=-]+$/

function ofFields(fields: Fields): string | undefined {
  const signature = fields['thought_signature'] ?? fields['thoughtSignature']
  return typeof signature === 'string' && signature !== '' ? signature : undefined
}

/**
 * Signatures that a client sent on a message of the assistant, and not on its calls, by the id of the call: OpenRouter's
 * `reasoning_details`, LiteLLM's `thinking_blocks`, and Envoy's parts of type `thinking`. One that names no call belongs to the first
 * call, where Gemini expects it.
 */
export function messageSignatures(message: Fields, callIds: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  const { reasoning_details: details, thinking_blocks: blocks, content } = message
  if (!Array.isArray(details) && !Array.isArray(blocks) && !Array.isArray(content)) return found
  const [first] = callIds
  const known = new Set(callIds)
  for (const { signature, id } of [...detailSignatures(message), ...blockSignatures(message)]) {
    const target = id !== undefined && known.has(id) ? id : first
    if (target !== undefined && !found.has(target) && !isOfAnthropic(signature)) found.set(target, signature)
  }
  return found
}

interface Found {
  readonly signature: string
  /** The call that it names. */
  readonly id?: string
}

/** Google's formats, as OpenRouter names them. Data of other providers is in the same field. */
const googleFormat = /^google-/

function detailSignatures({ reasoning_details: details }: Fields): Found[] {
  return objectsIn(details).flatMap((detail): Found[] => {
    const { type, format, data, signature, id } = detail
    const isForeign = typeof format === 'string' && format !== 'unknown' && !googleFormat.test(format)
    const text = type === 'reasoning.encrypted' ? data : signature
    if (isForeign || typeof text !== 'string' || text === '') return []
    return [present({ signature: text, id: typeof id === 'string' ? splitCallId(id).id : undefined })]
  })
}

function blockSignatures({ thinking_blocks: blocks, content }: Fields): Found[] {
  const parts = objectsIn(content).filter(({ type }) => type === 'thinking')
  return [...objectsIn(blocks), ...parts].flatMap(({ signature, thinking }) =>
    typeof signature === 'string' && signature !== '' && !isOfText(thinking) ? [{ signature }] : [],
  )
}

/** Some versions of LiteLLM write the signed part into the block, as JSON. The signature of a text is of no use to a call. */
function isOfText(thinking: unknown): boolean {
  if (typeof thinking !== 'string' || !thinking.startsWith('{')) return false
  const part = parseJson(thinking)
  return isPlainObject(part) && 'text' in part && !('functionCall' in part)
}

/**
 * Anthropic's signatures are in the same blocks of histories that came from there, and Gemini refuses a request with one of them. Both
 * are a message in a message, as bytes `12 L 0A L …`; then Google's has `01`, and Anthropic's another message.
 */
function isOfAnthropic(signature: string): boolean {
  const bytes = decodeBase64(signature)
  const inner = bytes?.startsWith('\x12') ? afterLength(bytes) : undefined
  const data = inner?.startsWith('\x0a') ? afterLength(inner) : undefined
  return data !== undefined && !data.startsWith('\x01')
}

/** What follows a tag and a length of up to four bytes. */
function afterLength(bytes: string): string {
  let index = 1
  while (index < 5 && bytes.charCodeAt(index) >= 128) index++
  return bytes.slice(index + 1)
}
