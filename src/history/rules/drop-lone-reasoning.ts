import type { AnyModelMessage } from '../../core/message.ts'
import { isReasoning, partsOf, withParts } from '../entry.ts'
import type { Profile } from '../profile.ts'
import type { Rule } from '../rule.ts'

/** Thoughts that led to nothing: providers that take reasoning back ask for what followed it, the others see an empty message. */
export const dropLoneReasoning: Rule = {
  id: 'drop-lone-reasoning',
  mend(entries, { profile, report }) {
    if (!entries.some(({ message }) => message.role === 'assistant' && partsOf(message).some(isReasoning)))
      return entries
    return entries.flatMap((entry) => {
      const { message, at } = entry
      if (message.role !== 'assistant') return [entry]
      const parts = partsOf(message)
      const end = endOfUse(message, profile)
      const kept = parts.filter((part, index) => index < end || !isReasoning(part))
      if (kept.length === parts.length) return [entry]
      for (const part of parts.slice(end).filter(isReasoning)) {
        report({ action: 'removed', at, problem: 'Reasoning is not followed by what it led to.', item: part })
      }
      return kept.length === 0 ? [] : [{ ...entry, message: withParts(message, kept) }]
    })
  },
}

/** Where the parts end that reasoning can have led to. Requests for approval are not sent: they are none. */
function endOfUse(message: AnyModelMessage, profile: Profile): number {
  const parts = partsOf(message)
  const last = parts.findLastIndex((part) => !isReasoning(part) && part.type !== 'tool-approval-request')
  return last < 0 || profile.reasoningNeedsFollower ? last + 1 : parts.length
}
