import { ToolfitError } from '../core/errors.ts'
import type { Repair } from '../history/rules/rule.ts'
import type { DecodedReply, ModelReply, ReplyContent, ReplyEvent, StreamDecoder } from '../wire/model-reply.ts'
import type { RequestWarning } from '../wire/model-request.ts'
import { findAnswerProblem, isUnreadable } from '../wire/wire-error.ts'
import { callHttp, type OpenReply } from './http/call-http.ts'
import type { ModelCall } from './http/model-call.ts'
import { retry } from './http/retry.ts'
import { asReplyError, longAnswer, openParts, type PartBatches, toReadableStream } from './part-batches.ts'
import { type ModelCalls, markOwn } from './versions/any-model.ts'
import type { LanguageModel, ModelCallOptions, ModelResult, ModelStreamPart } from './versions/language-model.ts'
import { toV2 } from './versions/to-v2.ts'

/** What differs between providers. */
export interface ModelSpec {
  readonly provider: string
  readonly modelId: string
  readonly supportedUrls: Record<string, RegExp[]>
  /** See `ModelCalls`. */
  readonly takesFormatWithTools?: boolean
  prepare(options: ModelCallOptions, stream: boolean): Promise<PreparedCall>
}

/** For answers that take long to read, where others wait. */
export interface LongAnswers {
  pause(): Promise<void> | undefined
  /** @throws ToolfitError `model-response-invalid` for an answer that is too deep or too large; SyntaxError. */
  read(bytes: Uint8Array): Promise<unknown>
}

/** One call, encoded, and how its answer is decoded. */
export interface PreparedCall {
  readonly http: ModelCall
  /** The request, before it is text. */
  readonly body: unknown
  readonly warnings: RequestWarning[]
  /** How a long answer is read, and what is awaited between the steps. Default: all of it at once. */
  readonly longAnswers?: LongAnswers | undefined
  decode(answer: unknown): DecodedReply
  /** Brings an answer into the shapes of the caller's tools and response format. */
  finish(reply: ModelReply): FinishedReply
  createDecoder(onUsage?: UsageListener): StreamDecoder
  /** As {@link finish}, for one stream. */
  createMap(): (event: Exclude<ReplyEvent, { type: 'error' }>) => readonly ModelStreamPart[]
}

/** Gets the provider's token counts with every event that has some: a reader that leaves early does not see the end. */
export type UsageListener = (metadata: Readonly<Record<string, unknown>>) => void

export type FinishedReply = Omit<ModelReply, 'content' | 'response'> & { readonly content: ReplyContent[] }

/** A model as our own code calls it: a streamed answer is batches of parts, not a web stream. */
export interface ModelCaller {
  generate(options: ModelCallOptions): Promise<CalledResult>
  open(options: ModelCallOptions, extras?: OpenExtras): Promise<OpenedStream>
}

/** Options that the AI SDK does not have. */
export interface OpenExtras {
  readonly onUsage?: UsageListener
}

/** A result, with the call and the answer that it comes from. */
export interface CalledResult extends Omit<ModelResult, 'request' | 'response'> {
  readonly call: PreparedCall
  readonly generated: GeneratedReply
}

export interface GeneratedReply {
  readonly reply: ModelReply
  readonly headers: OpenReply['headers']
  /** The body of the answer, parsed. */
  readonly body: unknown
}

export interface OpenedStream {
  readonly parts: PartBatches
  readonly request: { readonly body: unknown }
  readonly response: { readonly headers: Record<string, string> }
}

/** Calls of a model: the call, its retries and its stream are the same for every provider. */
export function createCaller(prepare: ModelSpec['prepare']): ModelCaller {
  return {
    async generate(options) {
      const call = await prepare(options, false)
      const { generated, finished } = await send(call, (reply) => readReply(reply, call))
      const { content, finishReason, usage, providerMetadata } = finished
      return {
        content,
        finishReason,
        usage,
        warnings: call.warnings,
        call,
        generated,
        ...(providerMetadata && { providerMetadata }),
      }
    },
    async open(options, extras) {
      const call = await prepare(options, true)
      const { warnings } = call
      return send(call, async (reply) => {
        const [decoder, map] = [call.createDecoder(extras?.onUsage), call.createMap()]
        const pause = call.longAnswers?.pause
        const parts = await openParts({ reply, decoder, map, warnings, includeRaw: options.includeRawChunks, pause })
        return { parts, request: { body: call.body }, response: { headers: reply.headers } }
      })
    },
  }
}

