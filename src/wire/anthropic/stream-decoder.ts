import { asText, type Fields, isPlainObject, jsonText, present } from '../../core/json.ts'
import type { ReplyEvent, ReplyToolCall, StreamDecoder } from '../model-reply.ts'
import { readArguments } from '../read-arguments.ts'
import { parseEvent } from '../sse.ts'
import { truncatedStream, unreadableEvent, type WireError } from '../wire-error.ts'
import { blockMetadata, isCall, isOwnResult, joinDelta, opaqueMetadata } from './blocks.ts'
import {
  citationMetadata,
  type DecodeOptions,
  decodeCitations,
  decodeOwnResult,
  decodeStopReason,
  decodeUsage,
  isCutBy,
  ranByAnthropic,
  replyMetadata,
  thoughtMetadata,
} from './decode-response.ts'
import { decodeError } from './error.ts'

/**
 * Decodes the events of a streamed message. A stream that ends without a stop reason is an error. Unknown events and blocks are not: the
 * API adds new ones.
 *
 * @example
 * ```ts
 * import { createStreamDecoder } from 'toolfit/anthropic'
 *
 * const decoder = createStreamDecoder({ nextId: () => 'source_1' })
 * decoder.push('{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}')
 * decoder.push('{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi."}}') // [{ type: 'text-delta', id: '0', delta: 'Hi.' }]
 * // The model never said why it stopped.
 * decoder.end().map(({ type }) => type) // ['text-end', 'error', 'finish']
 * ```
 */
export function createStreamDecoder(options: DecodeOptions): StreamDecoder {
  return new MessageStreamDecoder(options)
}

interface OpenBlock {
  readonly type: string
  readonly start: Fields
  readonly id: string
  /** Arguments of a call. */
  text: string
  signature: string
  readonly citations: unknown[]
  /** A block of an unknown kind, as far as it has come. */
  readonly opaque: Record<string, unknown> | undefined
}

const knownTypes: ReadonlySet<string> = new Set(['text', 'thinking', 'redacted_thinking'])

class MessageStreamDecoder implements StreamDecoder {
  readonly #options: DecodeOptions
  readonly #blocks = new Map<unknown, OpenBlock>()
  readonly #names = new Map<string, string>()
  readonly #unread: unknown[] = []
  /** Calls with invalid arguments wait for the stop reason: arguments that were cut off are not repaired. */
  #waiting: ReplyToolCall[] = []
  /** The fields of the message, without its blocks. */
  #message: Record<string, unknown> = {}
  #isOver = false

  constructor(options: DecodeOptions) {
    this.#options = options
  }

