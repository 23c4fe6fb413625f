import { ToolfitError } from '../../../core/errors.ts'
import { showValue } from '../../../core/json.ts'
import { type ApiCallError, isApiCallError } from '../../../models/http/api-call-error.ts'
import { readRetryAfter } from '../../../models/http/retry.ts'
import {
  InvalidRequest,
  mostAnswerValues,
  mostArgumentValues,
  mostEventValues,
  mostLogprobs,
  mostParts,
  type WireError,
} from '../../../wire/wire-error.ts'
import { isBadKey, wireErrorOf } from '../../ask/upstream-failure.ts'
import { RefusedRequest } from '../../refused-request.ts'

/** What a client is told of an error, in OpenAI's words. */
export function refusalOf(error: unknown): RefusedRequest {
  if (error instanceof RefusedRequest) return inOwnWords(error)
  if (error instanceof InvalidRequest) return new RefusedRequest(error.wire)
  if (isApiCallError(error)) return refusalOfCall(error)
  if (ToolfitError.isInstance(error)) {
    const wire = refusedInput(error)
    if (wire !== undefined) return new RefusedRequest(wire, {}, { cause: error })
  }
  const message = 'The server had an error while processing your request.'
  return new RefusedRequest({ message, code: 'internal_error', statusCode: 500 }, {}, { cause: error })
}

/** The parameter that an error of the gateway is about. */
const ownParams: Readonly<Record<string, string>> = { content_policy_violation: 'messages', empty_prompt: 'messages' }

function inOwnWords(refusal: RefusedRequest): RefusedRequest {
  const { wire, headers } = refusal
  const { code = '' } = wire
  if (wire.param !== undefined || !Object.hasOwn(ownParams, code)) return refusal
  const param = ownParams[code]!
  if (code !== 'empty_prompt') return new RefusedRequest({ ...wire, param }, headers, { cause: refusal })
  const message =
    "Invalid 'messages': there is nothing to answer. Every message is empty, or the result of a call that is not there."
  return new RefusedRequest({ ...wire, param, code: 'invalid_value', message }, headers, { cause: refusal })
}

const cutShort: ReadonlySet<string> = new Set(['model-unreachable', 'model-response-invalid', 'model-stream-truncated'])

/** The same for an error inside a stream: after a broken event or connection the rest will not come. */
export function refusalInStream(error: unknown): RefusedRequest {
  if (!isApiCallError(error) || !cutShort.has(error.code)) return refusalOf(error)
  return new RefusedRequest({ ...failures.get('model-stream-truncated')!, isRetryable: true }, {}, { cause: error })
}

/** Our own errors about the client's input. A tool that cannot be compiled is left out; a response format cannot be. */
function refusedInput({ code, message }: ToolfitError): Omit<WireError, 'isRetryable'> | undefined {
  if (/^(schema|ref|value)-/.test(code)) {
    const text = `Invalid schema for response_format: ${message}`
    return { message: text, param: 'response_format', code: 'invalid_schema', statusCode: 400 }
  }
  return code === 'prompt-unsupported' ? { message, param: 'messages', statusCode: 400 } : undefined
}

