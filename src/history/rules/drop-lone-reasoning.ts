import { mapSame } from '../../core/collections.ts'
import { type AnyPart, isReasoning, mapParts } from '../turns/entry.ts'
import type { TurnRules } from '../turns/turn-rules.ts'
import type { Rule } from './rule.ts'

/** Removes reasoning that led to nothing. Some providers ask for what followed it; the others see an empty message. */
export const dropLoneReasoning: Rule = {
  id: 'drop-lone-reasoning',
  repair(entries, { profile, report, index }) {
    if (!index(entries).hasReasoning) return entries
    return mapParts(entries, (parts, { message, at }) => {
      if (message.role !== 'assistant') return parts
      const end = endOfUse(parts, profile)
      return mapSame(parts, (part, place) => {
        if (place < end || !isReasoning(part)) return part
        report({ action: 'removed', at, problem: 'Reasoning is not followed by what it led to.', item: part })
        return undefined
      })
    })
  },
}

/** The index after the last part that reasoning can have led to. Requests for approval do not count: they are not sent. */
function endOfUse(parts: readonly AnyPart[], profile: TurnRules): number {
  const last = parts.findLastIndex((part) => !isReasoning(part) && part.type !== 'tool-approval-request')
  return last < 0 || profile.reasoningNeedsFollower ? last + 1 : parts.length
}
