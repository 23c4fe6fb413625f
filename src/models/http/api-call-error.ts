import { isMarked, ToolfitError, type ToolfitErrorCode } from '../../core/errors.ts'

/** The fields of the AI SDK's `APICallError`, and of every error here that is about a call to a provider. */
export interface ApiCallFields {
  /** Without its query and password: both may hold keys. */
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

/** Creates an error about a call to a provider. Its texts must be masked already: see `maskSecrets`. */
export function createApiCallError(
  code: ToolfitErrorCode,
  message: string,
  options: ApiCallErrorOptions,
): ApiCallError {
  const { provider, cause, ...fields } = options
  const { url, statusCode, isRetryable } = fields
  const evidence = { provider, url, ...(statusCode === undefined ? {} : { statusCode }), isRetryable }
  const error = new ToolfitError(code, message, evidence, cause === undefined ? {} : { cause })
  // The request is the caller's data, and must not end up in a log.
  return asAiSdkError(Object.assign(error, fields, { requestBodyValues: undefined }), 'AI_APICallError')
}

/** Marks an error as one of the AI SDK's, which recognises its errors by registered symbols, and gives it the name that it has there. */
export function asAiSdkError<E extends Error>(error: E, name: string): E {
  Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true, enumerable: true })
  for (const key of ['vercel.ai.error', `vercel.ai.error.${name}`]) {
    Object.defineProperty(error, Symbol.for(key), { value: true })
  }
  return error
}

/** True for an error of {@link createApiCallError}, and for one of the AI SDK's own. */
export function isApiCallError(error: unknown): error is ApiCallError {
  return isMarked(error, Symbol.for('vercel.ai.error.AI_APICallError'))
}
