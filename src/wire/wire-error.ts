/** What a provider says when it does not answer, in one shape for all of them. */
export interface WireError {
  readonly message: string
  /** The provider's word for the kind of error: `rate_limit_error`, `invalid_request_error` … */
  readonly type?: string
  /** The provider's code: `context_length_exceeded`, `insufficient_quota` … */
  readonly code?: string
  /** The field of the request that it is about. */
  readonly param?: string
  /** The HTTP status that the error stands for, where it came without one of its own (inside a stream). */
  readonly statusCode?: number
  /** Whether the same request may succeed later. */
  readonly isRetryable: boolean
  /** How long the provider asks to wait first. */
  readonly retryAfterMs?: number
}

/** Statuses after which the same request may succeed: a timeout, a conflict, too many requests, trouble on the other side. */
export function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500
}

/** A stream that stops before the model said why it did. */
export const truncatedStream: WireError = {
  message: 'The stream ended before the model was done. What has come so far is not the whole answer.',
  type: 'stream_error',
  code: 'stream-truncated',
  isRetryable: true,
}

/** An event that is no JSON object. */
export function unreadableEvent(data: string): WireError {
  const shown = data.length > 100 ? `${data.slice(0, 100)}…` : data
  return {
    message: `The stream has an event that cannot be read: ${shown}`,
    type: 'stream_error',
    code: 'stream-unreadable',
    isRetryable: true,
  }
}
