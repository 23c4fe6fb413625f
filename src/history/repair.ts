import type { AnyModelMessage } from '../core/message.ts'
import { mendHistory } from './mend-history.ts'
import type { Profile, ProfileId } from './profile.ts'
import type { RepairOptions } from './rule.ts'
import type { Repair } from './violation.ts'

export interface RepairedHistory<M extends AnyModelMessage = AnyModelMessage> {
  /** A new list. Messages that needed no repair are the same objects as before. */
  readonly messages: M[]
  /** Everything that was taken out, put in, moved, joined or changed, rule by rule. */
  readonly repairs: readonly Repair[]
}

/**
 * Makes a history one that a provider takes. Every function call gets its one result, directly after it; what belongs to nothing is
 * taken out; all of it is reported. What was right before stays as it is, and a second repair finds nothing to do.
 *
 * A call without a result is given one that says that nothing is known of it, marked in `providerOptions.toolfit`.
 *
 * @throws ToolfitError `option-invalid` for a profile that does not exist, or a `nextId` that runs out of ids.
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
  const { entries, repairs } = mendHistory(messages, profile, options)
  // Repairs write texts and error results, which every version has, and denials, which those have that know approvals.
  return { messages: entries.map(({ message }) => message as M), repairs }
}
