import type { Json, JsonObject } from '../../core/json.ts'
import type { ReplyEvent } from '../model-reply.ts'
import {
  type ChoiceOptions,
  type EncodeResponseOptions,
  encodeCall,
  encodeCalls,
  encodeFiles,
  encodeLogprobs,
  encodeReason,
  encodeTextExtra,
} from './encode-response.ts'
import { encodeError } from './error.ts'
import { encodeUsage } from './finish.ts'

export interface StreamEncoderOptions extends EncodeResponseOptions {
  /** The client asked for `stream_options.include_usage`: a last chunk has the usage and no choice. */
  readonly includesUsage: boolean
}

/** Turns events of an answer into the data of server-sent events. */
export interface StreamEncoder {
  push(event: ReplyEvent): string[]
  end(): string[]
}

/**
 * Writes a streamed answer as chat completion chunks. Every call has its own index, in the order of the calls. After an error there
 * is no reason and no `[DONE]`: a client must not take what it has for the whole answer.
 *
 * @example
 * ```ts
 * import { createStreamEncoder } from 'toolfit/openai'
 *
 * const options = { id: 'chatcmpl-1', created: 1_763_200_000, modelId: 'gpt-5.2', includesUsage: false }
 * const encoder = createStreamEncoder(options)
 * const chunks = encoder.push({ type: 'text-delta', id: '0', delta: 'Hi.' }).map((data) => JSON.parse(data))
 * chunks.at(-1).choices[0].delta.content // 'Hi.'
 * ```
 */
export function createStreamEncoder(options: StreamEncoderOptions): StreamEncoder {
  const chunks = createChunkEncoder(options)
  let hasFailed = false
  return {
    push(event) {
      if (hasFailed) return []
      hasFailed = event.type === 'error'
      if (event.type === 'error') return [JSON.stringify(encodeError(event.error))]
      const usage = event.type === 'finish' && options.includesUsage ? encodeUsage(event.usage) : undefined
      const last = usage === undefined ? [] : [chunks.envelope([], { usage })]
      return [...chunks.push(event), ...last].map((chunk) => JSON.stringify(chunk))
    },
    end: () => (hasFailed ? [] : ['[DONE]']),
  }
}

/** Turns events of one choice into chunks, as objects. */
export interface ChunkEncoder {
  push(event: Exclude<ReplyEvent, { type: 'error' }>): JsonObject[]
  /** A chunk with these choices: for the usage, and what else has no choice. */
  envelope(choices: readonly Json[], fields?: JsonObject): JsonObject
}

export function createChunkEncoder(options: StreamEncoderOptions & ChoiceOptions): ChunkEncoder {
  const { id, created, modelId, index = 0, isLegacy = false, logprobs = false } = options
  // With usage asked for, every other chunk says that it has none.
  const none = options.includesUsage ? { usage: null } : {}
  const envelope = (choices: readonly Json[], fields: JsonObject = none): JsonObject => ({
    id,
    object: 'chat.completion.chunk',
    created,
    model: modelId,
    choices,
    ...fields,
  })
  let isOpen = false
  let calls = 0
  let files = 0
  const deltaChunk = (delta: JsonObject): JsonObject => {
    const whole = isOpen ? delta : { role: 'assistant', ...delta }
    isOpen = true
    return envelope([{ index, delta: whole, logprobs: null, finish_reason: null }])
  }
  const push: ChunkEncoder['push'] = (event) => {
    switch (event.type) {
      case 'text-delta':
        return [deltaChunk({ content: event.delta })]
      case 'reasoning-delta':
        return [deltaChunk({ reasoning_content: event.delta })]
      case 'text-end': {
        const extra = encodeTextExtra(event.providerMetadata)
        return Object.keys(extra).length === 0 ? [] : [deltaChunk(extra)]
      }
      case 'tool-call':
        // In one piece: arguments are decoded when they are complete, so pieces of the model's text are not pieces of the client's.
        if (event.providerExecuted === true) return []
        return [deltaChunk(encodeCalls([{ index: calls++, ...encodeCall(event) }], isLegacy))]
      case 'file':
        return [deltaChunk({ images: encodeFiles([event], files++) })]
      case 'finish': {
        // OpenAI's client refuses a choice without a role, so an empty answer has one too.
        const delta = isOpen ? {} : { role: 'assistant', content: '' }
        const tokens = logprobs ? encodeLogprobs(event.providerMetadata) : null
        return [envelope([{ index, delta, logprobs: tokens, ...encodeReason(event.finishReason, isLegacy) }])]
      }
      default:
        return []
    }
  }
  return { push, envelope }
}
