import type { ModelMessage } from '../../core/message.ts'
import { applyRules } from '../../history/repair.ts'
import { answerCalls } from '../../history/rules/answer-calls.ts'
import { dropStrayResults } from '../../history/rules/drop-stray-results.ts'
import { gatherResults } from '../../history/rules/gather-results.ts'
import { joinSplitCalls } from '../../history/rules/join-split-calls.ts'
import { lenient } from '../../history/turns/turn-rules.ts'
import { repairWarnings } from '../../models/create-model.ts'
import type { RequestWarning } from '../../wire/model-request.ts'

/** Messages that can be sent, and warnings about their repairs. */
export interface SendableMessages {
  readonly messages: readonly ModelMessage[]
  readonly warnings: readonly RequestWarning[]
}

/** The rules about calls and their results, which are the same for all providers, in the order of `repairHistory`. All others would also have to be loaded. */
const pairing = [dropStrayResults, joinSplitCalls, answerCalls, gatherResults]

/** Repairs a conversation in which a call was never answered. Loaded only for such a conversation. */
export function answerOpenCalls(messages: readonly ModelMessage[]): SendableMessages {
  const { entries, repairs } = applyRules(messages, lenient, {}, pairing)
  return { messages: entries.map(({ message }) => message as ModelMessage), warnings: repairWarnings(repairs) }
}
