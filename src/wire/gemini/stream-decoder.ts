import { asText, type Fields, jsonText, ownValue, parseJson, present, setOwn } from '../../core/json.ts'
import type { FinishReason, ProviderMetadata, ReplyEvent, ReplyJson, StreamDecoder } from '../model-reply.ts'
import {
  findAnswerProblem,
  hugeEvent,
  mostEventValues,
  mostLogprobs,
  mostParts,
  truncatedStream,
  unreadableEvent,
  type WireError,
} from '../wire-error.ts'
import { decodeError } from './error.ts'
import { decodeFinishReason, decodeUsage } from './finish.ts'
import { type GeminiOrigin, metadataFor } from './origin.ts'
import { createStreamedCalls, type StreamedCalls } from './streamed-calls.ts'

export interface DecodeContext {
  readonly origin: GeminiOrigin
  /** Creates ids for calls without one. */
  readonly nextId: () => string
  /** Gets `usageMetadata` with every chunk that has some: a reader that stops early does not see the end. */
  readonly onUsage?: ((metadata: Readonly<Record<string, unknown>>) => void) | undefined
}

/**
 * Decodes the events of `streamGenerateContent?alt=sse`, each without its `data:`.
 *
 * @example
 * ```ts
 * import { createStreamDecoder } from 'toolfit/gemini'
 *
 * const decoder = createStreamDecoder({ origin: { keys: ['google'], family: '3.0' }, nextId: () => 'call_1' })
 * const events = decoder.push('{"candidates":[{"content":{"parts":[{"text":"Hi."}]},"finishReason":"STOP"}]}')
 * events.map(({ type }) => type) // ['text-start', 'text-delta']
 * decoder.end().map(({ type }) => type) // ['text-end', 'finish']
 * ```
 */
export function createStreamDecoder(context: DecodeContext): GeminiStreamDecoder {
  return new GeminiStreamDecoder(context)
}

/** Fields about the whole answer, delivered at its end. */
const finalKeys = [
  'groundingMetadata',
  'urlContextMetadata',
  'citationMetadata',
  'safetyRatings',
  'finishMessage',
  'avgLogprobs',
  'logprobsResult',
] as const

/** Lists that come in pieces, one with each chunk. Other fields replace their earlier values. */
const listsOf: Readonly<Record<string, readonly string[]>> = {
  logprobsResult: ['chosenCandidates', 'topCandidates'],
  citationMetadata: ['citationSources', 'citations'],
}

/** Adds to `known`, which is the decoder's own: a copy of it with each chunk would take the square of their number. */
function joinFinal(key: string, known: unknown, next: unknown): ReplyJson {
  if (!isObject(next)) return next as ReplyJson
  const joined = isObject(known) ? known : {}
  const lists = listsOf[key] ?? []
  for (const [name, value] of Object.entries(next)) {
    const list = lists.includes(name) ? ownValue(joined, name) : undefined
    if (!Array.isArray(list)) setOwn(joined, name, lists.includes(name) && Array.isArray(value) ? [...value] : value)
    else if (Array.isArray(value)) pushAll(list, value)
  }
  return joined as ReplyJson
}

/** Not `push(...items)`: a hundred thousand arguments exhaust the stack. */
function pushAll<Item>(list: Item[], items: readonly Item[]): void {
  for (const item of items) list.push(item)
}

/** Parts about code and tools that Google ran. */
const ownKinds = ['executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse'] as const

export class GeminiStreamDecoder implements StreamDecoder {
  readonly #context: DecodeContext
  /** Created with the first call, as the sources are: most answers have neither. */
  #streamed: StreamedCalls | undefined
  #open: { readonly kind: 'text' | 'reasoning'; readonly id: string; signature?: string } | undefined
  #blocks = 0
  #hasMetadata = false
  #hasFailed = false
  #reason: string | undefined
  #blockReason: string | undefined
  #usage: Record<string, unknown> | undefined
  #final: Record<string, ReplyJson> = {}
  #sources: Set<string> | undefined
  /** The id of the last code that Google ran: its result has none. */
  #codeId = ''

  constructor(context: DecodeContext) {
    this.#context = context
  }

