import { dropped, type PendingChange, rewritten } from '../../change.ts'
import { amend, report } from '../../ir/amend.ts'
import type { Field, ObjectNode } from '../../ir/node.ts'
import { keywordIn } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass } from '../pass.ts'

/** Declares the properties in the wanted order, where the dialect has no keyword for it: models write them as declared. */
export const orderFields: Pass = {
  name: 'order-fields',
  wakes: traits('ordering'),
  unless: ['propertyOrdering'],
  rewrite(node) {
    if (node.kind !== 'object' || node.ordering === undefined) return node
    const places = new Map(node.ordering.map((name, index) => [name, index]))
    const placeOf = (field: Field) => places.get(field.name) ?? places.size
    const fields = [...node.fields].sort((left, right) => placeOf(left) - placeOf(right))
    const note = 'The properties are declared in this order.'
    return report(
      { ...node, fields, ordering: undefined },
      rewritten(keywordIn(node, 'propertyOrdering'), 'order-by-position', note, { enforced: false }),
    )
  },
}

/** An order of properties that the wire form does not have. */
export function orderingLost(
  node: ObjectNode,
  note = 'The wire form has no such properties to order.',
): PendingChange[] {
  if (node.ordering === undefined) return []
  return [dropped(keywordIn(node, 'propertyOrdering'), 'ordering-name-undeclared', note)]
}

/** A required name, or one of the ordering, that no property has is refused. */
export const dropUndeclaredNames: Pass = {
  name: 'drop-undeclared-names',
  wakes: traits('undeclaredName', 'ordering'),
  unless: ['undeclaredRequired'],
  rewrite(node) {
    if (node.kind !== 'object') return node
    const declared = node.ordering === undefined ? undefined : new Set(node.fields.map((field) => field.name))
    const ordering = declared === undefined ? undefined : node.ordering?.filter((name) => declared.has(name))
    const isOrdered = ordering === undefined || ordering.length === node.ordering?.length
    if (node.requiredElsewhere.length === 0 && isOrdered) return node
    const changes = node.requiredElsewhere.map(({ name, at }) => {
      const note = `"${name}" is required but not declared, and other properties are not allowed: no value is possible.`
      return dropped({ at, keyword: 'required' }, 'required-name-undeclared', note, { enforced: true })
    })
    if (!isOrdered) changes.push(...orderingLost(node, 'Names that no property has were left out.'))
    return report(amend(node, { requiredElsewhere: [], ordering }), ...changes)
  },
}
