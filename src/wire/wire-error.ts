import { present } from '../core/json.ts'
import { type JsonSize, measureJson } from './json-size.ts'

/** An error of a provider, in one shape for all of them. */
export interface WireError {
  readonly message: string
  /** The provider's name for the kind of error: `rate_limit_error`, `invalid_request_error` … */
  readonly type?: string
  /** The provider's code: `context_length_exceeded`, `insufficient_quota` … */
  readonly code?: string
  /** The field of the request that it is about. */
  readonly param?: string
  /** The HTTP status; for an error inside a stream, the status that it stands for. */
  readonly statusCode?: number
  /** Whether the same request may succeed later. */
  readonly isRetryable: boolean
  /** How long the provider asks to wait first. */
  readonly retryAfterMs?: number
}

/** True for statuses after which the same request may succeed: a timeout, a conflict, too many requests, a server error. */
export function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500
}

/** The error of a stream that ends without a finish reason. */
export const truncatedStream: WireError = {
  message: 'The stream ended before the model was done. What has come so far is not the whole answer.',
  type: 'stream_error',
  code: 'stream-truncated',
  isRetryable: true,
}

export function isUnreadable({ code }: WireError): boolean {
  return code === 'stream-unreadable'
}

/** The error of an event that is not a JSON object. */
export function unreadableEvent(data: string): WireError {
  const shown = data.length > 100 ? `${data.slice(0, 100)}…` : data
  return {
    message: `The stream has an event that cannot be read: ${shown}`,
    type: 'stream_error',
    code: 'stream-unreadable',
    isRetryable: true,
  }
}

/** No model nests an answer deeper. Writing a value of some thousand levels as JSON exhausts the stack. */
export const deepestAnswer = 2_000

/**
 * In the arguments of all calls of an answer. A call counts as ten, and so do 2,000 characters. No model writes so many: each takes two
 * tokens or more. The largest recorded answer has 36.
 */
export const mostArgumentValues = 10_000

/** In an answer, or in one event of a stream. No model sends more: 10,000 tokens with 20 log probabilities each have 900,000. */
export const mostAnswerValues = 1_000_000

/** In one event of Gemini's, which is parsed, decoded and encoded without a pause. The largest recorded event of any provider has 489. */
export const mostEventValues = 50_000

/** Tokens with log probabilities in an answer of Gemini's or in one event: of those with so many, each takes several microseconds. */
export const mostLogprobs = 20_000

/** Parts, or sources, in an answer of Gemini's or in one event. The recorded ones have up to five. */
export const mostParts = 5_000

/** Why the JSON of an answer, or of one event, is not parsed: what it does wrong, as the end of a sentence. */
export function findAnswerProblem(json: string, most = mostAnswerValues): string | undefined {
  // It has fewer levels and values than characters.
  if (json.length <= deepestAnswer) return undefined
  return describeAnswerSize(measureJson(json, undefined, { depth: deepestAnswer, values: most }), most)
}

/** As {@link findAnswerProblem}, for an answer that was measured. */
export function describeAnswerSize(size: Pick<JsonSize, 'depth' | 'values'>, most: number): string | undefined {
  const { depth, values } = size
  if (depth > deepestAnswer)
    return `nests deeper than ${deepestAnswer} levels. Ask the model for less nested arguments.`
  return values > most ? `has more than ${most} values. Ask the model for less.` : undefined
}

/** The error of an event, or of an answer, that is too deep or too large. It is not asked for again: it would cost as much. */
export function hugeEvent(problem: string, what = 'The stream has an event that'): WireError {
  return {
    message: `${what} ${problem}`,
    type: 'stream_error',
    code: 'stream-unreadable',
    isRetryable: false,
  }
}

/** A request that the API would refuse. */
export class InvalidRequest extends Error {
  readonly wire: WireError & { readonly statusCode: number }

  constructor(message: string, param?: string, code?: string) {
    super(message)
    const fixed = { type: 'invalid_request_error', statusCode: 400, isRetryable: false }
    this.wire = present({ message, param, code, ...fixed })
  }
}

/** What a decoder reads, or the error of an {@link InvalidRequest}. */
export function orInvalid<Decoded>(decode: () => Decoded): Decoded | { readonly error: WireError } {
  try {
    return decode()
  } catch (error) {
    if (error instanceof InvalidRequest) return { error: error.wire }
    throw error
  }
}
