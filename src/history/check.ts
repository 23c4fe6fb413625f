import { present } from '../core/json.ts'
import type { AnyModelMessage } from '../core/message.ts'
import { type Profile, type ProfileId, profiles } from './profile.ts'
import { applyRules, assertHistory } from './repair.ts'
import { allRules } from './rules/index.ts'
import type { RepairOptions, Violation } from './rules/rule.ts'
import { resolveTurnRules } from './turns/turn-rules.ts'

/**
 * Lists where a history breaks a provider's rules about turns. The provider accepts a history with an empty list.
 *
 * @example
 * ```ts
 * import { checkHistory } from 'toolfit/history'
 *
 * const violations = checkHistory(
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
 * violations.map(({ rule, at, toolCallId }) => [rule, at, toolCallId]) // [['answer-calls', 1, 'c1']]
 * ```
 */
export function checkHistory(
  messages: readonly AnyModelMessage[],
  profile: ProfileId | Profile,
  options: Pick<RepairOptions, 'allowPending'> = {},
): Violation[] {
  assertHistory(messages)
  const { repairs } = applyRules(messages, resolveTurnRules(profile), options, allRules)
  const { refusals } = typeof profile === 'string' ? profiles[profile] : profile
  return repairs.map(({ rule, at, problem, toolCallId }) =>
    present({ rule, at, problem, toolCallId, refusal: refusals[rule] }),
  )
}
