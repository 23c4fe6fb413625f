import type { Json, JsonObject } from '../../core/json.ts'
import type { ProviderOptions } from '../../core/message.ts'
import type { ModelReply, ReplyContent, ReplyToolCall } from '../model-reply.ts'
import { encodeFinishReason } from './finish-reason.ts'
import { encodeUsage } from './usage.ts'

/** What the answer does not say itself. */
export interface EncodeResponseOptions {
  /** `chatcmpl-…`. */
  readonly id: string
  /** Seconds since 1970. */
  readonly created: number
  readonly modelId: string
}

/**
 * Writes an answer as a chat completion. Thoughts are in `reasoning_content`; signatures where Google puts them.
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
    choices: [
      {
        index: 0,
        message: encodeMessage(reply.content),
        logprobs: null,
        ...encodeFinishReason(reply.finishReason),
      },
    ],
    ...(usage === undefined ? {} : { usage }),
  }
}

function encodeMessage(content: readonly ReplyContent[]): JsonObject {
  const text = join(content, 'text')
  const reasoning = join(content, 'reasoning')
  const calls = content.filter((part) => part.type === 'tool-call' && part.providerExecuted !== true) as ReplyToolCall[]
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    refusal: null,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(encodeCall) }),
    ...encodeTextExtra(textSignature(content)),
  }
}

/** Google signs texts too, the last one of an answer. It has no place of its own: its message has it. */
function textSignature(content: readonly ReplyContent[]): ProviderOptions | undefined {
  const signed = content.findLast(
    (part) => part.type === 'text' && part.providerMetadata?.['google']?.['thoughtSignature'] !== undefined,
  )
  return (signed as Extract<ReplyContent, { type: 'text' }> | undefined)?.providerMetadata
}

function join(content: readonly ReplyContent[], type: 'text' | 'reasoning'): string {
  return content.map((part) => (part.type === type ? (part as { text: string }).text : '')).join('')
}

/** Writes a call as clients get it. */
function encodeCall({ toolCallId, toolName, input, providerMetadata }: ReplyToolCall): JsonObject {
  return {
    id: toolCallId,
    type: 'function',
    function: { name: toolName, arguments: input },
    ...encodeExtraContent(providerMetadata),
  }
}

/** That of a text, with the family of models that takes it: no store knows it of a text, and another family refuses it. */
export function encodeTextExtra(metadata: ProviderOptions | undefined): Readonly<Record<string, Json>> {
  const { thoughtSignature: signature, family } = metadata?.['google'] ?? {}
  if (typeof signature !== 'string') return {}
  const known = typeof family === 'string' ? { family } : {}
  return { extra_content: { google: { thought_signature: signature, ...known } } }
}

/** Where Google's own compatible endpoint puts a thought signature; clients that keep it send it back. */
export function encodeExtraContent(metadata: ProviderOptions | undefined): Readonly<Record<string, Json>> {
  const signature = metadata?.['google']?.['thoughtSignature']
  return typeof signature === 'string' ? { extra_content: { google: { thought_signature: signature } } } : {}
}
