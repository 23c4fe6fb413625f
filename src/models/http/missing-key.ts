import { ToolfitError } from '../../core/errors.ts'
import { asAiSdkError } from './api-call-error.ts'

/** Someone has to pay. Headers of the caller's own stand for a key. `LoadAPIKeyError.isInstance` of `ai` knows it. */
export function missingKey(provider: string): ToolfitError {
  const message = `${provider} needs a key. Pass { apiKey }, or headers: () => ({ authorization: 'Bearer …' }).`
  return asAiSdkError(new ToolfitError('api-key-missing', message, { provider }), 'AI_LoadAPIKeyError')
}

/** A key that can be sent: variables of an environment may be empty, and files end in a line break. */
export function readKey(apiKey: string | undefined): string | undefined {
  return apiKey?.trim() || undefined
}
