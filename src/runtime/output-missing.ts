import { ToolfitError } from '../core/errors.ts'
import { asAiSdkError } from '../models/http/api-call-error.ts'

/**
 * There is no output to read. `NoOutputGeneratedError.isInstance` of `ai` recognises it, and `NoOutputSpecifiedError.isInstance` of
 * `ai` 5.
 */
export function outputMissing(finishReason: string): ToolfitError {
  const message = `There is no output: the run ended with the finish reason ${JSON.stringify(finishReason)}. See its toolCalls.`
  const error = new ToolfitError('output-missing', message, { finishReason })
  return asAiSdkError(asAiSdkError(error, 'AI_NoOutputGeneratedError'), 'AI_NoOutputSpecifiedError')
}
