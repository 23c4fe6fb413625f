import { ToolfitError } from '../../core/errors.ts'
import { showValue } from '../../core/json.ts'
import { asAiSdkError } from '../../models/http/api-call-error.ts'

/** An option has an invalid value. `InvalidArgumentError.isInstance` of `ai` recognises it. */
export function invalidArgument(option: string, problem: string, given: unknown): ToolfitError {
  const message = `Invalid argument for parameter ${option}: ${problem}`
  const error = new ToolfitError('option-invalid', message, { option, given: showValue(given) })
  return asAiSdkError(Object.assign(error, { parameter: option, value: given }), 'AI_InvalidArgumentError')
}
