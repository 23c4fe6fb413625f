import { isPlainObject } from '../../core/json.ts'
import { isRetryableStatus, type WireError } from '../wire-error.ts'

/**
 * Reads the body of an error, of OpenAI and of those who imitate it: `{ error: { message, type, param, code } }`, `{ error: text }`,
 * `{ message }`, Google's list of one, MiniMax' `base_resp`, a page of HTML. A body that says nothing becomes the status.
 */
export function decodeError(body: unknown, status?: number): WireError {
  const fields = errorFields(body)
  const type = text(fields['type']) ?? text(fields['status'])
  const code = text(fields['code'])
  const param = text(fields['param'])
  const statusCode = status ?? impliedStatus(fields)
  return {
    message: text(fields['message']) ?? (status === undefined ? 'The provider reported an error.' : `HTTP ${status}`),
    ...(type === undefined ? {} : { type }),
    ...(code === undefined ? {} : { code }),
    ...(param === undefined ? {} : { param }),
    ...(statusCode === undefined ? {} : { statusCode }),
    isRetryable: isRetryable(statusCode, type, code),
  }
}

/** True for a body that is an error, also where the status says that all is well. */
export function isErrorBody(body: unknown): boolean {
  if (!isPlainObject(body) || Array.isArray(body['choices'])) return false
  return Boolean(body['error']) || miniMaxError(body) !== undefined
}

function errorFields(body: unknown): Readonly<Record<string, unknown>> {
  const given: unknown = Array.isArray(body) ? body[0] : body
  // A line of text explains; a page of HTML does not.
  if (typeof given === 'string' && given.length < 300 && !given.includes('<')) return { message: given.trim() }
  if (!isPlainObject(given)) return {}
  const { error } = given
  if (isPlainObject(error)) return error
  if (typeof error === 'string') return { ...given, message: error }
  return miniMaxError(given) ?? given
}

function miniMaxError(body: Record<string, unknown>): Record<string, unknown> | undefined {
  const response = body['base_resp']
  if (!isPlainObject(response)) return undefined
  const { status_code: code, status_msg: message } = response
  return code === 0 || code === undefined ? undefined : { code, message }
}

function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** An error inside a stream has no status; some say it in their code. */
function impliedStatus({ code, status }: Readonly<Record<string, unknown>>): number | undefined {
  for (const value of [status, code]) {
    const number = Number(value)
    if (Number.isInteger(number) && number >= 400 && number < 600) return number
  }
  return undefined
}

const retryableTypes = /rate_limit|overload|server_error|timeout|unavailable|internal/i

function isRetryable(status: number | undefined, type: string | undefined, code: string | undefined): boolean {
  // A quota that is used up stays so; it has the status of a rate limit.
  if (code === 'insufficient_quota' || type === 'insufficient_quota') return false
  if (status !== undefined) return isRetryableStatus(status)
  return retryableTypes.test(`${type ?? ''} ${code ?? ''}`)
}
