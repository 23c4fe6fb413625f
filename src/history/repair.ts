import { ToolfitError } from '../core/errors.ts'
import type { AnyModelMessage } from '../core/message.ts'
import type { Profile, ProfileId } from './profile.ts'
import { allRules } from './rules/index.ts'
import type { Repair, RepairOptions, Rule, RuleContext, RuleId } from './rules/rule.ts'
import type { Entry } from './turns/entry.ts'
import { type HistoryIndex, indexHistory } from './turns/history-index.ts'
import { interruptedText } from './turns/mark.ts'
import { resolveTurnRules, type TurnRules } from './turns/turn-rules.ts'

export interface RepairedHistory<M extends AnyModelMessage = AnyModelMessage> {
  /** A new list. Messages that needed no repair are the same objects as before. */
  readonly messages: M[]
  /** Everything that was removed, added, moved, joined or changed, rule by rule. */
  readonly repairs: readonly Repair[]
}

/** A value that is not a list must not look like a history without violations. */
export function assertHistory(messages: unknown): void {
  if (Array.isArray(messages)) return
  throw new ToolfitError('history-unreadable', 'The history is not a list of messages.', { given: typeof messages })
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
  assertHistory(messages)
  const { entries, repairs } = applyRules(messages, resolveTurnRules(profile), options, allRules)
  // Repairs add texts and error results, which every version of `ai` has, and denials, which versions with approvals have.
  return { messages: entries.map(({ message }) => message as M), repairs }
}

const openingText = '(The conversation begins with the assistant.)'

/** Runs rules over a history. Both `checkHistory` and `repairHistory` read the result. */
export function applyRules(
  messages: readonly AnyModelMessage[],
  profile: TurnRules,
  options: RepairOptions,
  rules: readonly Rule[],
): { entries: readonly Entry[]; repairs: Repair[] } {
  const repairs: Repair[] = []
  const duplicates = options.duplicates ?? 'first'
  let running: RuleId
  let indexed: readonly Entry[] | undefined
  let index: HistoryIndex | undefined
  // One context for all rules, and one index for all rules between two changes.
  const context: RuleContext = {
    profile,
    orphans: options.orphans ?? 'remove',
    allowPending: options.allowPending ?? false,
    interruptedText: options.interruptedText ?? interruptedText,
    openingText: options.openingText ?? openingText,
    nextId: options.nextId ?? countingIds(),
    report: (repair) => repairs.push({ rule: running, ...repair }),
    index(entries) {
      if (index === undefined || entries !== indexed) index = indexHistory(entries, duplicates)
      indexed = entries
      return index
    },
  }
  let entries: readonly Entry[] = entriesOf(messages)
  for (const rule of rules) {
    running = rule.id
    entries = rule.repair(entries, context)
  }
  return { entries, repairs }
}

/** Iterates by number, so that a hole in a sparse list is reported as an unreadable message. */
function entriesOf(messages: readonly AnyModelMessage[]): Entry[] {
  const entries: Entry[] = []
  for (let at = 0; at < messages.length; at++) entries.push({ message: messages[at]!, at })
  return entries
}

/** Numbered ids, so that the same history gets the same ids every time. */
function countingIds(): () => string {
  let count = 0
  return () => `call_${++count}`
}
