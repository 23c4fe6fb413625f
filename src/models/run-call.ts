import type { DecodedReply, ModelReply } from '../wire/model-reply.ts'
import { callHttp, type OpenReply } from './http/call-http.ts'
import type { ModelCall } from './http/model-call.ts'
import { retry } from './http/retry.ts'
import { openParts, type PartBatches, type StreamedReply } from './part-batches.ts'

export interface GeneratedReply {
  readonly reply: ModelReply
  readonly headers: OpenReply['headers']
  /** The body of the answer, parsed. */
  readonly body: unknown
}

/** Calls a model and reads its whole answer. An answer that cannot be read is tried again like one that did not come. */
export function generateReply(call: ModelCall, decode: (body: unknown) => DecodedReply): Promise<GeneratedReply> {
  return withRetries(call, async (reply) => {
    const body = parseBody(await reply.text(), reply)
    const decoded = decode(body)
    if ('error' in decoded) throw reply.refuse(decoded.error, body)
    return { reply: decoded.reply, headers: reply.headers, body }
  })
}

export interface OpenedParts {
  readonly parts: PartBatches
  readonly headers: OpenReply['headers']
}

/** Decoder and map are created for each try. */
export interface StreamOptions extends Pick<StreamedReply, 'warnings' | 'includeRaw'> {
  readonly createDecoder: () => StreamedReply['decoder']
  readonly createMap: () => StreamedReply['map']
}

/** Calls a model and streams its answer. It is tried again until the first event is there, and never after. */
export function streamReply(call: ModelCall, options: StreamOptions): Promise<OpenedParts> {
  const { createDecoder, createMap, warnings, includeRaw } = options
  return withRetries(call, async (reply) => {
    const parts = await openParts({ reply, decoder: createDecoder(), map: createMap(), warnings, includeRaw })
    return { parts, headers: reply.headers }
  })
}

function withRetries<T>(call: ModelCall, read: (reply: OpenReply) => Promise<T>): Promise<T> {
  const { maxRetries, abortSignal, retryPolicy } = call
  return retry(async () => read(await callHttp(call)), { ...retryPolicy, maxRetries, abortSignal })
}

/** Shown of a body that is not JSON. */
const longestShown = 1_000

function parseBody(text: string, reply: OpenReply): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw reply.fail('model-response-invalid', 'The answer is no JSON: it was cut off, or is not from the provider.', {
      isRetryable: true,
      responseBody: text.slice(0, longestShown),
      cause,
    })
  }
}
