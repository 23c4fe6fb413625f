import type { AnyModelMessage } from '../../core/message.ts'
import { isReasoning, partsOf, withParts } from '../entry.ts'
import type { TurnRules } from '../turn-rules.ts'
import type { Rule } from './rule.ts'

/** Removes reasoning that led to nothing. Some providers ask for what followed it; the others see an empty message. */
export const dropLoneReasoning: Rule = {
  id: 'drop-lone-reasoning',
  repair(entries, { profile, report, index }) {
    if (!index(entries).hasReasoning) return entries
    let isChanged = false
    const repaired = entries.flatMap((entry) => {
      const { message, at } = entry
      if (message.role !== 'assistant') return [entry]
      const parts = partsOf(message)
      const end = endOfUse(message, profile)
      const kept = parts.filter((part, place) => place < end || !isReasoning(part))
      if (kept.length === parts.length) return [entry]
      isChanged = true
      for (const part of parts.slice(end).filter(isReasoning)) {
        report({ action: 'removed', at, problem: 'Reasoning is not followed by what it led to.', item: part })
      }
      return kept.length === 0 ? [] : [{ ...entry, message: withParts(message, kept) }]
    })
    return isChanged ? repaired : entries
  },
}

/** The index after the last part that reasoning can have led to. Requests for approval do not count: they are not sent. */
function endOfUse(message: AnyModelMessage, profile: TurnRules): number {
  const parts = partsOf(message)
  const last = parts.findLastIndex((part) => !isReasoning(part) && part.type !== 'tool-approval-request')
  return last < 0 || profile.reasoningNeedsFollower ? last + 1 : parts.length
}