  get #calls(): StreamedCalls {
    this.#streamed ??= createStreamedCalls(this.#context.origin, this.#context.nextId)
    return this.#streamed
  }

  push(data: string): ReplyEvent[] {
    if (this.#hasFailed) return []
    const problem = findAnswerProblem(data, mostEventValues)
    if (problem !== undefined) return this.#fail(hugeEvent(problem))
    const chunk = parseJson(data)
    if (chunk === undefined) return this.#fail(unreadableEvent(data))
    return this.pushChunk(chunk)
  }

  #fail(error: WireError): ReplyEvent[] {
    this.#hasFailed = true
    return [{ type: 'error', error }]
  }

  /** The same, for a parsed event. */
  pushChunk(chunk: unknown): ReplyEvent[] {
    // Some streams are lists.
    if (Array.isArray(chunk) && chunk.length > 0) return chunk.flatMap((each) => this.pushChunk(each))
    const response = unwrap(chunk)
    if (response === undefined) return this.#fail(unreadableEvent(JSON.stringify(chunk)))
    if (response['error'] !== undefined) return this.#fail(decodeError(response, 500))
    const events: ReplyEvent[] = []
    this.#readHead(response, events)
    const candidate = Array.isArray(response['candidates']) ? response['candidates'][0] : undefined
    if (isObject(candidate)) this.#readCandidate(candidate, events)
    return events
  }

  end(): ReplyEvent[] {
    const events: ReplyEvent[] = []
    if (this.#reason === 'STOP' && !this.#hasFailed) this.#streamed?.close()
    this.#flushCalls(events)
    this.#close(events)
    const isDone = this.#reason !== undefined || this.#blockReason !== undefined
    if (!isDone && !this.#hasFailed) events.push({ type: 'error', error: truncatedStream })
    const own = this.#final
    events.push({
      type: 'finish',
      finishReason: isDone && !this.#hasFailed ? this.#finishReason() : { unified: 'error', raw: this.#reason },
      usage: decodeUsage(this.#usage),
      ...(Object.keys(own).length === 0 ? {} : { providerMetadata: this.#metadata(own) }),
    })
    return events
  }

  #finishReason(): FinishReason {
    if (this.#reason !== undefined) return decodeFinishReason(this.#reason, this.#streamed !== undefined)
    return { unified: 'content-filter', raw: this.#blockReason }
  }

  #metadata(own: Record<string, ReplyJson>): ProviderMetadata {
    return { [this.#context.origin.keys[0]!]: own } as ProviderMetadata
  }

  #readHead(response: Fields, events: ReplyEvent[]): void {
    const { responseId, modelVersion, createTime, usageMetadata, promptFeedback } = response
    if (!this.#hasMetadata && (responseId ?? modelVersion) !== undefined) {
      this.#hasMetadata = true
      const timestamp = typeof createTime === 'string' ? new Date(createTime) : undefined
      const metadata = present({ id: asText(responseId), modelId: asText(modelVersion), timestamp })
      events.push({ type: 'response-metadata', ...metadata })
    }
    // Vertex sends the kind of traffic with every chunk, and the counts with the last.
    if (isObject(usageMetadata)) {
      this.#usage ??= {}
      for (const [name, value] of Object.entries(usageMetadata)) setOwn(this.#usage, name, value)
      this.#context.onUsage?.(this.#usage)
    }
    if (isObject(promptFeedback)) {
      this.#final['promptFeedback'] = promptFeedback as ReplyJson
      if (typeof promptFeedback['blockReason'] === 'string') this.#blockReason = promptFeedback['blockReason']
    }
  }

  #readCandidate(candidate: Fields, events: ReplyEvent[]): void {
    const { content, finishReason } = candidate
    const parts = listIn(content, 'parts')
    const sources = listIn(candidate['groundingMetadata'], 'groundingChunks')
    const tokens = listIn(candidate['logprobsResult'], 'chosenCandidates')
    if (Math.max(parts.length, sources.length) > mostParts || tokens.length > mostLogprobs) {
      const problem = `more than ${mostParts} parts or sources, or ${mostLogprobs} log probabilities.`
      pushAll(events, this.#fail(hugeEvent(problem, 'The answer has')))
      return
    }
    for (const part of parts) if (isObject(part)) this.#readPart(part, events)
    for (const key of finalKeys) {
      if (candidate[key] !== undefined) this.#final[key] = joinFinal(key, this.#final[key], candidate[key])
    }
    this.#readSources(sources, events)
    if (typeof finishReason === 'string' && finishReason !== '') this.#reason = finishReason
  }

  #readPart(part: Fields, events: ReplyEvent[]): void {
    const signature = asText(part['thoughtSignature'])
    if (typeof part['text'] === 'string') this.#readText(part['text'], part['thought'] === true, signature, events)
    else if (isObject(part['functionCall'])) {
      this.#close(events)
      if (this.#calls.add(part['functionCall'], signature)) pushAll(events, this.#calls.takeSigned())
      else events.push(...this.#fail(unreadableEvent(JSON.stringify(part))))
    } else if (isObject(part['inlineData']) && typeof part['inlineData']['data'] === 'string') {
      this.#interrupt(events)
      const { mimeType, data } = part['inlineData']
      const mediaType = asText(mimeType) ?? 'application/octet-stream'
      const metadata = metadataFor(this.#context.origin, { thoughtSignature: signature })
      events.push({ type: 'file', mediaType, data, ...metadata })
    } else if (ownKinds.some((kind) => isObject(part[kind]))) this.#readOwnTool(part, events)
    else if (signature !== undefined && Object.keys(part).every((key) => key.startsWith('thought'))) {
      this.#signLate(signature, part['thought'] === true, events)
    } else if (Object.keys(part).length > 0) this.#unreadParts().push(part as ReplyJson)
  }

  #unreadParts(): ReplyJson[] {
    this.#final['unreadParts'] ??= []
    return this.#final['unreadParts'] as ReplyJson[]
  }

  #readText(text: string, isThought: boolean, signature: string | undefined, events: ReplyEvent[]): void {
    if (text === '') {
      if (signature !== undefined) this.#signLate(signature, isThought, events)
      return
    }
    this.#flushCalls(events)
    const kind = isThought ? 'reasoning' : 'text'
    if (this.#open?.kind !== kind) this.#begin(kind, events)
    events.push({ type: `${kind}-delta`, id: this.#open!.id, delta: text })
    if (signature === undefined) return
    // The next text is another part: a signed text is not joined with an unsigned one.
    this.#open!.signature = signature
    this.#close(events)
  }

  /** A signature that comes after its part. */
  #signLate(signature: string, isThought: boolean, events: ReplyEvent[]): void {
    if (this.#streamed?.sign(signature)) pushAll(events, this.#streamed.takeSigned())
    else {
      if (this.#open === undefined) this.#begin(isThought ? 'reasoning' : 'text', events)
      this.#open!.signature = signature
      this.#close(events)
    }
  }

  #begin(kind: 'text' | 'reasoning', events: ReplyEvent[]): void {
    this.#close(events)
    this.#open = { kind, id: String(this.#blocks++) }
    events.push({ type: `${kind}-start`, id: this.#open.id })
  }

  #close(events: ReplyEvent[]): void {
    if (this.#open === undefined) return
    const { kind, id, signature } = this.#open
    events.push({ type: `${kind}-end`, id, ...metadataFor(this.#context.origin, { thoughtSignature: signature }) })
    this.#open = undefined
  }

  #flushCalls(events: ReplyEvent[]): void {
    if (this.#streamed !== undefined) pushAll(events, this.#streamed.takeAll())
  }

  #interrupt(events: ReplyEvent[]): void {
    this.#flushCalls(events)
    this.#close(events)
  }

  /** Code and tools that Google ran go back unchanged. */
  #readOwnTool(part: Fields, events: ReplyEvent[]): void {
    const { executableCode, codeExecutionResult, toolCall, toolResponse } = part
    const metadata = metadataFor(this.#context.origin, { part: part as ReplyJson })
    const call = (toolCallId: string, toolName: string, input: unknown) =>
      events.push({
        type: 'tool-call',
        toolCallId,
        toolName,
        input: JSON.stringify(input ?? {}),
        providerExecuted: true,
        ...metadata,
      })
    const result = (toolCallId: string, toolName: string, value: unknown) =>
      events.push({
        type: 'tool-result',
        toolCallId,
        toolName,
        result: (value ?? {}) as NonNullable<ReplyJson>,
        ...metadata,
      })
    this.#interrupt(events)
    if (isObject(executableCode)) {
      this.#codeId = this.#context.nextId()
      call(this.#codeId, 'code_execution', executableCode)
    } else if (isObject(codeExecutionResult)) result(this.#codeId, 'code_execution', codeExecutionResult)
    else if (isObject(toolCall)) call(jsonText(toolCall['id']), ownToolName(toolCall), toolCall['args'])
    else if (isObject(toolResponse)) {
      result(jsonText(toolResponse['id']), ownToolName(toolResponse), toolResponse['response'])
    }
  }

  #readSources(chunks: readonly unknown[], events: ReplyEvent[]): void {
    for (const chunk of chunks) {
      const web = isObject(chunk) ? chunk['web'] : undefined
      this.#sources ??= new Set()
      if (!isObject(web) || typeof web['uri'] !== 'string' || this.#sources.has(web['uri'])) continue
      this.#sources.add(web['uri'])
      const title = present({ title: asText(web['title']) })
      events.push({ type: 'source', sourceType: 'url', id: this.#context.nextId(), url: web['uri'], ...title })
    }
  }
}

function listIn(holder: unknown, name: string): readonly unknown[] {
  const list = isObject(holder) ? holder[name] : undefined
  return Array.isArray(list) ? list : []
}

/** Objects from `JSON.parse` are plain. A full check of every part of every chunk would be slow. */
function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function ownToolName({ toolType }: Fields): string {
  return jsonText(toolType ?? 'tool').toLowerCase()
}

/** The response, without Cloud Code's envelope; undefined where it is not one. */
function unwrap(chunk: unknown): Fields | undefined {
  if (!isObject(chunk)) return undefined
  return isObject(chunk['response']) ? chunk['response'] : chunk
}
