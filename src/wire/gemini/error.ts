import { isPlainObject } from '../../core/json.ts'
import { isRetryableStatus, type WireError } from '../wire-error.ts'

/**
 * Decodes Google's error envelope: `{ error }`, or `[{ error }]` for a stream that is an array. Any other body comes from a proxy, and is
 * not quoted.
 *
 * @example
 * ```ts
 * import { decodeError } from 'toolfit/gemini'
 *
 * const body = { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }
 * decodeError(body, 503).isRetryable // true
 * ```
 */
export function decodeError(body: unknown, status: number): WireError {
  const outer: unknown = Array.isArray(body) ? body[0] : body
  const error = isPlainObject(outer) && isPlainObject(outer['error']) ? outer['error'] : {}
  const details = (Array.isArray(error['details']) ? error['details'] : []).filter(isPlainObject)
  const statusCode = typeof error['code'] === 'number' ? error['code'] : status
  const isSpent = details.some(isDailyQuota)
  const retryAfterMs = details.map(readDelay).find((delay) => delay !== undefined)
  const param = details.map(readField).find((field) => field !== undefined)
  return {
    message: text(error['message']) ?? `Gemini answered with status ${statusCode}, and no explanation.`,
    ...(text(error['status']) === undefined ? {} : { type: text(error['status'])! }),
    // OpenAI's code for a quota that is used up.
    ...(isSpent ? { code: 'insufficient_quota' } : {}),
    ...(param === undefined ? {} : { param }),
    statusCode,
    isRetryable: isRetryableStatus(statusCode) && !isSpent,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

type Detail = Readonly<Record<string, unknown>>

function isOf(detail: Detail, type: string): boolean {
  return detail['@type'] === `type.googleapis.com/google.rpc.${type}`
}

/** `RetryInfo`: a duration in seconds, such as `41s` or `0.5s`. */
function readDelay(detail: Detail): number | undefined {
  if (!isOf(detail, 'RetryInfo')) return undefined
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(String(detail['retryDelay']))?.[1]
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1000)
}

/** `QuotaFailure`: a quota id says what it counts. A daily quota is not back in a minute, whatever `RetryInfo` says. */
function isDailyQuota(detail: Detail): boolean {
  const violations = isOf(detail, 'QuotaFailure') && Array.isArray(detail['violations']) ? detail['violations'] : []
  return violations.some((violation) => isPlainObject(violation) && /PerDay/.test(String(violation['quotaId'])))
}

function readField(detail: Detail): string | undefined {
  const violations = Array.isArray(detail['fieldViolations']) ? detail['fieldViolations'] : []
  const [first] = isOf(detail, 'BadRequest') ? violations : []
  return isPlainObject(first) ? text(first['field']) : undefined
}
