import { ToolfitError } from '../../core/errors.ts'
import { asAiSdkError } from '../../models/http/api-call-error.ts'
import { errorText } from '../result/tool-output.ts'
import { withHidden } from '../result/with-hidden.ts'

/** The error of a call that failed several times, in the words of `ai`. It has the `statusCode` of the last one. */
export function createRetryError(errors: unknown[], maxRetries: number): ToolfitError {
  const lastError = errors[errors.length - 1]
  const isExceeded = errors.length > maxRetries
  const how = isExceeded
    ? `. Last error: ${errorText(lastError)}`
    : ` with non-retryable error: '${errorText(lastError)}'`
  const error = new ToolfitError('model-http-error', `Failed after ${errors.length} attempts${how}`)
  const reason = isExceeded ? 'maxRetriesExceeded' : 'errorNotRetryable'
  asAiSdkError(Object.assign(error, { cause: undefined, reason, errors, lastError }), 'AI_RetryError')
  const { statusCode } = (lastError ?? {}) as { statusCode?: unknown }
  return statusCode === undefined ? error : withHidden(error, { statusCode })
}
