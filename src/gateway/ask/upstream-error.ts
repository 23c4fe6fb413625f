import { ToolfitError } from '../../core/errors.ts'
import { isPlainObject } from '../../core/json.ts'
import { type ApiCallError, isApiCallError } from '../../models/http/api-call-error.ts'
import { readRetryAfter } from '../../models/http/retry.ts'
import { decodeError } from '../../wire/gemini/error.ts'
import type { WireError } from '../../wire/wire-error.ts'
import { errorParam } from '../protocols/chat-completions/error-param.ts'
import { RefusedRequest } from '../refused-request.ts'
import type { CallVerdict } from './circuit-breaker.ts'
import type { KeyFailure } from './upstream-keys.ts'

/** What a client is told of an error, whatever it is. Texts of our own programs are not among it: a client cannot use them. */
export function refusalOf(error: unknown): RefusedRequest {
  if (error instanceof RefusedRequest) return error
  if (isApiCallError(error)) return refusalOfCall(error)
  if (ToolfitError.isInstance(error)) {
    const wire = refusedInput(error)
    if (wire !== undefined) return new RefusedRequest(wire, {}, { cause: error })
  }
  const message = 'The server had an error while processing your request.'
  return new RefusedRequest({ message, code: 'internal_error', statusCode: 500 }, {}, { cause: error })
}

const cutShort: ReadonlySet<string> = new Set(['model-unreachable', 'model-response-invalid', 'model-stream-truncated'])

/** The same, where part of the answer is out: an event cut in half and a connection that broke mean that the rest will not come. */
export function refusalInStream(error: unknown): RefusedRequest {
  if (!isApiCallError(error) || !cutShort.has(error.code)) return refusalOf(error)
  return new RefusedRequest({ ...failures.get('model-stream-truncated')!, isRetryable: true }, {}, { cause: error })
}

/** Errors of our own about what the client sent. Tools that cannot be compiled are left out; the form of an answer cannot be. */
function refusedInput({ code, message }: ToolfitError): Omit<WireError, 'isRetryable'> | undefined {
  if (/^(schema|ref|value)-/.test(code)) {
    const text = `Invalid schema for response_format: ${message}`
    return { message: text, param: 'response_format', code: 'invalid_schema', statusCode: 400 }
  }
  return code === 'prompt-unsupported' ? { message, param: 'messages', statusCode: 400 } : undefined
}

/** What happened to the connection or the answer, as a client should see it. */
const failures: ReadonlyMap<string, { readonly statusCode: number; readonly code: string; readonly message: string }> =
  new Map([
    ['model-timeout', { statusCode: 504, code: 'upstream_timeout', message: 'The model did not answer in time.' }],
    [
      'model-unreachable',
      { statusCode: 502, code: 'upstream_unreachable', message: 'The model could not be reached.' },
    ],
    [
      'model-response-invalid',
      { statusCode: 502, code: 'bad_gateway', message: 'The answer of the model could not be read.' },
    ],
    [
      'model-stream-truncated',
      {
        statusCode: 502,
        code: 'upstream_truncated',
        message: 'The stream ended before the model was done. What has come so far is not the whole answer.',
      },
    ],
  ])

function refusalOfCall(error: ApiCallError): RefusedRequest {
  const failure = failures.get(error.code)
  const { isRetryable } = error
  const options = { cause: error }
  if (failure !== undefined) return new RefusedRequest({ ...failure, isRetryable }, {}, options)
  const wire = wireOf(error)
  const statusCode = clientStatus(wire, error)
  const code = wire.code ?? codeFor(statusCode)
  const param = statusCode === 404 ? 'model' : errorParam(wire)
  return new RefusedRequest(
    {
      message: error.message,
      statusCode,
      isRetryable,
      ...(code === undefined ? {} : { code }),
      ...(param === undefined ? {} : { param }),
    },
    retryHeaders(error),
    options,
  )
}

/** What Google said, with the texts that were masked: the error's own. */
function wireOf(error: ApiCallError): WireError {
  return { ...decodeError(error.data, error.statusCode ?? 500), message: error.message }
}

/** A wrong key is a 400 of Google's. */
const badKey = /API_KEY_INVALID|API key not valid|API key expired/

function isBadKey({ statusCode, message, data }: ApiCallError): boolean {
  return statusCode === 400 && badKey.test(`${message} ${JSON.stringify(data) ?? ''}`)
}

function clientStatus({ statusCode = 500 }: WireError, error: ApiCallError): number {
  if (isBadKey(error)) return 401
  // A redirect is not followed, and a fault of Gemini is not one of ours.
  if (statusCode < 400 || statusCode === 500 || statusCode > 504) return 502
  return statusCode
}

const codes: Readonly<Record<number, string>> = {
  401: 'invalid_api_key',
  404: 'model_not_found',
  429: 'rate_limit_exceeded',
  502: 'bad_gateway',
  503: 'model_overloaded',
  504: 'upstream_timeout',
}

function codeFor(statusCode: number): string | undefined {
  return codes[statusCode]
}

/** How long Gemini asks to wait: in seconds, as HTTP has it, and exactly, as OpenAI's clients read it. */
function retryHeaders({ responseHeaders = {} }: ApiCallError): Record<string, string> {
  const ms = readRetryAfter(responseHeaders)
  if (ms === undefined) return {}
  return { 'retry-after': String(Math.ceil(ms / 1000)), 'retry-after-ms': String(Math.ceil(ms)) }
}

/** A file or a cache that the request names belongs to another project. */
const foreignThing = /permission to access the File|CachedContent|storage\.objects/

/** What an error says about the key that was used. Undefined: nothing, and another key would hear the same. */
export function keyFailure(error: unknown): KeyFailure | undefined {
  if (!isApiCallError(error) || error.code !== 'model-http-error') return undefined
  const { code, statusCode = 500 } = wireOf(error)
  // Another key may have it. But this one is good: else a client could put all keys to rest by naming files that are not there.
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

/** What an error says about the upstream itself. A request that is refused, or one too many, was answered by one that works. */
export function upstreamVerdict(error: unknown): CallVerdict {
  if (!isApiCallError(error)) return 'unknown'
  if (error.code !== 'model-http-error') return isEmptyAnswer(error) ? 'fine' : 'failed'
  return wireOf(error).statusCode! >= 500 ? 'failed' : 'fine'
}

/** Gemini answered with nothing: no candidate, and no reason. It does so where a filter stopped it. */
export function isEmptyAnswer(error: unknown): boolean {
  if (!isApiCallError(error) || error.code !== 'model-response-invalid') return false
  return isPlainObject(error.data) && !Object.hasOwn(error.data, 'error')
}
