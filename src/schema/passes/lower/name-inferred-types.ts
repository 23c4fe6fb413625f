import { narrowed } from '../../change.ts'
import { amend, report } from '../../ir/amend.ts'
import type { Node } from '../../ir/node.ts'
import { sourcesOf } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass } from '../pass.ts'

/** A schema without a `type` takes the type that its keywords speak about; values of other types are lost. */
export const nameInferredTypes: Pass = {
  name: 'name-inferred-types',
  wakes: traits('inferred'),
  unless: ['untyped'],
  rewrite(node) {
    if (!node.inferred || node.kind === 'union') return node
    return nameType(node)
  },
}

/** The node with the type that was concluded, and the change that reports it. */
export function nameType(node: Node): Node {
  const article = /^[aeiou]/.test(node.kind) ? 'an' : 'a'
  const note = `No type is given. Its keywords apply to ${article} ${node.kind}, so only that is requested.`
  return report(
    // A branch of a union takes values of this type only: its guard has to say so.
    amend(node, { inferred: undefined, sources: [...sourcesOf(node), { type: node.kind }] }),
    narrowed({ at: node.origin, keyword: 'type' }, 'type-inferred', note),
  )
}
