import { amend } from '../../ir/amend.ts'
import { createAny, createBase, createString } from '../../ir/create-node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass } from '../pass.ts'
import { encodeFreeForm } from './encode-free-form.ts'

/** A list always says what it holds: anything, where nothing is said; a placeholder, where nothing can stand. */
export const fillItems: Pass = {
  name: 'fill-items',
  wakes: traits('array'),
  unless: ['freeForm'],
  rewrite(node, context) {
    if (node.kind !== 'array' || node.prefix.length > 0) return node
    if (node.items === undefined) {
      const any = createAny(createBase(node.origin, [true]), { head: 'type' })
      return amend(node, { items: encodeFreeForm.rewrite(any, context, any) })
    }
    if (node.items.kind !== 'never' || node.items.nullable) return node
    return amend(node, { items: createString(createBase(node.items.origin, []), {}) })
  },
}