/** The same for the AI SDK, in both of its versions. */
export function createModel(spec: ModelSpec): LanguageModel {
  const { provider, modelId, supportedUrls } = spec
  const caller = createCaller(spec.prepare)
  const model: Omit<LanguageModel, 'v2'> = {
    specificationVersion: 'v3',
    provider,
    modelId,
    supportedUrls,
    async doGenerate(options) {
      const { call, generated, ...result } = await caller.generate(options)
      const { reply, headers, body } = generated
      return { ...result, request: { body: call.body }, response: { ...reply.response, headers, body } }
    },
    async doStream(options) {
      const { parts, request, response } = await caller.open(options)
      return { stream: toReadableStream(parts), request, response }
    },
  }
  const { takesFormatWithTools = false } = spec
  const calls: ModelCalls = {
    generate: model.doGenerate,
    stream: (options) => caller.open(options),
    takesFormatWithTools,
  }
  return markOwn({ ...model, v2: () => markOwn(toV2(model), calls) }, calls)
}

/**
 * Sends a call, and reads its reply up to where it can be used: to the end of a whole answer, to the first event of a stream. Until
 * then it is tried again, and never after.
 */
async function send<T>({ http, warnings }: PreparedCall, read: (reply: OpenReply) => Promise<T>): Promise<T> {
  const { maxRetries, abortSignal, retryPolicy } = http
  try {
    return await retry(async () => await read(await callHttp(http)), { ...retryPolicy, maxRetries, abortSignal })
  } catch (error) {
    throw explainRefusal(error, warnings)
  }
}

interface ReadReply {
  readonly generated: GeneratedReply
  readonly finished: FinishedReply
}

/** An answer that is not JSON is tried again, like one that did not come. One that is too deep or too large is not: it would cost as much. */
async function readReply(reply: OpenReply, { decode, finish, longAnswers }: PreparedCall): Promise<ReadReply> {
  const bytes = await reply.bytes()
  const long = bytes.length > longAnswer ? longAnswers : undefined
  const body = await parseBody(bytes, reply, long)
  await long?.pause()
  const decoded = decode(body)
  // What cannot be read is no data: it may be very large, and is not an empty answer.
  if ('error' in decoded) throw reply.refuse(decoded.error, isUnreadable(decoded.error) ? undefined : body)
  await long?.pause()
  try {
    const generated = { reply: decoded.reply, headers: reply.headers, body }
    return { generated, finished: finish(decoded.reply) }
  } catch (error) {
    throw asReplyError(error, reply)
  }
}

/** Shown of a body that is not JSON. */
const longestShown = 1_000

const utf8 = new TextDecoder()

async function parseBody(bytes: Uint8Array, reply: OpenReply, long: LongAnswers | undefined): Promise<unknown> {
  try {
    if (long !== undefined) return await long.read(bytes)
    // At once: a decoder that waits for more is several times as slow, and most answers are one piece.
    const text = utf8.decode(bytes)
    const problem = findAnswerProblem(text)
    if (problem !== undefined) throw new ToolfitError('model-response-invalid', `The answer ${problem}`)
    return JSON.parse(text)
  } catch (cause) {
    if (ToolfitError.isInstance(cause)) throw reply.fail(cause.code, cause.message, { isRetryable: false })
    throw reply.fail('model-response-invalid', 'The answer is not JSON: it was cut off, or is not from the provider.', {
      isRetryable: true,
      responseBody: utf8.decode(bytes.subarray(0, longestShown)),
      cause,
    })
  }
}

/** A warning for every repair of the history that the caller should know of. Dropping an empty text is not one. */
export function repairWarnings(repairs: readonly Repair[]): RequestWarning[] {
  return repairs
    .filter(({ rule }) => rule !== 'drop-empty')
    .map(({ rule, action, at, problem }) => ({
      type: 'other',
      message: `The history was repaired (message ${at}, ${rule}, ${action}): ${problem}`,
    }))
}

const tooMany = 'number of tools'

/** A warning for more tools than the provider takes. It refuses the whole request then. */
export function toolCountWarnings(provider: string, count: number, most: number): RequestWarning[] {
  if (count <= most) return []
  const details = `${provider} takes ${most} tools, and these are ${count}. Choose some with activeTools.`
  return [{ type: 'unsupported', feature: tooMany, details }]
}

/** An error of a call, with the warning that explains it: a call that is refused has no result that could carry its warnings. */
function explainRefusal(error: unknown, warnings: readonly RequestWarning[]): unknown {
  const warning = warnings.find((each) => each.type === 'unsupported' && each.feature === tooMany)
  if (warning !== undefined && error instanceof Error && 'details' in warning) {
    error.message = `${error.message} ${warning.details}`
  }
  return error
}
