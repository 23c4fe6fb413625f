import { ToolfitError, type ToolfitErrorCode } from '../../core/errors.ts'

/** What the AI SDK's `APICallError` has, and so every error here that is about a call to a provider. */
export interface ApiCallFields {
  /** Without its query, and without a password: keys have been seen in both. */
  readonly url: string
  readonly statusCode?: number
  readonly responseHeaders?: Readonly<Record<string, string>>
  readonly responseBody?: string
  /** The error as the provider wrote it, parsed. */
  readonly data?: unknown
  /** Whether the same call may succeed later. `ai` retries by it. */
  readonly isRetryable: boolean
}

/** A {@link ToolfitError} that `APICallError.isInstance` of `ai` recognises. */
export type ApiCallError = ToolfitError & ApiCallFields & { readonly requestBodyValues: unknown }

export interface ApiCallErrorOptions extends ApiCallFields {
  readonly provider: string
  readonly cause?: unknown
}

/** Creates an error about a call to a provider. Texts must be masked by now: see {@link maskSecrets}. */
export function createApiCallError(
  code: ToolfitErrorCode,
  message: string,
  options: ApiCallErrorOptions,
): ApiCallError {
  const { provider, cause, ...fields } = options
  const { url, statusCode, isRetryable } = fields
  const evidence = { provider, url, ...(statusCode === undefined ? {} : { statusCode }), isRetryable }
  const error = new ToolfitError(code, message, evidence, cause === undefined ? {} : { cause })
  // What was asked is the caller's own, and no matter for a log.
  return asAiSdkError(Object.assign(error, fields, { requestBodyValues: undefined }), 'AI_APICallError')
}

/** Marks an error as one of the AI SDK's, which are told by registered symbols. */
export function asAiSdkError<E extends Error>(error: E, name: string): E {
  for (const key of ['vercel.ai.error', `vercel.ai.error.${name}`]) {
    Object.defineProperty(error, Symbol.for(key), { value: true })
  }
  return error
}

/** True for an error of {@link createApiCallError}, and for the AI SDK's own. */
export function isApiCallError(error: unknown): error is ApiCallError {
  const mark = Symbol.for('vercel.ai.error.AI_APICallError')
  return typeof error === 'object' && error !== null && (error as Record<symbol, unknown>)[mark] === true
}

const secretHeader = /authorization|api[-_]?key|token|secret|cookie/i

/** Shorter values would be found in any text; no provider has keys of that length. */
const shortestSecret = 8

/** Parameters of a URL that may be keys. */
const secretParameter = /key|token|secret|auth|sig/i

/** What nobody else may see of a request: values of headers, with and without the scheme in front, and what stands in its URL. */
export function secretsIn(headers: Readonly<Record<string, string>>, url: string): readonly string[] {
  const values = Object.entries(headers).flatMap(([name, value]) => {
    if (!secretHeader.test(name)) return []
    return [value.trim(), value.trim().replace(/^\S+\s+/, '')]
  })
  values.push(...secretsOf(url))
  // The longest first: what contains another secret is masked as a whole.
  return [...new Set(values)].filter((value) => value.length >= shortestSecret).sort((a, b) => b.length - a.length)
}

/** As they are written, and as they are meant. */
function secretsOf(url: string): string[] {
  if (!URL.canParse(url)) return []
  const { username, password, search } = new URL(url)
  const parameters = search
    .slice(1)
    .split('&')
    .filter((pair) => secretParameter.test(pair.replace(/=.*$/s, '')))
  const written = [username, password, ...parameters.map((pair) => pair.slice(pair.indexOf('=') + 1))]
  return written.flatMap((value) => [value, decode(value)])
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    // A stray percent sign: it is written as it is meant.
    return value
  }
}

/** A text without the secrets: providers and proxies echo keys in what they say. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, '[secret]'), text)
}

/** A URL that can be shown. */
export function showUrl(url: string): string {
  try {
    const { origin, pathname } = new URL(url)
    return `${origin}${pathname}`
  } catch {
    return url.replace(/[?#].*$/s, '')
  }
}
