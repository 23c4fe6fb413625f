import type { AnyModelMessage } from '../core/message.ts'
import { applyRules } from './apply-rules.ts'
import type { Profile, ProfileId } from './profile.ts'
import { allRules } from './rules/index.ts'
import type { RepairOptions } from './rules/rule.ts'
import { resolveTurnRules } from './turn-rules.ts'
import type { Repair } from './violation.ts'

export interface RepairedHistory<M extends AnyModelMessage = AnyModelMessage> {
  /** A new list. Messages that needed no repair are the same objects as before. */
  readonly messages: M[]
  /** Everything that was removed, added, moved, joined or changed, rule by rule. */
  readonly repairs: readonly Repair[]
}

/**
 * Repairs a history so that a provider accepts it. Every function call gets exactly one result, directly after it; results and
 * approvals without a call are removed; every change is reported. Valid messages stay unchanged, and a second repair changes nothing.
 *
 * A call without a result gets one that says that the outcome is unknown, marked in `providerOptions.toolfit`.
 *
 * @throws ToolfitError `option-invalid` for a profile that does not exist, or a `nextId` that returns no unused id.
 *
 * @example
 * ```ts
 * import { repairHistory } from 'toolfit/history'
 *
 * const { messages, repairs } = repairHistory(
 *   [
 *     { role: 'user', content: 'How warm is it in Rome?' },
 *     {
 *       role: 'assistant',
 *       content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: { city: 'Rome' } }],
 *     },
 *     { role: 'user', content: 'Hello?' },
 *   ],
 *   'gemini',
 * )
 *
 * messages.map((message) => message.role) // ['user', 'assistant', 'tool', 'user']
 * repairs.map(({ rule, action }) => [rule, action]) // [['answer-calls', 'added']]
 * ```
 */
export function repairHistory<M extends AnyModelMessage>(
  messages: readonly M[],
  profile: ProfileId | Profile,
  options: RepairOptions = {},
): RepairedHistory<M> {
  const { entries, repairs } = applyRules(messages, resolveTurnRules(profile), options, allRules)
  // Repairs add texts and error results, which every version of `ai` has, and denials, which versions with approvals have.
  return { messages: entries.map(({ message }) => message as M), repairs }
}
