import type { Json, JsonObject } from '../../core/json.ts'
import type { ReplyEvent, ReplyToolCall, Usage } from '../model-reply.ts'
import { type EncodeResponseOptions, encodeExtraContent, encodeTextExtra } from './encode-response.ts'
import { encodeError } from './error.ts'
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
  const { includesUsage } = options
  const { write, textChunk } = createChunkWriter(options)
  const indexes = new Map<string, number>()
  let isOpen = false
  let hasFailed = false

  const writeDelta = (delta: JsonObject): string => {
    const whole = isOpen ? delta : { role: 'assistant', ...delta }
    isOpen = true
    return write(`[{"index":0,"delta":${JSON.stringify(whole)},"logprobs":null,"finish_reason":null}]`)
  }
  const writeText = (key: 'content' | 'reasoning_content', text: string): string => {
    const chunk = textChunk(isOpen ? '' : '"role":"assistant",', key, text)
    isOpen = true
    return chunk
  }
  const writeCall = (key: string, call: JsonObject): string => {
    const index = indexes.get(key) ?? indexes.size
    indexes.set(key, index)
    return writeDelta({ tool_calls: [{ index, ...call }] })
  }
  const writeUsage = (usage: Usage): string[] => {
    const encoded = includesUsage ? encodeUsage(usage) : undefined
    return encoded === undefined ? [] : [write('[]', encoded)]
  }

  return {
    push(event) {
      if (hasFailed) return []
      switch (event.type) {
        case 'text-delta':
          return [writeText('content', event.delta)]
        case 'text-end': {
          const extra = encodeTextExtra(event.providerMetadata)
          return Object.keys(extra).length === 0 ? [] : [writeDelta(extra)]
        }
        case 'reasoning-delta':
          return [writeText('reasoning_content', event.delta)]
        case 'tool-call':
          return event.providerExecuted === true ? [] : [writeCall(event.toolCallId, wholeCall(event))]
        case 'error':
          hasFailed = true
          return [JSON.stringify(encodeError(event.error))]
        case 'finish': {
          // Also an answer without a word is somebody's: OpenAI's client refuses a choice that nobody spoke.
          const delta = isOpen ? {} : { role: 'assistant', content: '' }
          const reason = { index: 0, delta, logprobs: null, ...encodeFinishReason(event.finishReason) }
          return [write(JSON.stringify([reason])), ...writeUsage(event.usage)]
        }
        default:
          return []
      }
    },
    end: () => (hasFailed ? [] : ['[DONE]']),
  }
}

interface ChunkWriter {
  /** `choices` is JSON. */
  write(choices: string, usage?: Json): string
  /** The same for a delta of text. `before` is JSON, with a comma behind it, or nothing. */
  textChunk(before: string, key: string, text: string): string
}

/** What is the same in every chunk is written once: it is most of it. */
function createChunkWriter({ id, created, modelId, includesUsage }: StreamEncoderOptions): ChunkWriter {
  const head = JSON.stringify({ id, object: 'chat.completion.chunk', created, model: modelId }).slice(0, -1)
  // With usage asked for, every other chunk says that it has none.
  const tail = includesUsage ? ',"usage":null}' : '}'
  const textHead = `${head},"choices":[{"index":0,"delta":{`
  const textTail = `},"logprobs":null,"finish_reason":null}]${tail}`
  return {
    write: (choices, usage) =>
      `${head},"choices":${choices}${usage === undefined ? tail : `,"usage":${JSON.stringify(usage)}}`}`,
    textChunk: (before, key, text) => `${textHead}${before}"${key}":${JSON.stringify(text)}${textTail}`,
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
