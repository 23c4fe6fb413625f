import { amend, report } from '../ir/amend.ts'
import { originOf } from '../ir/node.ts'
import { traits } from '../ir/traits.ts'
import type { Pass } from './pass.ts'

/** A required name, or one of the ordering, that no property has is refused. */
export const dropUndeclaredNames: Pass = {
  name: 'drop-undeclared-names',
  wakes: traits('undeclaredName', 'ordering'),
  unless: ['undeclaredRequired'],
  rewrite(node, context) {
    if (node.kind !== 'object' || context.dialect.supports.has('undeclaredRequired')) return node
    const declared = node.ordering === undefined ? undefined : new Set(node.fields.map((field) => field.name))
    const ordering = declared === undefined ? undefined : node.ordering?.filter((name) => declared.has(name))
    const isOrdered = ordering === undefined || ordering.length === node.ordering?.length
    if (node.requiredElsewhere.length === 0 && isOrdered) return node
    const changes = node.requiredElsewhere.map(({ name, at }) => ({
      at,
      keyword: 'required',
      code: 'required-name-undeclared' as const,
      effect: 'dropped' as const,
      enforced: true,
      note: `"${name}" is required but not declared, so the model cannot write it.`,
    }))
    const note = 'Names that no property has were left out.'
    const reordered = {
      at: originOf(node, 'propertyOrdering'),
      keyword: 'propertyOrdering',
      code: 'ordering-name-undeclared' as const,
      effect: 'dropped' as const,
      enforced: false,
      note,
    }
    return report(amend(node, { requiredElsewhere: [], ordering }), ...changes, ...(isOrdered ? [] : [reordered]))
  },
}
