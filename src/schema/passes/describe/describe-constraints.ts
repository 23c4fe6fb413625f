import { rewritten } from '../../change.ts'
import { amend, describe, report } from '../../ir/amend.ts'
import type { Node } from '../../ir/node.ts'
import { keywordIn } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass } from '../pass.ts'
import { saidInWords } from './describe-limits.ts'

/** Says `multipleOf` and `uniqueItems` in words where the dialect has no field for them. */
export const describeConstraints: Pass = {
  name: 'describe-constraints',
  wakes: traits('multipleOf', 'uniqueItems'),
  rewrite(node, context) {
    const { supports } = context.dialect
    if (node.kind === 'number' && node.multipleOf !== undefined && !supports.has('multipleOf')) {
      const bare: Node = amend(node, { multipleOf: undefined })
      const place = keywordIn(node, 'multipleOf')
      // Every integer is a multiple of 1, 0.5, 0.1 …
      if (node.integer && Number.isInteger(1 / node.multipleOf))
        return report(bare, rewritten(place, 'bound-restated', 'Every integer is such a multiple.'))
      return describe(bare, `Must be a multiple of ${node.multipleOf}.`, saidInWords(place))
    }
    if (node.kind === 'array' && node.uniqueItems && !supports.has('uniqueItems')) {
      const changes = node.mentions.filter(({ keyword }) => keyword === 'uniqueItems').map(saidInWords)
      return describe(amend(node, { uniqueItems: undefined }), 'Items must be unique.', ...changes)
    }
    return node
  },
}
