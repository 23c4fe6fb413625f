import { isPlainObject } from '../../core/json.ts'
import { type ApiCallError, isApiCallError } from '../../models/http/api-call-error.ts'
import { readRetryAfter } from '../../models/http/retry.ts'
import { decodeError, decodeErrorReason } from '../../wire/gemini/error.ts'
import type { WireError } from '../../wire/wire-error.ts'
import type { CallOutcome } from './circuit-breaker.ts'
import type { KeyFailure } from './upstream-keys.ts'

/** Google's error, with the message that has its secrets masked. */
export function wireErrorOf(error: ApiCallError): WireError {
  return { ...decodeError(error.data, error.statusCode ?? 500), message: error.message }
}

/** Google answers a wrong or expired key with 400. The reason says so: the message may quote the request. */
export function isBadKey(error: ApiCallError): boolean {
  return error.statusCode === 400 && hasReason(error, (reason) => reason === 'API_KEY_INVALID')
}

/** Reasons that are about a key, its project or its account. The source is `google.api.ErrorReason`. */
const keyReasons: ReadonlySet<string> = new Set([
  'API_KEY_INVALID',
  'API_KEY_SERVICE_BLOCKED',
  'API_KEY_HTTP_REFERRER_BLOCKED',
  'API_KEY_IP_ADDRESS_BLOCKED',
  'API_KEY_ANDROID_APP_BLOCKED',
  'API_KEY_IOS_APP_BLOCKED',
  'SERVICE_DISABLED',
  'BILLING_DISABLED',
  'CONSUMER_INVALID',
  'CONSUMER_SUSPENDED',
  'ACCOUNT_STATE_INVALID',
  'GCP_SUSPENDED',
  'USER_PROJECT_DENIED',
])

/** The APIs that a gateway calls. A request may name things of others, such as a file in Cloud Storage. */
const calledService = /(?:^|-)(?:generativelanguage|aiplatform|cloudcode-pa)\.googleapis\.com$/

function hasReason({ data }: ApiCallError, isMeant: (reason: string) => boolean): boolean {
  const { reason = '', service } = decodeErrorReason(data) ?? {}
  return isMeant(reason) && (service === undefined || calledService.test(service))
}

/**
 * What an error says about the key that was used, by its status and its structured reason. Undefined: nothing, and another key would get
 * the same answer.
 */
export function keyFailure(error: unknown): KeyFailure | undefined {
  if (!isApiCallError(error) || error.code !== 'model-http-error') return undefined
  const { code, statusCode = 500 } = wireErrorOf(error)
  if (isBadKey(error) || statusCode === 401) return { statusCode, isRejected: true }
  // Another key may have access to a file or a model that the client named, and this one may be good for everything else.
  if (statusCode === 403)
    return {
      statusCode,
      ...(hasReason(error, (reason) => keyReasons.has(reason)) ? { isRejected: true } : { isDenied: true }),
    }
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
