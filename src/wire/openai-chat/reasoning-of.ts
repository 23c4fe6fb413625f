import { isPlainObject } from '../../core/json.ts'
import type { ReplyJson } from '../model-reply.ts'

/** The thoughts of a model. */
export interface Reasoning {
  readonly text: string
  /** MiniMax and OpenRouter send thoughts as a list, and require it back unchanged. */
  readonly details?: ReplyJson[]
}

/** Decodes thoughts of a message or a delta: `reasoning_content` (DeepSeek and most), `reasoning`, `reasoning_details`. */
export function reasoningOf(fields: Readonly<Record<string, unknown>>): Reasoning | undefined {
  const details = fields['reasoning_details']
  if (Array.isArray(details) && details.length > 0) {
    const text = details.map((detail) => (isPlainObject(detail) ? textOf(detail) : '')).join('')
    return { text, details: details as ReplyJson[] }
  }
  const text = [fields['reasoning_content'], fields['reasoning']].find(isSaid)
  return text === undefined ? undefined : { text }
}

function isSaid(text: unknown): text is string {
  return typeof text === 'string' && text !== ''
}

function textOf(detail: Record<string, unknown>): string {
  const text = detail['text'] ?? detail['summary']
  return typeof text === 'string' ? text : ''
}

/** Joins streamed details: pieces of one thought have the same type and index. */
export function joinDetails(known: readonly ReplyJson[], pieces: readonly ReplyJson[]): ReplyJson[] {
  const joined = [...known]
  for (const piece of pieces) {
    const last = joined.at(-1)
    const isSame = isPlainObject(last) && isPlainObject(piece) && isOneThought(last, piece)
    if (isSame) joined[joined.length - 1] = joinTexts(last, piece) as ReplyJson
    else joined.push(piece)
  }
  return joined
}

function isOneThought(left: Record<string, unknown>, right: Record<string, unknown>): boolean {
  return left['type'] === right['type'] && left['index'] === right['index'] && typeof right['text'] === 'string'
}

function joinTexts(left: Record<string, unknown>, right: Record<string, unknown>): Record<string, unknown> {
  return { ...left, ...right, text: textOf(left) + textOf(right) }
}
