import { asText, type Fields, isPlainObject, type JsonObject, jsonText, present } from '../../core/json.ts'
import { isRetryableStatus, type WireError } from '../wire-error.ts'

/**
 * Decodes the body of an error, of OpenAI and of compatible servers: `{ error: { message, type, param, code } }`, `{ error: text }`,
 * `{ message }`, `{ detail }` (Mistral, FastAPI), Google's list of one, MiniMax' `base_resp`, a page of HTML. A body without an explanation is described by its status.
 *
 * @example
 * ```ts
 * import { decodeError } from 'toolfit/openai'
 *
 * const body = { error: { message: 'You exceeded your current quota.', type: 'insufficient_quota', code: null } }
 * decodeError(body, 429).isRetryable // false
 * ```
 */
export function decodeError(body: unknown, status?: number): WireError {
  const fields = errorFields(body)
  const type = text(fields['type']) ?? (asText(fields['status']) || undefined)
  const code = text(fields['code'])
  const param = text(fields['param'])
  const statusCode = status ?? impliedStatus(fields)
  const message =
    text(fields['message']) ?? (status === undefined ? 'The provider reported an error.' : `HTTP ${status}`)
  return present({ message, type, code, param, statusCode, isRetryable: isRetryable(statusCode, type, code) })
}

/** True for a body that is an error, also under status 200, and beside a choice (OpenRouter). */
export function isErrorBody(body: unknown): boolean {
  if (!isPlainObject(body)) return false
  const { error } = body
  const isSaid = isPlainObject(error) ? Object.keys(error).length > 0 : typeof error === 'string' && error !== ''
  return isSaid || miniMaxError(body) !== undefined
}

function errorFields(body: unknown): Fields {
  const given: unknown = Array.isArray(body) ? body[0] : body
  // A line of text is an explanation, a page of HTML is not.
  if (typeof given === 'string' && given.length < 300 && !given.includes('<')) return { message: given.trim() }
  if (!isPlainObject(given)) return {}
  const { error } = given
  if (isPlainObject(error)) return error
  if (typeof error === 'string') return { ...given, message: error }
  return miniMaxError(given) ?? { ...given, message: given['message'] ?? detailText(given['detail']) }
}

/** FastAPI's explanation: a text, or a list of violations with their places. */
function detailText(detail: unknown): string | undefined {
  if (!Array.isArray(detail)) return text(detail)
  const lines = detail.filter(isPlainObject).map(({ msg, loc }) => {
    const place = Array.isArray(loc) ? loc.map(jsonText).join('.') : ''
    return `${place}${place === '' ? '' : ': '}${text(msg) ?? ''}`
  })
  return lines.length === 0 ? undefined : lines.join('\n')
}

function miniMaxError(body: Record<string, unknown>): Record<string, unknown> | undefined {
  const response = body['base_resp']
  if (!isPlainObject(response)) return undefined
  const { status_code: code, status_msg: message } = response
  if (code === 0 || code === undefined) return undefined
  return { code, message, status: miniMaxStatuses[jsonText(code)] }
}

/** The statuses of MiniMax' own codes, which come under status 200. Source: platform.minimax.io/docs/api-reference/errorcode. */
const miniMaxStatuses: Readonly<Record<string, number>> = {
  1000: 500,
  1001: 504,
  1002: 429,
  1004: 401,
  1008: 402,
  1024: 500,
  1033: 500,
  1039: 429,
}

function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** An error inside a stream has no status; some have it as their code. */
function impliedStatus({ code, status }: Fields): number | undefined {
  for (const value of [status, code]) {
    const number = Number(value)
    if (Number.isInteger(number) && number >= 400 && number < 600) return number
  }
  return undefined
}

/** A used-up quota has the status of a rate limit, but waiting does not help. The second code is Moonshot's. */
const spent: ReadonlySet<string> = new Set(['insufficient_quota', 'exceeded_current_quota_error'])

const retryableTypes = /rate_limit|overload|server_error|timeout|unavailable|internal/i

function isRetryable(status: number | undefined, type: string | undefined, code: string | undefined): boolean {
  if ([code, type].some((word) => word !== undefined && spent.has(word))) return false
  if (status !== undefined) return isRetryableStatus(status)
  return retryableTypes.test(`${type ?? ''} ${code ?? ''}`)
}

const typesByStatus: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'invalid_request_error',
  413: 'invalid_request_error',
  422: 'invalid_request_error',
  429: 'rate_limit_error',
}

/**
 * Encodes an error in OpenAI's shape. All fields are present: clients expect them.
 *
 * @example
 * ```ts
 * import { encodeError } from 'toolfit/openai'
 *
 * const { error } = encodeError({ message: 'Slow down.', statusCode: 429, isRetryable: true })
 * error // { message: 'Slow down.', type: 'rate_limit_error', param: null, code: null }
 * ```
 */
export function encodeError({ message, param, code, statusCode = 500 }: WireError): JsonObject {
  const type = typesByStatus[statusCode] ?? (statusCode < 500 ? 'invalid_request_error' : 'server_error')
  return { error: { message, type, param: param ?? null, code: code ?? null } }
}
