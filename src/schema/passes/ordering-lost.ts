import type { ObjectNode, PendingChange } from '../ir/node.ts'
import { originOf } from '../ir/node.ts'

/** An order of properties that the wire form does not have. */
export function orderingLost(node: ObjectNode): PendingChange[] {
  if (node.ordering === undefined) return []
  const at = originOf(node, 'propertyOrdering')
  const note = 'The wire form has no such properties to order.'
  return [
    { at, keyword: 'propertyOrdering', code: 'ordering-name-undeclared', effect: 'dropped', enforced: false, note },
  ]
}
