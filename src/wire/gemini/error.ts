import { asFields, asText, type Fields, jsonText, objectsIn, present } from '../../core/json.ts'
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
  const error = errorOf(body)
  const details = objectsIn(error['details'])
  const statusCode = typeof error['code'] === 'number' ? error['code'] : status
  const isSpent = details.some(isDailyQuota)
  const retryAfterMs = details.map(readDelay).find((delay) => delay !== undefined)
  const param = details.map(readField).find((field) => field !== undefined)
  return present({
    message: text(error['message']) ?? `Gemini answered with status ${statusCode}, and no explanation.`,
    type: text(error['status']),
    // OpenAI's code for a quota that is used up.
    code: isSpent ? 'insufficient_quota' : undefined,
    param,
    statusCode,
    isRetryable: isRetryableStatus(statusCode) && !isSpent,
    retryAfterMs,
  })
}

/** Google's `ErrorInfo`: why a request was refused, in a closed list of words. */
export interface ErrorReason {
  /** Such as `API_KEY_INVALID`. */
  readonly reason: string
  /** The API that refused it, where it is named: `generativelanguage.googleapis.com`. */
  readonly service: string | undefined
}

/**
 * The reason of an error, where Google's own infrastructure gave it. Messages and other details may quote the request, and are not read.
 */
export function decodeErrorReason(body: unknown): ErrorReason | undefined {
  const info = objectsIn(errorOf(body)['details']).find(
    (detail) => isOf(detail, 'ErrorInfo') && detail['domain'] === 'googleapis.com',
  )
  const reason = text(info?.['reason'])
  if (info === undefined || reason === undefined) return undefined
  return { reason, service: text(asFields(info['metadata'])['service']) }
}

function errorOf(body: unknown): Fields {
  return asFields(asFields(Array.isArray(body) ? body[0] : body)['error'])
}

function text(value: unknown): string | undefined {
  return asText(value) || undefined
}

function isOf(detail: Fields, type: string): boolean {
  return detail['@type'] === `type.googleapis.com/google.rpc.${type}`
}

/** `RetryInfo`: a duration in seconds, such as `41s` or `0.5s`. */
function readDelay(detail: Fields): number | undefined {
  if (!isOf(detail, 'RetryInfo')) return undefined
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(jsonText(detail['retryDelay']))?.[1]
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1000)
}

/** `QuotaFailure`: a quota id says what it counts. A daily quota is not back in a minute, whatever `RetryInfo` says. */
function isDailyQuota(detail: Fields): boolean {
  const violations = isOf(detail, 'QuotaFailure') ? objectsIn(detail['violations']) : []
  return violations.some(({ quotaId }) => /PerDay/.test(jsonText(quotaId)))
}

function readField(detail: Fields): string | undefined {
  const [first] = isOf(detail, 'BadRequest') ? objectsIn(detail['fieldViolations']) : []
  return text(first?.['field'])
}
