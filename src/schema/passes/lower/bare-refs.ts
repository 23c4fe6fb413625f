import { report } from '../../ir/amend.ts'
import { traits } from '../../ir/traits.ts'
import { lostAnnotations } from '../describe/drop-annotations.ts'
import type { Pass } from '../pass.ts'

/** Takes off a reference what may stand neither beside it nor beside an `anyOf` around it. */
export const bareRefs: Pass = {
  name: 'bare-refs',
  wakes: traits('ref'),
  unless: ['refSiblings', 'anyOfSiblings'],
  rewrite(node) {
    if (node.kind !== 'ref') return node
    if (node.title === undefined && node.examples === undefined) return node
    const note = 'Only a description and a default are allowed next to a reference.'
    const lost = lostAnnotations({ ...node, description: undefined, default: undefined, annotations: undefined }, note)
    return report({ ...node, title: undefined, examples: undefined }, ...lost)
  },
}
