import type { AnyModelMessage } from '../core/message.ts'
import type { Entry } from './entry.ts'
import { interruptedText } from './interrupted-text.ts'
import { createMatcher } from './match-results.ts'
import { type Profile, type ProfileId, resolveProfile } from './profile.ts'
import type { RepairOptions, RuleContext } from './rule.ts'
import { rules } from './rules/index.ts'
import type { Repair, RuleId } from './violation.ts'

const openingText = '(The conversation begins with the assistant.)'

/** Runs every rule over a history. What check and repair are made from. */
export function mendHistory(
  messages: readonly AnyModelMessage[],
  profile: ProfileId | Profile,
  options: RepairOptions = {},
): { entries: readonly Entry[]; repairs: Repair[]; profile: Profile } {
  const repairs: Repair[] = []
  const resolved = resolveProfile(profile)
  let running: RuleId
  // One object for all rules: a copy for each would cost more than most of them do.
  const context: RuleContext = {
    profile: resolved,
    orphans: options.orphans ?? 'remove',
    duplicates: options.duplicates ?? 'first',
    allowPending: options.allowPending ?? false,
    interruptedText: options.interruptedText ?? interruptedText,
    openingText: options.openingText ?? openingText,
    nextId: options.nextId ?? countingIds(),
    report: (repair) => repairs.push({ rule: running, ...repair }),
    match: createMatcher(options.duplicates ?? 'first'),
  }
  let entries: readonly Entry[] = entriesOf(messages)
  for (const rule of rules) {
    running = rule.id
    entries = rule.mend(entries, context)
  }
  return { entries, repairs, profile: resolved }
}

/** By number: a hole in the list is a message that cannot be read, and is reported as one. */
function entriesOf(messages: readonly AnyModelMessage[]): Entry[] {
  const entries: Entry[] = []
  for (let at = 0; at < messages.length; at++) entries.push({ message: messages[at]!, at })
  return entries
}

/** Ids by number: the same history gets the same ones every time. */
function countingIds(): () => string {
  let count = 0
  return () => `call_${++count}`
}
