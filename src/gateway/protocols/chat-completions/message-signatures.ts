import { isPlainObject } from '../../../core/json.ts'
import { splitCallId } from '../../../wire/openai-chat/signature-of.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Signatures that a client sent on a message of the assistant, and not on its calls, by the id of the call that each is for:
 * OpenRouter's `reasoning_details`, LiteLLM's `thinking_blocks`, and Envoy's parts of type `thinking`. One that names no call is the
 * step's, and so the first call's: that is where Gemini wants it.
 */
export function messageSignatures(message: Fields, callIds: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  const { reasoning_details: details, thinking_blocks: blocks, content } = message
  if (!Array.isArray(details) && !Array.isArray(blocks) && !Array.isArray(content)) return found
  const [first] = callIds
  for (const { signature, id } of [...detailSignatures(message), ...blockSignatures(message)]) {
    const target = id !== undefined && callIds.includes(id) ? id : first
    if (target !== undefined && !found.has(target) && !isOfAnthropic(signature)) found.set(target, signature)
  }
  return found
}

interface Found {
  readonly signature: string
  /** The call that it says it is for. */
  readonly id?: string
}

/** Formats that OpenRouter names. Blobs of other providers stand in the same field. */
const googleFormat = /^google-/

function detailSignatures({ reasoning_details: details }: Fields): Found[] {
  return objectsIn(details).flatMap((detail): Found[] => {
    const { type, format, data, signature, id } = detail
    const isForeign = typeof format === 'string' && format !== 'unknown' && !googleFormat.test(format)
    const text = type === 'reasoning.encrypted' ? data : signature
    if (isForeign || typeof text !== 'string' || text === '') return []
    return [{ signature: text, ...(typeof id === 'string' ? { id: splitCallId(id).id } : {}) }]
  })
}

function blockSignatures({ thinking_blocks: blocks, content }: Fields): Found[] {
  const parts = objectsIn(content).filter(({ type }) => type === 'thinking')
  return [...objectsIn(blocks), ...parts].flatMap(({ signature, thinking }) =>
    typeof signature === 'string' && signature !== '' && !isOfText(thinking) ? [{ signature }] : [],
  )
}

/** Some versions of LiteLLM write the signed part into the block, as JSON. What a text was signed with is of no use to a call. */
function isOfText(thinking: unknown): boolean {
  if (typeof thinking !== 'string' || !thinking.startsWith('{')) return false
  try {
    const part: unknown = JSON.parse(thinking)
    return isPlainObject(part) && 'text' in part && !('functionCall' in part)
  } catch {
    // A thought that begins with a brace.
    return false
  }
}

function objectsIn(list: unknown): readonly Fields[] {
  return Array.isArray(list) ? list.filter(isPlainObject) : []
}

/**
 * Anthropic's signatures stand in the same blocks, and a history may have come from there; one of them would have Gemini refuse the
 * whole request. Both are a message in a message, as bytes `12 L 0A L …`; what follows is `01` in Google's and a message again in theirs.
 */
function isOfAnthropic(signature: string): boolean {
  const bytes = decode(signature)
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

/** Base64 in either alphabet. Undefined: it is none. */
function decode(text: string): string | undefined {
  const standard = text.replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, '')
  if (!/^[A-Za-z0-9+/]*$/.test(standard) || standard.length % 4 === 1) return undefined
  return atob(standard)
}
