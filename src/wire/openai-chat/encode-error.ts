import type { JsonObject } from '../../core/json.ts'
import type { WireError } from '../wire-error.ts'

const types: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'invalid_request_error',
  413: 'invalid_request_error',
  422: 'invalid_request_error',
  429: 'rate_limit_error',
}

/**
 * Writes an error as OpenAI does. Every field is there: clients read them without asking.
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
  const type = types[statusCode] ?? (statusCode < 500 ? 'invalid_request_error' : 'server_error')
  return { error: { message, type, param: param ?? null, code: code ?? null } }
}
