import { type Fields, isPlainObject, present, setOwn } from '../../core/json.ts'
import type { ProviderOptions } from '../../core/message.ts'
import type { ProviderMetadata, ReplyJson } from '../model-reply.ts'

/** The thoughts of a model. */
export interface Reasoning {
  readonly text: string
  /** OpenRouter, Vercel, Snowflake and MiniMax send thoughts as a list, with signatures in it, and require it back unchanged. */
  readonly details?: ReplyJson[]
}

/**
 * Decodes thoughts of a message or a delta: `reasoning_content` (DeepSeek and most), `reasoning`, `reasoning_details`, and parts of the
 * content of type `thinking` (Mistral).
 */
export function reasoningOf(fields: Fields): Reasoning | undefined {
  const { reasoning_details: details } = fields
  const plain = [fields['reasoning_content'], fields['reasoning'], thinkingOf(fields['content'])].find(isSaid)
  if (Array.isArray(details) && details.length > 0) {
    const text = details.map((detail) => (isPlainObject(detail) ? textOf(detail) : '')).join('')
    return { text: text === '' ? (plain ?? '') : text, details: details as ReplyJson[] }
  }
  return plain === undefined ? undefined : { text: plain }
}

function isSaid(text: unknown): text is string {
  return typeof text === 'string' && text !== ''
}

/** Mistral's thoughts are a list of texts, those of others a text. */
function thinkingOf(content: unknown): string {
  if (!Array.isArray(content)) return ''
  return content
    .flatMap((part) => (isPlainObject(part) && part['type'] === 'thinking' ? [part['thinking']] : []))
    .flat()
    .map((thought) => (isPlainObject(thought) ? textOf(thought) : isSaid(thought) ? thought : ''))
    .join('')
}

function textOf(detail: Fields): string {
  const text = detail['text'] ?? detail['summary']
  return typeof text === 'string' ? text : ''
}

/**
 * Adds streamed details to a list. Neighbours of one type, index and id are pieces of one thought: their texts are joined, of every other field
 * the last value counts that is not empty. Data is never in pieces, and nothing follows a signature: OpenRouter refuses a list of pieces.
 */
export function addDetails(joined: ReplyJson[], pieces: readonly ReplyJson[]): void {
  for (const piece of pieces) {
    const last = joined.at(-1)
    const isSame = isPlainObject(last) && isPlainObject(piece) && isOneThought(last, piece)
    if (isSame) joined[joined.length - 1] = joinPieces(last, piece) as ReplyJson
    else joined.push(piece)
  }
}

function isOneThought(left: Fields, right: Fields): boolean {
  const isSame = left['type'] === right['type'] && left['index'] === right['index']
  if (!isSame || 'data' in left || 'data' in right) return false
  if (isSaid(left['id']) && isSaid(right['id']) && left['id'] !== right['id']) return false
  return !(isSaid(left['signature']) && textOf(right) !== '')
}

function joinPieces(left: Fields, right: Fields): Record<string, unknown> {
  const joined: Record<string, unknown> = { ...left }
  for (const [key, value] of Object.entries(right)) {
    const known = left[key]
    if ((key === 'text' || key === 'summary') && typeof known === 'string' && typeof value === 'string')
      joined[key] = known + value
    else if (!isEmpty(value) || isEmpty(known)) setOwn(joined, key, value)
  }
  return joined
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** Details as metadata of a thought, with the server that issued them: it is the only one that takes them. */
export function detailMetadata(details: ReplyJson[], optionsKey: string, issuer: string | undefined): ProviderMetadata {
  return { [optionsKey]: present({ reasoningDetails: details, issuer }) }
}

/** The details that go back: those that this server issued. */
export function ownDetails(
  options: ProviderOptions | undefined,
  { optionsKey, issuer, isOwnKey }: DetailOwner,
): ReplyJson[] {
  const own = options?.[optionsKey]
  if (!isPlainObject(own) || !Array.isArray(own['reasoningDetails'])) return []
  const isIssuer = own['issuer'] === issuer || (own['issuer'] === undefined && isOwnKey)
  return isIssuer ? (own['reasoningDetails'] as ReplyJson[]) : []
}

/** The server that a request goes to. */
export interface DetailOwner {
  readonly optionsKey: string
  readonly issuer: string | undefined
  /** Whether details without an issuer (of histories stored by 0.1) under this key can only be its own. */
  readonly isOwnKey: boolean
}
