import { isPlainObject } from '../../core/json.ts'
import { type ApiCallError, isApiCallError } from '../../models/http/api-call-error.ts'
import { readRetryAfter } from '../../models/http/retry.ts'
import { decodeError } from '../../wire/gemini/error.ts'
import type { WireError } from '../../wire/wire-error.ts'
import type { CallOutcome } from './circuit-breaker.ts'
import type { KeyFailure } from './upstream-keys.ts'

/** Google's error, with the message that has its secrets masked. */
export function wireErrorOf(error: ApiCallError): WireError {
  return { ...decodeError(error.data, error.statusCode ?? 500), message: error.message }
}

const badKey = /API_KEY_INVALID|API key not valid|API key expired/

/** Google answers a wrong key with 400. */
export function isBadKey({ statusCode, message, data }: ApiCallError): boolean {
  return statusCode === 400 && badKey.test(`${message} ${JSON.stringify(data) ?? ''}`)
}

/** A file or a cache that the request names belongs to another project. */
const foreignThing = /permission to access the File|CachedContent|storage\.objects/

/** What an error says about the key that was used. Undefined: nothing, and another key would get the same answer. */
export function keyFailure(error: unknown): KeyFailure | undefined {
  if (!isApiCallError(error) || error.code !== 'model-http-error') return undefined
  const { code, statusCode = 500 } = wireErrorOf(error)
  // Another key may have access. This one is still good: a client could otherwise disable all keys by naming files that do not exist.
  if (statusCode === 403 && foreignThing.test(error.message)) return { statusCode }
  if (isBadKey(error) || statusCode === 401 || statusCode === 403) return { statusCode, isRejected: true }
  if (statusCode !== 429) return undefined
  const retryAfterMs = readRetryAfter(error.responseHeaders ?? {})
  return {
    statusCode,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(code === 'insufficient_quota' ? { isDaily: true } : {}),
  }
}

/** What an error says about the upstream itself. A refusal, or a quota, is the answer of one that works. */
export function callOutcome(error: unknown): CallOutcome {
  if (!isApiCallError(error)) return 'unknown'
  if (error.code !== 'model-http-error') return isEmptyAnswer(error) ? 'fine' : 'failed'
  return wireErrorOf(error).statusCode! >= 500 ? 'failed' : 'fine'
}

/** Gemini answered without a candidate and without a reason. It does so where a filter stopped it. */
export function isEmptyAnswer(error: unknown): boolean {
  if (!isApiCallError(error) || error.code !== 'model-response-invalid') return false
  return isPlainObject(error.data) && !Object.hasOwn(error.data, 'error')
}

/**
 * Whether Gemini refuses a thought signature. Signatures are bound to an endpoint, an account and a family of models, and do not show
 * it: a client may send one with another model, or to a gateway with another key.
 */
export function isSignatureRefusal(error: unknown): boolean {
  return isApiCallError(error) && error.statusCode === 400 && /thought.?signature/i.test(error.message)
}
