import { screenPattern } from '../check/pattern.ts'
import type { PendingChange } from '../ir/node.ts'
import { confess, describe, originOf } from '../ir/node.ts'
import type { Pass } from './pass.ts'

/** Leaves out a pattern that is none, and confesses one that `check` does not run because it could run away. */
export const screenPatterns: Pass = {
  name: 'screen-patterns',
  rewrite(node) {
    if (node.kind !== 'string' || node.pattern === undefined) return node
    const screened = screenPattern(node.pattern)
    if (screened.skip === undefined) return node
    const at = originOf(node, 'pattern')
    if (screened.skip === 'invalid') {
      const note = `${JSON.stringify(node.pattern).slice(0, 80)} is no regular expression: it has no effect.`
      return confess(
        { ...node, pattern: undefined },
        { at, keyword: 'pattern', code: 'keyword-malformed', effect: 'dropped', enforced: false, note },
      )
    }
    const note = 'Sent, but `check` does not run it: it could take exponential time.'
    const change: PendingChange = {
      at,
      keyword: 'pattern',
      code: 'pattern-not-run',
      effect: 'described',
      enforced: false,
      note,
    }
    return describe(node, `Must match ${node.pattern}.`, change)
  },
}
