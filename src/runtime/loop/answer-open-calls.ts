import type { ModelMessage } from '../../core/message.ts'
import type { ProfileId } from '../../history/profile.ts'
import { repairHistory } from '../../history/repair.ts'
import { repairWarnings } from '../../models/model-warnings.ts'
import type { RunnableModel } from '../../models/versions/any-model.ts'
import type { RequestWarning } from '../../wire/model-request.ts'

/** Messages that can be sent, and warnings about their repairs. */
export interface SendableMessages {
  readonly messages: readonly ModelMessage[]
  readonly warnings: readonly RequestWarning[]
}

/** Repairs a conversation in which a call was never answered. Loaded only for such a conversation. */
export function answerOpenCalls(model: RunnableModel, messages: readonly ModelMessage[]): SendableMessages {
  const repaired = repairHistory(messages, profileOf(model))
  return { messages: repaired.messages, warnings: repairWarnings(repaired.repairs) }
}

/** The turn rules of a provider, by its name. Most others use OpenAI's protocol. */
function profileOf({ provider }: RunnableModel): ProfileId {
  if (provider.startsWith('google')) return 'gemini'
  return provider.includes('anthropic') ? 'anthropic' : 'openai-chat'
}
