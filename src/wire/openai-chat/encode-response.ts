import type { JsonObject } from '../../core/json.ts'
import type { ModelReply } from '../model-reply.ts'
import { encodeChoice } from './encode-choice.ts'
import { encodeUsage } from './usage.ts'

/** Fields of a completion that the answer does not have. */
export interface EncodeResponseOptions {
  /** `chatcmpl-…`. */
  readonly id: string
  /** Seconds since 1970. */
  readonly created: number
  readonly modelId: string
}

/**
 * Writes an answer as a chat completion. Thoughts are in `reasoning_content`, files in `images`, signatures where Google puts them.
 *
 * @example
 * ```ts
 * import { decodeResponse, encodeResponse } from 'toolfit/openai'
 *
 * const message = { role: 'assistant', content: 'Hello.' }
 * const { reply } = decodeResponse(
 *   { choices: [{ index: 0, message, finish_reason: 'stop' }] },
 *   { optionsKey: 'openai', nextId: () => 'call_1' },
 * )
 * const encoded = encodeResponse(reply, { id: 'chatcmpl-1', created: 1_763_200_000, modelId: 'gpt-5.2' })
 * encoded.choices[0].finish_reason // 'stop'
 * ```
 */
export function encodeResponse(reply: ModelReply, { id, created, modelId }: EncodeResponseOptions): JsonObject {
  const usage = encodeUsage(reply.usage)
  return {
    id,
    object: 'chat.completion',
    created,
    model: modelId,
    choices: [encodeChoice(reply)],
    ...(usage === undefined ? {} : { usage }),
  }
}
