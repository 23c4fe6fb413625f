import type { ModelMessage } from '../../core/message.ts'
import type { ProfileId } from '../../history/profile.ts'
import type { RunnableModel } from '../../models/versions/any-model.ts'
import { isOwn } from '../../models/versions/language-model.ts'
import type { RequestWarning } from '../../wire/model-request.ts'

/** Messages that can be sent, and what was done to them. */
export interface SendableMessages {
  readonly messages: readonly ModelMessage[]
  readonly warnings: readonly RequestWarning[]
}

/**
 * Repairs a conversation in which a call was never answered: every provider refuses it from there on, for good. Our own models see to
 * it themselves, and so nothing is done for them; nor where all calls are answered, which costs a look at each message.
 */
export async function answerOpenCalls(
  model: RunnableModel,
  messages: readonly ModelMessage[],
): Promise<SendableMessages> {
  if (isOwn(model) || !hasOpenCalls(messages)) return { messages, warnings: [] }
  const [{ repairHistory }, { repairWarnings }] = await Promise.all([
    import('../../history/repair.ts'),
    import('../../models/model-warnings.ts'),
  ])
  const repaired = repairHistory(messages, profileOf(model))
  return { messages: repaired.messages, warnings: repairWarnings(repaired.repairs) }
}

function hasOpenCalls(messages: readonly ModelMessage[]): boolean {
  const open = new Set<string>()
  for (const { role, content } of messages) {
    // What a tool message answers, or another message leaves behind.
    if (role !== 'tool' && open.size > 0) return true
    if (typeof content === 'string') continue
    for (const part of content) {
      if (part.type === 'tool-call' && part.providerExecuted !== true) open.add(part.toolCallId)
      else if (part.type === 'tool-result') open.delete(part.toolCallId)
    }
  }
  return open.size > 0
}

/** Whose rules hold, by the name of the provider. Most of the others speak OpenAI's language. */
function profileOf({ provider }: RunnableModel): ProfileId {
  if (provider.startsWith('google')) return 'gemini'
  return provider.includes('anthropic') ? 'anthropic' : 'openai-chat'
}
