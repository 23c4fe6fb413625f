import { ToolfitError, type ToolfitErrorCode } from '../../core/errors.ts'
import { type ApiCallError, type ApiCallFields, createApiCallError } from './api-call-error.ts'
import { createMask, mentionsSecret, secretsIn, showUrl } from './secrets.ts'

/** Creates the errors of one call: with its URL, without its secrets. */
export interface CallErrors {
  create(code: ToolfitErrorCode, message: string, fields?: CallErrorFields): ApiCallError
  tooLate(waitedFor: 'answer' | 'next piece', ms: number): ApiCallError
  /** The error of a connection. An error that is a {@link ToolfitError} already is returned as it is. */
  unreachable(error: unknown): Error
}

export type CallErrorFields = Partial<Omit<ApiCallFields, 'url'>> & { readonly cause?: unknown }

export interface CallTarget {
  /** The provider's name, for errors: `google.generative-ai`. */
  readonly provider: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export function createCallErrors({ provider, url, headers }: CallTarget): CallErrors {
  const create: CallErrors['create'] = (code, message, fields = {}) => {
    const mask = createMask(secretsIn(headers, url))
    const { isRetryable = false, cause, ...rest } = fields
    return createApiCallError(code, mask(message), {
      provider,
      url: mask(showUrl(url)),
      isRetryable,
      ...maskData(rest, mask),
      ...(cause === undefined || mentionsSecret(cause, mask) ? {} : { cause }),
    })
  }
  return {
    create,
    // Not retryable: the caller has waited long enough.
    tooLate: (waitedFor, ms) => create('model-timeout', `${provider} sent no ${waitedFor} within ${ms} ms.`),
    unreachable(error) {
      if (ToolfitError.isInstance(error)) return error
      const reason = error instanceof Error ? describe(error) : String(error)
      const message = `The connection to ${showUrl(url)} failed: ${reason}`
      return create('model-unreachable', message, { isRetryable: true, cause: error })
    },
  }
}

/** Node's `fetch failed` does not say why; its cause does. */
function describe(error: Error): string {
  const { cause } = error
  const inner = cause instanceof Error ? cause.message || (cause as { code?: string }).code : undefined
  return inner ? `${error.message} (${inner})` : error.message
}

function maskData<T>(data: T, mask: (text: string) => string): T {
  const text = JSON.stringify(data)
  const masked = mask(text)
  return masked === text ? data : JSON.parse(masked)
}
