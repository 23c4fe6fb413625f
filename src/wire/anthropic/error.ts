import { asFields, asText, isPlainObject, present } from '../../core/json.ts'
import { InvalidRequest, isRetryableStatus, type WireError } from '../wire-error.ts'

/** The status of each type of error, for errors inside a stream. */
const statuses: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
}

/**
 * Decodes `{ type: 'error', error: { type, message } }`. A body without an explanation is described by its status.
 *
 * @example
 * ```ts
 * import { decodeError } from 'toolfit/anthropic'
 *
 * const body = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
 * decodeError(body).statusCode // 529
 * decodeError(body).isRetryable // true
 * ```
 */
export function decodeError(body: unknown, status?: number): WireError {
  const outer = asFields(body)
  const fields = isPlainObject(outer['error']) ? outer['error'] : outer
  const type = typeof fields['type'] === 'string' && fields['type'] !== 'error' ? fields['type'] : undefined
  const message = asText(fields['message']) || shortText(body)
  const statusCode = status ?? (type === undefined ? undefined : statuses[type])
  return present({
    message: message ?? (status === undefined ? 'Anthropic reported an error.' : `HTTP ${status}`),
    type,
    statusCode,
    isRetryable: statusCode !== undefined && isRetryableStatus(statusCode),
  })
}

/** A line of text is an explanation, a page of HTML is not. */
function shortText(body: unknown): string | undefined {
  return typeof body === 'string' && body.length < 300 && !body.includes('<') && body.trim() !== ''
    ? body.trim()
    : undefined
}

/** The error of a request that the API would refuse, in its words. */
export function invalid(at: string, problem: string): InvalidRequest {
  return new InvalidRequest(`${at}: ${problem}`)
}