  push(data: string): ReplyEvent[] {
    if (this.#isOver) return []
    const event = parseEvent(data)
    if (event === undefined) return this.#fail(unreadableEvent(data))
    switch (event['type']) {
      case 'message_start':
        return this.#startMessage(event['message'])
      case 'content_block_start':
        return this.#startBlock(event)
      case 'content_block_delta':
        return this.#addDelta(event)
      case 'content_block_stop':
        return this.#endBlock(event['index'])
      case 'message_delta':
        this.#changeMessage(event)
        return []
      case 'message_stop':
        return this.end()
      case 'error':
        return this.#fail(decodeError(event))
      default:
        return []
    }
  }

  end(): ReplyEvent[] {
    if (this.#isOver) return []
    const raw = this.#message['stop_reason']
    if (typeof raw !== 'string') return this.#fail(truncatedStream)
    this.#isOver = true
    // Some compatible servers do not end their blocks.
    const ends = [...this.#blocks.keys()].flatMap((index) => this.#endBlock(index))
    const isCut = isCutBy(raw)
    const calls = this.#waiting.map((call) => ({ ...call, input: readArguments(call.input, { isCut }).text }))
    return [...ends, ...calls, this.#finish(raw)]
  }

  #startMessage(message: unknown): ReplyEvent[] {
    if (!isPlainObject(message)) return []
    this.#message = { ...message }
    const { id, model } = message
    const metadata = present({ id: asText(id), modelId: asText(model) })
    // A server that began again in the middle of an answer does not go on with the blocks of the first.
    const cut = [...this.#blocks.keys()].flatMap((index) => this.#abandon(index))
    return [...cut, { type: 'response-metadata', ...metadata }]
  }

  /** Later usage completes the first: it has the output tokens, and may correct the input tokens. */
  #changeMessage({ delta, usage }: Fields): void {
    if (isPlainObject(delta)) Object.assign(this.#message, delta)
    if (!isPlainObject(usage)) return
    const said = Object.entries(usage).filter(([, value]) => value !== null)
    this.#message['usage'] = { ...(this.#message['usage'] as object | undefined), ...Object.fromEntries(said) }
  }

  #startBlock({ index, content_block: block }: Fields): ReplyEvent[] {
    if (!isPlainObject(block)) return []
    const type = jsonText(block['type'])
    const id = isCall(block) ? jsonText(block['id']) : String(index)
    const isKnown = knownTypes.has(type) || isCall(block) || isOwnResult(block)
    const opaque = isKnown ? undefined : { ...block }
    this.#blocks.set(index, { type, start: block, id, text: '', signature: '', citations: [], opaque })
    if (type === 'text') return [{ type: 'text-start', id }, ...deltaOf('text-delta', id, block['text'])]
    if (type === 'thinking')
      return [{ type: 'reasoning-start', id }, ...deltaOf('reasoning-delta', id, block['thinking'])]
    if (type === 'redacted_thinking') {
      const metadata = thoughtMetadata('redactedData', block['data'])
      return [
        { type: 'reasoning-start', id, ...metadata },
        { type: 'reasoning-end', id, ...metadata },
      ]
    }
    if (isCall(block)) {
      const toolName = jsonText(block['name'])
      this.#names.set(id, toolName)
      return [{ type: 'tool-input-start', id, toolName, ...ranByAnthropic(block) }]
    }
    if (isOwnResult(block)) return [decodeOwnResult(block, this.#names) as ReplyEvent]
    this.#unread.push(opaque)
    return [{ type: 'reasoning-start', id }]
  }

  #addDelta({ index, delta }: Fields): ReplyEvent[] {
    const block = this.#blocks.get(index)
    if (block === undefined || !isPlainObject(delta)) return []
    if (block.opaque !== undefined) {
      joinDelta(block.opaque, delta)
      return []
    }
    switch (delta['type']) {
      case 'text_delta':
        return deltaOf('text-delta', block.id, delta['text'])
      case 'thinking_delta':
        return deltaOf('reasoning-delta', block.id, delta['thinking'])
      case 'signature_delta':
        block.signature += jsonText(delta['signature'] ?? '')
        return []
      case 'input_json_delta':
        block.text += jsonText(delta['partial_json'] ?? '')
        return deltaOf('tool-input-delta', block.id, delta['partial_json'])
      case 'citations_delta':
        block.citations.push(delta['citation'])
        return decodeCitations([delta['citation']], this.#options.nextId)
      default:
        return []
    }
  }

  #endBlock(index: unknown): ReplyEvent[] {
    const block = this.#blocks.get(index)
    if (block === undefined) return []
    this.#blocks.delete(index)
    const { type, id, start } = block
    if (type === 'text') return [{ type: 'text-end', id, ...citationMetadata(block.citations) }]
    if (type === 'thinking') {
      return [{ type: 'reasoning-end', id, ...thoughtMetadata('signature', block.signature || start['signature']) }]
    }
    if (block.opaque !== undefined) {
      return [{ type: 'reasoning-end', id, providerMetadata: opaqueMetadata(block.opaque) }]
    }
    return isCall(start) ? this.#endCall(block) : []
  }

  /** Ends a block that was cut off. A call without its end is not delivered. */
  #abandon(index: unknown): ReplyEvent[] {
    const block = this.#blocks.get(index)
    if (block === undefined) return []
    this.#blocks.delete(index)
    const { type, id, start, opaque } = block
    if (type === 'text') return [{ type: 'text-end', id }]
    if (isCall(start)) return [{ type: 'tool-input-end', id }]
    return type === 'thinking' || opaque !== undefined ? [{ type: 'reasoning-end', id }] : []
  }

  #endCall({ id, text, start }: OpenBlock): ReplyEvent[] {
    // Arguments may also come at once, with the start of the block.
    const whole = text === '' ? JSON.stringify(start['input'] ?? {}) : text
    const events: ReplyEvent[] = text === '' ? deltaOf('tool-input-delta', id, whole) : []
    events.push({ type: 'tool-input-end', id })
    const own = { ...ranByAnthropic(start), ...blockMetadata(start) }
    const toolName = this.#names.get(id)!
    const call: ReplyToolCall = { type: 'tool-call', toolCallId: id, toolName, input: whole, ...own }
    const isBroken = readArguments(whole, { isCut: true }).args === undefined
    if (isBroken) this.#waiting.push(call)
    else events.push(call)
    return events
  }

  #finish(raw: string): ReplyEvent {
    const providerMetadata = { anthropic: replyMetadata(this.#message, this.#unread) }
    const usage = decodeUsage(this.#message['usage'])
    return { type: 'finish', finishReason: decodeStopReason(raw), usage, providerMetadata }
  }

  #fail(error: WireError): ReplyEvent[] {
    this.#isOver = true
    const ends = [...this.#blocks.keys()].flatMap((index) => this.#abandon(index))
    const usage = decodeUsage(this.#message['usage'])
    const finishReason = { unified: 'error', raw: undefined } as const
    return [...ends, { type: 'error', error }, { type: 'finish', finishReason, usage }]
  }
}

function deltaOf(
  type: 'text-delta' | 'reasoning-delta' | 'tool-input-delta',
  id: string,
  delta: unknown,
): ReplyEvent[] {
  return typeof delta === 'string' && delta !== '' ? [{ type, id, delta }] : []
}
