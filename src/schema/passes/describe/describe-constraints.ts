import { amend, describe, report } from '../../ir/amend.ts'
import type { Node, PendingChange } from '../../ir/node.ts'
import { originOf } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass } from '../pass.ts'

/** Says `multipleOf` and `uniqueItems` in words where the dialect has no field for them. */
export const describeConstraints: Pass = {
  name: 'describe-constraints',
  wakes: traits('multipleOf', 'uniqueItems'),
  rewrite(node, context) {
    const { supports } = context.dialect
    if (node.kind === 'number' && node.multipleOf !== undefined && !supports.has('multipleOf')) {
      const bare: Node = amend(node, { multipleOf: undefined })
      if (node.integer && isIntegerFactor(node.multipleOf)) return report(bare, implied(node))
      return describe(
        bare,
        `Must be a multiple of ${node.multipleOf}.`,
        described(originOf(node, 'multipleOf'), 'multipleOf'),
      )
    }
    if (node.kind === 'array' && node.uniqueItems && !supports.has('uniqueItems')) {
      const changes = node.mentions
        .filter((mention) => mention.keyword === 'uniqueItems')
        .map((mention) => described(mention.at, 'uniqueItems'))
      return describe(amend(node, { uniqueItems: undefined }), sayUnique, ...changes)
    }
    return node
  },
}

const sayUnique = 'Items must be unique.'

/** Every integer is a multiple of 1, 0.5, 0.1 … */
function isIntegerFactor(factor: number): boolean {
  return Number.isInteger(1 / factor)
}

function implied(node: Node): PendingChange {
  const note = 'Every integer is such a multiple.'
  return {
    at: originOf(node, 'multipleOf'),
    keyword: 'multipleOf',
    code: 'bound-restated',
    effect: 'rewritten',
    enforced: true,
    note,
  }
}

function described(at: string, keyword: string): PendingChange {
  const note = `This dialect has no ${keyword}: it is stated in the description.`
  return { at, keyword, code: 'constraint-described', effect: 'described', enforced: true, note }
}
