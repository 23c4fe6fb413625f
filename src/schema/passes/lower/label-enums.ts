import type { Json } from '../../../core/json.ts'
import type { Feature } from '../../feature.ts'
import { amend, report } from '../../ir/amend.ts'
import type { EnumNode } from '../../ir/node.ts'
import { originOf } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass, PassContext } from '../pass.ts'

/** Makes every enum one of values that the dialect can list, at least non-empty strings: others get labels that `decode` turns back. */
export const labelEnums: Pass = {
  name: 'label-enums',
  wakes: traits('enum'),
  unless: ['enumOfAnything'],
  rewrite(node, context) {
    if (node.kind !== 'enum' || context.dialect.supports.has('enumOfAnything')) return node
    if (canListAll(node.values, context.dialect.supports)) return listed(node, context)
    const labels = makeLabels(node.values)
    const note = `Sent as ${labels
      .slice(0, 8)
      .map((label) => JSON.stringify(label))
      .join(', ')}${labels.length > 8 ? ', …' : ''} and turned back.`
    const keyword = context.dialect.supports.has('const') ? node.keyword : 'enum'
    const encoding = { type: 'labels', labels, values: node.values } as const
    return report(amend(node, { values: labels, keyword, encoding }), {
      at: originOf(node, node.keyword),
      keyword: node.keyword,
      code: 'enum-to-strings',
      effect: 'encoded',
      enforced: true,
      note,
    })
  },
}

function canListAll(values: readonly Json[], supports: ReadonlySet<Feature>): boolean {
  const isMixed = values.some((value) => typeof value !== typeof values[0])
  return (!isMixed || supports.has('mixedEnums')) && values.every((value) => canList(value, supports))
}

function canList(value: Json, supports: ReadonlySet<Feature>): boolean {
  if (typeof value === 'string') return value !== '' || supports.has('numericEnums')
  if (typeof value === 'number') return supports.has('numericEnums')
  return typeof value === 'boolean' && supports.has('booleanEnums')
}

function listed(node: EnumNode, context: PassContext): EnumNode {
  if (node.keyword !== 'const' || context.dialect.supports.has('const')) return node
  const at = originOf(node, 'const')
  const note = 'An enum of one.'
  const change = { at, keyword: 'const', code: 'const-to-enum', effect: 'rewritten', enforced: true, note } as const
  return report(amend(node, { keyword: 'enum' }), change)
}

/** A string stands for itself where it can; anything else, and what would be mistaken for it, is JSON text. */
function makeLabels(values: readonly Json[]): string[] {
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
