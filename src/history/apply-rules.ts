import type { AnyModelMessage } from '../core/message.ts'
import type { Entry } from './entry.ts'
import { type HistoryIndex, indexHistory } from './history-index.ts'
import { interruptedText } from './mark.ts'
import type { RepairOptions, Rule, RuleContext } from './rules/rule.ts'
import type { TurnRules } from './turn-rules.ts'
import type { Repair, RuleId } from './violation.ts'

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
