import type { DecodedReply, ModelReply, ReplyEvent, StreamDecoder } from '../wire/model-reply.ts'
import type { RequestWarning } from '../wire/model-request.ts'
import { callHttp, type HttpAnswer, type HttpCall } from './http/call-http.ts'
import { type RetryPolicy, retry } from './http/retry.ts'
import { openReply, type PartSource } from './open-reply.ts'
import type { ModelStreamPart } from './versions/language-model.ts'

/** A call of a model, tried again where that helps. */
export interface ModelCall extends HttpCall {
  readonly maxRetries: number
  /** How retries wait, where not by default. */
  readonly retryPolicy?: Omit<RetryPolicy, 'maxRetries' | 'abortSignal'> | undefined
}

export interface GeneratedReply {
  readonly reply: ModelReply
  readonly answer: Pick<HttpAnswer, 'headers'>
  /** The answer as it came, parsed. */
  readonly body: unknown
}

/** Calls a model and reads its whole answer. One that cannot be read is no answer: it is tried again like one that did not come. */
export function generateReply(call: ModelCall, decode: (body: unknown) => DecodedReply): Promise<GeneratedReply> {
  return tryAgain(call, async (answer) => {
    const body = parseBody(await answer.text(), answer)
    const decoded = decode(body)
    if ('error' in decoded) throw answer.refuse(decoded.error, body)
    return { reply: decoded.reply, answer, body }
  })
}

export interface StreamedReply {
  readonly parts: PartSource
  readonly answer: Pick<HttpAnswer, 'headers'>
}

export interface StreamOptions {
  /** Made anew for every try. */
  readonly createDecoder: () => StreamDecoder
  readonly createMap: () => (event: Exclude<ReplyEvent, { type: 'error' }>) => readonly ModelStreamPart[]
  readonly warnings: RequestWarning[]
  readonly includeRaw?: boolean | undefined
}

/** Calls a model and streams its answer. Until the first event is there it is tried again; never after. */
export function openModelReply(call: ModelCall, options: StreamOptions): Promise<StreamedReply> {
  const { createDecoder, createMap, ...rest } = options
  return tryAgain(call, async (answer) => {
    const parts = await openReply({ answer, decoder: createDecoder(), map: createMap(), ...rest })
    return { parts, answer }
  })
}

function tryAgain<T>(call: ModelCall, read: (answer: HttpAnswer) => Promise<T>): Promise<T> {
  const { maxRetries, abortSignal, retryPolicy } = call
  const once = async () => read(await callHttp(call))
  return maxRetries === 0 ? once() : retry(once, { ...retryPolicy, maxRetries, abortSignal })
}

/** Shown of a body that is none. */
const longestBody = 1_000

function parseBody(text: string, answer: HttpAnswer): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw answer.fail('model-response-invalid', 'The answer is no JSON: it was cut off, or is not from the provider.', {
      isRetryable: true,
      responseBody: text.slice(0, longestBody),
      cause,
    })
  }
}
