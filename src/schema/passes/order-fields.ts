import { report } from '../ir/amend.ts'
import type { Field } from '../ir/node.ts'
import { originOf } from '../ir/node.ts'
import { traits } from '../ir/traits.ts'
import type { Pass } from './pass.ts'

/** Declares the properties in the wanted order, where the dialect has no keyword for it: models write them as declared. */
export const orderFields: Pass = {
  name: 'order-fields',
  wakes: traits('ordering'),
  unless: ['propertyOrdering'],
  rewrite(node, context) {
    if (node.kind !== 'object' || node.ordering === undefined) return node
    if (context.dialect.supports.has('propertyOrdering')) return node
    const places = new Map(node.ordering.map((name, index) => [name, index]))
    const placeOf = (field: Field) => places.get(field.name) ?? places.size
    const fields = [...node.fields].sort((left, right) => placeOf(left) - placeOf(right))
    const at = originOf(node, 'propertyOrdering')
    const note = 'The properties are declared in this order.'
    return report(
      { ...node, fields, ordering: undefined },
      { at, keyword: 'propertyOrdering', code: 'order-by-position', effect: 'rewritten', enforced: false, note },
    )
  },
}
