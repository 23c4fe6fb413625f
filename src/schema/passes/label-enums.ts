import type { Json } from '../../core/json.ts'
import { amend, confess } from '../ir/amend.ts'
import type { EnumNode, PendingChange } from '../ir/node.ts'
import { originOf } from '../ir/node.ts'
import type { Pass } from './pass.ts'

/** Makes every enum one of non-empty strings: other values get labels that `decode` turns back. */
export const labelEnums: Pass = {
  name: 'label-enums',
  rewrite(node, context) {
    if (node.kind !== 'enum' || context.dialect.supports.has('enumOfAnything')) return node
    if (node.values.every((value) => typeof value === 'string' && value !== '')) return confess(node, ...constant(node))
    const labels = makeLabels(node.values)
    const note = `Sent as ${labels
      .slice(0, 8)
      .map((label) => JSON.stringify(label))
      .join(', ')}${labels.length > 8 ? ', …' : ''} and turned back.`
    return confess(amend(node, { values: labels, encoding: { type: 'labels', labels, values: node.values } }), {
      at: originOf(node, node.keyword),
      keyword: node.keyword,
      code: 'enum-to-strings',
      effect: 'encoded',
      enforced: true,
      note,
    })
  },
}

function constant(node: EnumNode): PendingChange[] {
  if (node.keyword !== 'const') return []
  const at = originOf(node, 'const')
  const note = 'An enum of one.'
  return [{ at, keyword: 'const', code: 'const-to-enum', effect: 'rewritten', enforced: true, note, unless: 'const' }]
}

/** A string stands for itself where it can; anything else, and what would be mistaken for it, is JSON text. */
export function makeLabels(values: readonly Json[]): string[] {
  const taken = new Set<string>()
  for (const value of values) if (typeof value !== 'string') taken.add(JSON.stringify(value))
  return values.map((value) => {
    if (typeof value !== 'string') return JSON.stringify(value)
    let label = value === '' || taken.has(value) ? JSON.stringify(value) : value
    while (taken.has(label)) label += '_'
    taken.add(label)
    return label
  })
}
