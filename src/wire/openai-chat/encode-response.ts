import {
  type Fields,
  isPlainObject,
  type Json,
  type JsonObject,
  jsonText,
  objectsIn,
  present,
} from '../../core/json.ts'
import type { ProviderOptions } from '../../core/message.ts'
import type { ModelReply, ProviderMetadata, ReplyContent, ReplyToolCall } from '../model-reply.ts'
import { encodeFinishReason, encodeUsage } from './finish.ts'

/** Fields of a completion that the answer does not have. */
export interface EncodeResponseOptions {
  /** `chatcmpl-…`. */
  readonly id: string
  /** Seconds since 1970. */
  readonly created: number
  readonly modelId: string
}

/**
 * Encodes an answer as a chat completion. Thoughts are in `reasoning_content`, files in `images`, signatures where Google puts them.
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
  const choices = [encodeChoice(reply)]
  return present({ id, object: 'chat.completion', created, model: modelId, choices, usage: encodeUsage(reply.usage) })
}

/** How one choice of a completion is encoded. */
export interface ChoiceOptions {
  /** Default 0. */
  readonly index?: number | undefined
  /** Whether to include log probabilities, where the model sent them. */
  readonly logprobs?: boolean | undefined
  /** For clients of the API of 2023: one call, as `function_call`. */
  readonly isLegacy?: boolean | undefined
}

/** Encodes an answer as a choice of a chat completion. */
export function encodeChoice(
  { content, finishReason, providerMetadata }: Pick<ModelReply, 'content' | 'finishReason' | 'providerMetadata'>,
  { index = 0, logprobs = false, isLegacy = false }: ChoiceOptions = {},
): JsonObject {
  return {
    index,
    message: encodeMessage(content, isLegacy),
    logprobs: logprobs ? encodeLogprobs(providerMetadata) : null,
    ...encodeReason(finishReason, isLegacy),
  }
}

export function encodeReason(reason: ModelReply['finishReason'], isLegacy: boolean): JsonObject {
  const encoded = encodeFinishReason(reason)
  return isLegacy && encoded['finish_reason'] === 'tool_calls'
    ? { ...encoded, finish_reason: 'function_call' }
    : encoded
}

function encodeMessage(content: readonly ReplyContent[], isLegacy: boolean): JsonObject {
  const text = join(content, 'text')
  const reasoning = join(content, 'reasoning')
  const calls = content.filter((part) => part.type === 'tool-call' && part.providerExecuted !== true) as ReplyToolCall[]
  const images = encodeFiles(content)
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    refusal: null,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : encodeCalls(calls.map(encodeCall), isLegacy)),
    ...encodeTextExtra(textSignature(content)),
    ...(images.length === 0 ? {} : { images }),
  }
}

/** A client that sent `functions` reads one call, without an id. */
export function encodeCalls(calls: readonly JsonObject[], isLegacy: boolean): JsonObject {
  return isLegacy ? { function_call: calls[0]!['function']! } : { tool_calls: calls }
}

/** Google signs texts too, the last one of an answer. The message has that signature: a text has no fields. */
function textSignature(content: readonly ReplyContent[]): ProviderOptions | undefined {
  const signed = content.findLast(
    (part) => part.type === 'text' && part.providerMetadata?.['google']?.['thoughtSignature'] !== undefined,
  )
  return (signed as Extract<ReplyContent, { type: 'text' }> | undefined)?.providerMetadata
}

function join(content: readonly ReplyContent[], type: 'text' | 'reasoning'): string {
  return content.map((part) => (part.type === type ? (part as { text: string }).text : '')).join('')
}

export function encodeCall({ toolCallId, toolName, input, providerMetadata }: ReplyToolCall): JsonObject {
  return {
    id: toolCallId,
    type: 'function',
    function: { name: toolName, arguments: input },
    ...encodeExtraContent(providerMetadata),
  }
}

/** A text's signature, with the family of models that takes it: no store has it, and another family refuses it. */
export function encodeTextExtra(metadata: ProviderOptions | undefined): Readonly<Record<string, Json>> {
  const { thoughtSignature: signature, family } = metadata?.['google'] ?? {}
  if (typeof signature !== 'string') return {}
  const known = typeof family === 'string' ? { family } : {}
  return { extra_content: { google: { thought_signature: signature, ...known } } }
}

/** Where Google's own compatible endpoint puts a thought signature; clients that keep it send it back. */
function encodeExtraContent(metadata: ProviderOptions | undefined): Readonly<Record<string, Json>> {
  const signature = metadata?.['google']?.['thoughtSignature']
  return typeof signature === 'string' ? { extra_content: { google: { thought_signature: signature } } } : {}
}

/** Files of the model as data URLs in `images`: the API has no field for them, and routers use this one. */
export function encodeFiles(content: readonly ReplyContent[], first = 0): JsonObject[] {
  const files = content.filter((part) => part.type === 'file')
  return files.map(({ mediaType, data }, index) => ({
    type: 'image_url',
    index: first + index,
    image_url: { url: `data:${mediaType};base64,${data}` },
  }))
}

/** Google's log probabilities in OpenAI's form; null where there are none. */
export function encodeLogprobs(metadata: ProviderMetadata | undefined): Json {
  const result = Object.values(metadata ?? {}).find((own) => isPlainObject(own['logprobsResult']))?.['logprobsResult']
  if (!isPlainObject(result)) return null
  const chosen = objectsIn(result['chosenCandidates'])
  const alternatives = Array.isArray(result['topCandidates']) ? result['topCandidates'] : []
  const content = chosen.map((candidate, index): JsonObject => {
    const top: unknown = alternatives[index]
    const others = isPlainObject(top) ? objectsIn(top['candidates']) : []
    return { ...encodeToken(candidate), top_logprobs: others.map(encodeToken) }
  })
  return { content, refusal: null }
}

const encoder = new TextEncoder()

/** Google's wire leaves zero out. */
function encodeToken({ token = '', logProbability = 0 }: Fields): JsonObject {
  const text = jsonText(token)
  return { token: text, logprob: Number(logProbability), bytes: Array.from(encoder.encode(text)) }
}
