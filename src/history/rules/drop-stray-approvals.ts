import { mapSame } from '../../core/collections.ts'
import { mapParts } from '../turns/entry.ts'
import type { Rule } from './rule.ts'

/** A request for approval stands beside its call, and its response after it. Otherwise `ai` throws. */
export const dropStrayApprovals: Rule = {
  id: 'drop-stray-approvals',
  repair(entries, { report, index }) {
    if (!index(entries).hasApprovals) return entries
    const requests = new Set<string>()
    return mapParts(entries, (parts, { at }) => {
      const calls = new Set(parts.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : [])))
      return mapSame(parts, (part) => {
        if (part.type === 'tool-approval-request') {
          const { toolCallId, approvalId } = part
          if (calls.has(toolCallId)) requests.add(approvalId)
          else {
            const problem = 'A request for approval does not stand beside its call.'
            report({ action: 'removed', at, problem, toolCallId, item: part })
            return undefined
          }
        }
        if (part.type !== 'tool-approval-response' || requests.has(part.approvalId)) return part
        report({ action: 'removed', at, problem: 'An approval answers no request.', item: part })
        return undefined
      })
    })
  },
}
