import { messageOf } from '../errors/ai-sdk-error.ts'
import { RetryError } from '../errors/model-errors.ts'
import { withHidden } from '../result/with-hidden.ts'

/** The error of a call that failed several times, in the words of `ai`. It has the `statusCode` of the last one. */
export function createRetryError(errors: unknown[], maxRetries: number): RetryError {
  const last = errors[errors.length - 1]
  const message = messageOf(last)
  const isExceeded = errors.length > maxRetries
  const error = new RetryError({
    message: isExceeded
      ? `Failed after ${errors.length} attempts. Last error: ${message}`
      : `Failed after ${errors.length} attempts with non-retryable error: '${message}'`,
    reason: isExceeded ? 'maxRetriesExceeded' : 'errorNotRetryable',
    errors,
  })
  const { statusCode } = (last ?? {}) as { statusCode?: unknown }
  return statusCode === undefined ? error : withHidden(error, { statusCode })
}
