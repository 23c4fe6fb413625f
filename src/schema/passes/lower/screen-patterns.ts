import { isPattern } from '../../../core/pattern/parse-pattern.ts'
import { dropped } from '../../change.ts'
import { amend, report } from '../../ir/amend.ts'
import { keywordIn } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass } from '../pass.ts'

/** Leaves out a pattern that is none: the endpoint may refuse it, and `check` cannot run it. */
export const screenPatterns: Pass = {
  name: 'screen-patterns',
  wakes: traits('pattern'),
  rewrite(node) {
    if (node.kind !== 'string' || node.pattern === undefined || isPattern(node.pattern)) return node
    const note = `${JSON.stringify(node.pattern).slice(0, 80)} is no regular expression: it has no effect.`
    return report(amend(node, { pattern: undefined }), dropped(keywordIn(node, 'pattern'), 'keyword-malformed', note))
  },
}
