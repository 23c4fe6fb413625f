import { describe } from '../ir/amend.ts'
import type { Node, ObjectNode } from '../ir/node.ts'
import { originOf } from '../ir/node.ts'

/** Says in words how many properties an object may have, where its wire form counts otherwise. */
export function sayCounts(encoded: Node, node: ObjectNode): Node {
  let result = encoded
  for (const keyword of ['minProperties', 'maxProperties'] as const) {
    const count = node[keyword]
    if (count === undefined) continue
    result = describe(result, `Must have at ${keyword === 'minProperties' ? 'least' : 'most'} ${count} properties.`, {
      at: originOf(node, keyword),
      keyword,
      code: 'constraint-described',
      effect: 'described',
      enforced: true,
      note: 'Said in the description: the wire form has another number of properties.',
    })
  }
  return result
}
