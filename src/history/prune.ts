import type { AnyModelMessage } from '../core/message.ts'
import type { Budget } from './prune/budget.ts'
import { type PrunedHistory, pruneEntries } from './prune/prune-entries.ts'
import { assertHistory } from './repair.ts'
import { readEntries } from './rules/drop-unreadable.ts'

export type { PrunedHistory } from './prune/prune-entries.ts'

/**
 * Keeps the newest part of a history that fits a budget. Whole turns are removed, the oldest first, so that a function call is never
 * separated from its results and the conversation still begins with the user. System messages, pinned messages and the current turn
 * stay; if the current turn alone is too long, its tool results are shortened, the oldest first, with a marker.
 *
 * A history that a provider accepts stays acceptable. Pass a broken one to `repairHistory` first.
 *
 * @throws ToolfitError `history-budget-too-small`, with the `minimum` that is needed, if what must stay is over budget;
 * `option-invalid` for a limit that is not a number.
 *
 * @example
 * ```ts
 * import { pruneHistory } from 'toolfit/history'
 *
 * const { messages, removed } = pruneHistory(
 *   [
 *     { role: 'system', content: 'Be brief.' },
 *     { role: 'user', content: 'How warm is it in Rome?' },
 *     { role: 'assistant', content: '31 degrees.' },
 *     { role: 'user', content: 'And in Oslo?' },
 *   ],
 *   { maxMessages: 3 },
 * )
 *
 * messages.map((message) => message.content) // ['Be brief.', 'And in Oslo?']
 * removed.length // 2
 * ```
 */
export function pruneHistory<M extends AnyModelMessage>(messages: readonly M[], budget: Budget): PrunedHistory<M> {
  assertHistory(messages)
  const entries = Array.from(messages, (message, at) => ({ message, at }))
  return pruneEntries(
    messages,
    readEntries(entries, () => {}),
    budget,
  )
}
