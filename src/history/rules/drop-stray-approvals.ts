import { partsOf, withParts } from '../entry.ts'
import type { Rule } from './rule.ts'

/** A request for approval stands beside its call, and its response after it. Otherwise `ai` throws. */
export const dropStrayApprovals: Rule = {
  id: 'drop-stray-approvals',
  repair(entries, { report, index }) {
    if (!index(entries).hasApprovals) return entries
    let isChanged = false
    const requests = new Set<string>()
    const repaired = entries.flatMap((entry) => {
      const { message, at } = entry
      const calls = new Set(partsOf(message).flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : [])))
      const parts = partsOf(message).filter((part) => {
        if (part.type === 'tool-approval-request') {
          if (calls.has(part.toolCallId)) requests.add(part.approvalId)
          else {
            const problem = 'A request for approval does not stand beside its call.'
            report({ action: 'removed', at, problem, toolCallId: part.toolCallId, item: part })
            return false
          }
        }
        if (part.type === 'tool-approval-response' && !requests.has(part.approvalId)) {
          report({ action: 'removed', at, problem: 'An approval answers no request.', item: part })
          return false
        }
        return true
      })
      if (parts.length === partsOf(message).length) return [entry]
      isChanged = true
      return parts.length === 0 ? [] : [{ ...entry, message: withParts(message, parts) }]
    })
    return isChanged ? repaired : entries
  },
}
