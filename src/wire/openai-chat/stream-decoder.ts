import { asText, type Fields, isPlainObject, objectsIn, present } from '../../core/json.ts'
import {
  type ProviderMetadata,
  type ReplyEvent,
  type ReplyJson,
  type StreamDecoder,
  type Usage,
  unknownUsage,
} from '../model-reply.ts'
import { readArguments } from '../read-arguments.ts'
import { parseEvent } from '../sse.ts'
import { truncatedStream, unreadableEvent, type WireError } from '../wire-error.ts'
import {
  callMetadata,
  type DecodeOptions,
  decodeMetadata,
  decodeSources,
  foundPages,
  oldCall,
  signedBy,
  sourceOf,
  textOf,
} from './decode-response.ts'
import { decodeError, isErrorBody } from './error.ts'
import { decodeFinishReason, decodeUsage, isCutBy } from './finish.ts'
import { addDetails, detailMetadata, type Reasoning, reasoningOf } from './reasoning-of.ts'
import { extraSignature } from './signature-of.ts'

/**
 * Decodes the events of a streamed chat completion. The finish reason and the usage come in chunks of their own, in either order, so
 * the answer is finished when the stream is. A stream that ends without a finish reason is an error.
 *
 * @example
 * ```ts
 * import { createStreamDecoder } from 'toolfit/openai'
 *
 * const decoder = createStreamDecoder({ optionsKey: 'openai', nextId: () => 'call_1' })
 * const events = decoder.push('{"choices":[{"index":0,"delta":{"content":"Hi."},"finish_reason":"stop"}]}')
 * events.map(({ type }) => type) // ['response-metadata', 'text-start', 'text-delta']
 * decoder.end().map(({ type }) => type) // ['text-end', 'finish']
 * ```
 */
export function createStreamDecoder(options: DecodeOptions): StreamDecoder {
  return new ChatStreamDecoder(options)
}

/** A text or a thought that is open. */
interface Block {
  readonly kind: 'text' | 'reasoning'
  readonly id: string
}

class ChatStreamDecoder implements StreamDecoder {
  readonly #options: DecodeOptions
  readonly #calls
  readonly #logprobs: ReplyJson[] = []
  #details: ReplyJson[] = []
  /** Of the text, which Google signs on its message. */
  #signature: string | undefined
  #isStarted = false
  #isOver = false
  #isRefused = false
  #isReasonDue = false
  readonly #pages = new Set<string>()
  #reason: string | undefined
  #usage: Usage = unknownUsage
  #block: Block | undefined
  #blocks = 0

  constructor(options: DecodeOptions) {
    this.#options = options
    this.#calls = createStreamedCalls(options.nextId)
  }

  push(data: string): ReplyEvent[] {
    if (this.#isOver) return []
    if (data === '[DONE]') return this.#finish(true)
    const chunk = parseEvent(data)
    if (chunk === undefined) return this.#fail(unreadableEvent(data))
    this.#readUsage(chunk)
    if (isErrorBody(chunk)) return this.#fail(decodeError(chunk))
    const events: ReplyEvent[] = []
    this.#readChunk(chunk, events)
    return events
  }

  end(): ReplyEvent[] {
    return this.#isOver ? [] : this.#finish(false)
  }

  #readChunk(chunk: Fields, events: ReplyEvent[]): void {
    if (!this.#isStarted) {
      this.#isStarted = true
      events.push({ type: 'response-metadata', ...decodeMetadata(chunk) })
    }
    this.#readPages(chunk, events)
    const choice = objectsIn(chunk['choices']).find(({ index }) => index === 0 || index === undefined)
    if (choice === undefined) return
    if (isPlainObject(choice['delta'])) this.#readDelta(choice['delta'], events)
    // Not `push(...items)`, here and below: a hundred thousand arguments exhaust the stack.
    if (isPlainObject(choice['logprobs'])) {
      for (const token of objectsIn(choice['logprobs']['content'])) this.#logprobs.push(token as ReplyJson)
    }
    // Some servers send an empty reason until there is one.
    const reason = choice['finish_reason']
    if (reason === null) this.#isReasonDue = true
    if (typeof reason === 'string' && reason !== '') this.#reason = reason
  }

