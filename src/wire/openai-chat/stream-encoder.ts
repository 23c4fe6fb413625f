import type { Json, JsonObject } from '../../core/json.ts'
import type { ReplyEvent, ReplyToolCall, Usage } from '../model-reply.ts'
import { encodeError } from './encode-error.ts'
import { type EncodeResponseOptions, encodeExtraContent } from './encode-response.ts'
import { encodeFinishReason } from './finish-reason.ts'
import { encodeUsage } from './usage.ts'

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
  const { id, created, modelId, includesUsage } = options
  const indexes = new Map<string, number>()
  let isOpen = false
  let hasFailed = false

  const write = (choices: readonly JsonObject[], usage?: Json): string => {
    const chunk: Record<string, Json> = { id, object: 'chat.completion.chunk', created, model: modelId, choices }
    if (usage !== undefined) chunk['usage'] = usage
    // With usage asked for, every other chunk says that it has none.
    else if (includesUsage) chunk['usage'] = null
    return JSON.stringify(chunk)
  }
  const writeDelta = (delta: JsonObject): string => {
    const role: JsonObject = isOpen ? {} : { role: 'assistant' }
    isOpen = true
    return write([{ index: 0, delta: { ...role, ...delta }, logprobs: null, finish_reason: null }])
  }
  const writeCall = (key: string, call: JsonObject): string => {
    const index = indexes.get(key) ?? indexes.size
    indexes.set(key, index)
    return writeDelta({ tool_calls: [{ index, ...call }] })
  }
  const writeUsage = (usage: Usage): string[] => {
    const encoded = includesUsage ? encodeUsage(usage) : undefined
    return encoded === undefined ? [] : [write([], encoded)]
  }

  return {
    push(event) {
      if (hasFailed) return []
      switch (event.type) {
        case 'text-delta':
          return [writeDelta({ content: event.delta })]
        case 'reasoning-delta':
          return [writeDelta({ reasoning_content: event.delta })]
        case 'tool-call':
          return event.providerExecuted === true ? [] : [writeCall(event.toolCallId, wholeCall(event))]
        case 'error':
          hasFailed = true
          return [JSON.stringify(encodeError(event.error))]
        case 'finish': {
          const reason = { index: 0, delta: {}, logprobs: null, ...encodeFinishReason(event.finishReason) }
          return [write([reason]), ...writeUsage(event.usage)]
        }
        default:
          return []
      }
    },
    end: () => (hasFailed ? [] : ['[DONE]']),
  }
}

/**
 * A call in one piece. Its arguments are decoded when it is whole, so pieces of what the model writes would not be pieces of what
 * the client gets.
 */
function wholeCall({ toolCallId, toolName, input, providerMetadata }: ReplyToolCall): JsonObject {
  const extra = encodeExtraContent(providerMetadata)
  return { id: toolCallId, type: 'function', function: { name: toolName, arguments: input }, ...extra }
}