/** Failures of the connection or the answer, as clients see them. */
const failures: ReadonlyMap<string, { readonly statusCode: number; readonly code: string; readonly message: string }> =
  new Map([
    ['model-timeout', { statusCode: 504, code: 'upstream_timeout', message: 'The model did not answer in time.' }],
    [
      'model-unreachable',
      { statusCode: 502, code: 'upstream_unreachable', message: 'The model could not be reached.' },
    ],
    [
      'model-response-invalid',
      {
        statusCode: 502,
        code: 'bad_gateway',
        message: `The answer of the model could not be read: it is not JSON, it nests too deep, it is too large (more than ${mostAnswerValues} values, or ${mostEventValues} in an event), it has more than ${mostParts} parts or sources or ${mostLogprobs} log probabilities, or its calls have more than ${mostArgumentValues} values in their arguments.`,
      },
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

/** Of a message of Gemini. */
const longestMessage = 10_000

function shorten(message: string): string {
  return message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message
}

function refusalOfCall(error: ApiCallError): RefusedRequest {
  const failure = failures.get(error.code)
  const { isRetryable } = error
  const options = { cause: error }
  if (failure !== undefined) return new RefusedRequest({ ...failure, isRetryable }, {}, options)
  const wire = wireErrorOf(error)
  const statusCode = clientStatus(wire, error)
  const code = wire.code ?? codeFor(statusCode)
  const param = statusCode === 404 ? 'model' : errorParam(wire)
  return new RefusedRequest(
    {
      message: shorten(error.message) + (statusCode === 404 ? adviceOnModel(error) : ''),
      statusCode,
      isRetryable,
      ...(code === undefined ? {} : { code }),
      ...(param === undefined ? {} : { param }),
    },
    retryHeaders(error),
    options,
  )
}

/** Gemini names a call of its own API. Other things than models can be missing too: files, caches. */
function adviceOnModel({ message }: ApiCallError): string {
  return /\bmodels?\b/i.test(message) && /not found/i.test(message)
    ? ' Use a model of GET /v1/models, or give one this name with --model (models).'
    : ''
}

function clientStatus({ statusCode = 500 }: WireError, error: ApiCallError): number {
  if (isBadKey(error)) return 401
  // A redirect is not followed, and an error of Gemini is not an error of the gateway.
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

/** Google's daily quotas start again by then. A client that believes a longer wait would be gone for good. */
const longestWaitMs = 24 * 60 * 60 * 1000

/** How long Gemini asks to wait: in seconds for HTTP, in milliseconds for OpenAI's clients. */
function retryHeaders({ responseHeaders = {} }: ApiCallError): Record<string, string> {
  const asked = readRetryAfter(responseHeaders)
  if (asked === undefined) return {}
  const ms = Math.min(asked, longestWaitMs)
  return { 'retry-after': String(Math.ceil(ms / 1000)), 'retry-after-ms': String(Math.ceil(ms)) }
}

/** OpenAI's words for a model that does not exist. */
export function modelNotFound(model: string): RefusedRequest {
  const shown = showValue(model, 100).slice(1, -1)
  const message = `The model \`${shown}\` does not exist or you do not have access to it.`
  return new RefusedRequest({ message, param: 'model', code: 'model_not_found', statusCode: 404 })
}

/** Google's fields, and the parameters that they are made of. */
export const parameters: Readonly<Record<string, string>> = {
  contents: 'messages',
  systemInstruction: 'messages',
  toolConfig: 'tool_choice',
  tools: 'tools',
  safetySettings: 'safety_settings',
  cachedContent: 'google.cached_content',
  temperature: 'temperature',
  topP: 'top_p',
  topK: 'top_k',
  maxOutputTokens: 'max_completion_tokens',
  stopSequences: 'stop',
  seed: 'seed',
  candidateCount: 'n',
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
  responseLogprobs: 'logprobs',
  logprobs: 'top_logprobs',
  responseSchema: 'response_format',
  responseJsonSchema: 'response_format',
  responseMimeType: 'response_format',
  thinkingConfig: 'reasoning_effort',
  responseModalities: 'modalities',
}

/**
 * The parameter that Google's error is about, by the field that it names or the path in its text.
 *
 * @example
 * ```ts
 * errorParam({ message: '…', param: 'tools[0].function_declarations[2].parameters', isRetryable: false })
 * // 'tools[2].function.parameters'
 * ```
 */
export function errorParam({ param, message }: WireError): string | undefined {
  const path = param ?? /(?:GenerateContentRequest\.|at ')([a-z][\w.[\]]*)/i.exec(message)?.[1]
  if (path === undefined) return undefined
  const steps = path
    .slice(0, longestMessage)
    .replace(/^GenerateContentRequest\./, '')
    .split('.')
    .map((step) => step.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()))
  const [root = '', second = ''] = steps
  const declaration = /^functionDeclarations\[(\d+)\]/.exec(second)?.[1]
  if (nameOf(root) === 'tools' && declaration !== undefined) {
    const inside = steps.slice(2).find((step) => /^(name|description|parameters)/.test(step))
    return `tools[${declaration}].function${inside === undefined ? '' : `.${nameOf(inside)}`}`
  }
  const name = nameOf(root === 'generationConfig' ? second : root)
  return Object.hasOwn(parameters, name) ? parameters[name] : undefined
}

function nameOf(step: string): string {
  return step.replace(/\[.*$/s, '')
}