  /** The usage of a chunk; Groq's is in a field of its own, Moonshot's in the choice. */
  #readUsage({ usage, x_groq: groq, choices }: Fields): void {
    const inner = [usage, isPlainObject(groq) ? groq['usage'] : undefined, objectsIn(choices)[0]?.['usage']]
    const found = inner.find(isPlainObject)
    if (found !== undefined) this.#usage = decodeUsage(found)
  }

  /** Every chunk may repeat all of them. */
  #readPages(chunk: Fields, events: ReplyEvent[]): void {
    if (chunk['citations'] === undefined && chunk['search_results'] === undefined) return
    for (const page of foundPages(chunk)) {
      if (this.#pages.has(page.url)) continue
      this.#pages.add(page.url)
      events.push(sourceOf(page, this.#options.nextId))
    }
  }

  #readDelta(delta: Fields, events: ReplyEvent[]): void {
    const reasoning = reasoningOf(delta)
    if (reasoning !== undefined) this.#readReasoning(reasoning, events)
    this.#signature = extraSignature(delta) ?? this.#signature
    const text = textOf(delta['content'])
    if (text !== '') this.#write('text', text, events)
    const refusal = textOf(delta['refusal'])
    if (refusal !== '') {
      this.#isRefused = true
      this.#write('text', refusal, events)
    }
    this.#readCalls(delta, events)
    if (delta['annotations'] === undefined) return
    for (const source of decodeSources(delta['annotations'], this.#options.nextId)) events.push(source)
  }

  /** Details without a text, as for the signature of a call, do not interrupt a text: they wait for its end. */
  #readReasoning({ text, details }: Reasoning, events: ReplyEvent[]): void {
    if (text !== '' || this.#block?.kind !== 'text') this.#write('reasoning', text, events)
    if (details !== undefined) addDetails(this.#details, details)
  }

  #readCalls(delta: Fields, events: ReplyEvent[]): void {
    // The single call of the old API, which some servers still use.
    const old = oldCall(delta)
    const pieces = old === undefined ? objectsIn(delta['tool_calls']) : [{ index: 0, function: old }]
    if (pieces.length > 0) this.#close(events)
    for (const piece of pieces) this.#calls.add(piece, events)
  }

  #write(kind: Block['kind'], delta: string, events: ReplyEvent[]): void {
    let block = this.#block
    if (block?.kind !== kind) {
      this.#close(events)
      block = { kind, id: `${kind}-${this.#blocks++}` }
      this.#block = block
      events.push({ type: `${kind}-start`, id: block.id })
    }
    if (delta !== '') events.push({ type: `${kind}-delta`, id: block.id, delta })
  }

  #close(events: ReplyEvent[]): void {
    const block = this.#block
    if (block === undefined) return
    this.#block = undefined
    const metadata = block.kind === 'text' ? this.#takeSignature() : this.#takeDetails()
    events.push({ type: `${block.kind}-end`, id: block.id, ...metadata })
  }

  #takeSignature(): { providerMetadata?: ProviderMetadata } {
    const signature = this.#signature
    this.#signature = undefined
    return signature === undefined ? {} : { providerMetadata: signedBy(signature) }
  }

  #takeDetails(): { providerMetadata?: ProviderMetadata } {
    const [details, { optionsKey, issuer }] = [this.#details, this.#options]
    this.#details = []
    return details.length === 0 ? {} : { providerMetadata: detailMetadata(details, optionsKey, issuer) }
  }

  /** Ends the open block. State that came after the block that it belongs to gets an empty one. */
  #closeAll(events: ReplyEvent[]): void {
    this.#close(events)
    if (this.#details.length > 0) this.#write('reasoning', '', events)
    this.#close(events)
    if (this.#signature !== undefined) this.#write('text', '', events)
    this.#close(events)
  }

  /** Some servers name no reason at all, and only say that they are done (Snowflake). One that sent `null` promised a reason. */
  #finish(isDone: boolean): ReplyEvent[] {
    const raw = this.#reason
    if (raw === undefined && (!isDone || this.#isReasonDue || !this.#isStarted)) return this.#fail(truncatedStream)
    this.#isOver = true
    const events: ReplyEvent[] = []
    this.#closeAll(events)
    const hasCalls = this.#calls.finish(isCutBy(raw), events)
    const finishReason = this.#isRefused
      ? ({ unified: 'content-filter', raw } as const)
      : decodeFinishReason(raw, hasCalls)
    const { optionsKey } = this.#options
    const metadata = { [optionsKey]: { logprobs: { content: this.#logprobs } } }
    const providerMetadata = this.#logprobs.length === 0 ? {} : { providerMetadata: metadata }
    events.push({ type: 'finish', finishReason, usage: this.#usage, ...providerMetadata })
    return events
  }

  /** Open calls are not delivered: they may be incomplete. */
  #fail(error: WireError): ReplyEvent[] {
    this.#isOver = true
    const events: ReplyEvent[] = []
    this.#close(events)
    const finishReason = { unified: 'error', raw: this.#reason } as const
    events.push({ type: 'error', error }, { type: 'finish', finishReason, usage: this.#usage })
    return events
  }
}

interface OpenCall {
  readonly id: string
  readonly givenId: string | undefined
  name: string | undefined
  text: string
  isAnnounced: boolean
  metadata: ReturnType<typeof callMetadata>
}

/** Joins the pieces of streamed calls. */
export interface StreamedCalls {
  add(piece: Fields, events: ReplyEvent[]): void
  /** Ends every call. Returns whether there were any. */
  finish(isCut: boolean, events: ReplyEvent[]): boolean
}

/**
 * Pieces of one call have the same index. Compatible servers leave it out, or count from 0 in every chunk: a new id is a new call,
 * whatever its index; a piece without both belongs to the last call.
 */
function createStreamedCalls(nextId: () => string): StreamedCalls {
  const calls: OpenCall[] = []
  const byIndex = new Map<number, OpenCall>()
  /** The first one with each id. */
  const byId = new Map<string, OpenCall>()

  const open = (index: unknown, id: string | undefined): OpenCall => {
    const call: OpenCall = {
      id: id ?? nextId(),
      givenId: id,
      name: undefined,
      text: '',
      isAnnounced: false,
      metadata: undefined,
    }
    calls.push(call)
    if (typeof index === 'number') byIndex.set(index, call)
    if (id !== undefined && !byId.has(id)) byId.set(id, call)
    return call
  }

  const find = (index: unknown, id: string | undefined): OpenCall => {
    const known = typeof index === 'number' ? byIndex.get(index) : calls.at(-1)
    const isOther = known?.givenId !== undefined && id !== undefined && id !== known.givenId
    if (known !== undefined && !isOther) return known
    return (isOther ? byId.get(id) : undefined) ?? open(index, id)
  }

  return {
    add(piece, events) {
      const id = asText(piece['id']) || undefined
      const call = find(piece['index'], id)
      const called = (piece['function'] ?? {}) as Fields
      const { name, arguments: given } = called
      if (typeof name === 'string' && name !== '') call.name ??= name
      call.metadata ??= callMetadata(piece)
      const delta =
        typeof given === 'string' ? given : given === undefined || given === null ? '' : JSON.stringify(given)
      call.text += delta
      announce(call, delta, events)
    },
    finish(isCut, events) {
      for (const call of calls) endCall(call, isCut, events)
      return calls.length > 0
    },
  }
}

/** A call is announced when its name is known, together with the arguments so far. */
function announce(call: OpenCall, delta: string, events: ReplyEvent[]): void {
  if (call.name === undefined) return
  if (!call.isAnnounced) {
    call.isAnnounced = true
    events.push({ type: 'tool-input-start', id: call.id, toolName: call.name })
    if (call.text !== '') events.push({ type: 'tool-input-delta', id: call.id, delta: call.text })
  } else if (delta !== '') events.push({ type: 'tool-input-delta', id: call.id, delta })
}

function endCall(call: OpenCall, isCut: boolean, events: ReplyEvent[]): void {
  const { id, metadata, name: toolName = '' } = call
  call.name = toolName
  announce(call, '', events)
  const { text } = readArguments(call.text, { isCut })
  if (call.text === '') events.push({ type: 'tool-input-delta', id, delta: text })
  events.push({ type: 'tool-input-end', id })
  events.push(present({ type: 'tool-call', toolCallId: id, toolName, input: text, providerMetadata: metadata }))
}
