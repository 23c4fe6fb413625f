import { type PendingChange, rewritten } from '../change.ts'
import { createArray } from './create-node.ts'
import { type Draft, draftOf, finish, tighter } from './intersect-scalars.ts'
import type { ArrayNode, Node, NodeBase } from './node.ts'
import { isImpossible } from './node.ts'

/** Two array types as one: position by position, then the rest. */
export function intersectArrays(
  base: NodeBase,
  left: ArrayNode,
  right: ArrayNode,
  both: (a: Node, b: Node) => Node,
): ArrayNode {
  const draft = draftOf(base)
  const prefix: Node[] = []
  let maxItems = tighter(draft, 'maxItems', left, right, Math.min)
  const positions = Math.max(left.prefix.length, right.prefix.length)
  for (let index = 0; index < positions; index++) {
    const item = bothOf(left.prefix[index] ?? left.items, right.prefix[index] ?? right.items, both)
    if (item !== undefined && isImpossible(item)) {
      // Nothing can stand here, so the list ends before it.
      if (maxItems !== undefined && maxItems > index) draft.changes.push(overtaken(draft, base, index))
      maxItems = Math.min(maxItems ?? index, index)
      break
    }
    if (item !== undefined) prefix.push(item)
  }
  const minItems = tighter(draft, 'minItems', left, right, Math.max)
  return createArray(
    { ...base, ...finish(draft) },
    {
      prefix,
      items: bothOf(left.items, right.items, both),
      minItems,
      maxItems,
      uniqueItems: left.uniqueItems || right.uniqueItems ? true : undefined,
      mentions: [...left.mentions, ...right.mentions],
    },
  )
}

/** A list that ends sooner than its `maxItems` says. */
function overtaken(draft: Draft, base: NodeBase, length: number): PendingChange {
  const note = `No value is possible at position ${length}: the list ends before it.`
  return rewritten({ at: draft.origins['maxItems'] ?? base.origin, keyword: 'maxItems' }, 'bound-restated', note)
}

/** Both of two schemas of which either may say nothing. */
export function bothOf(
  left: Node | undefined,
  right: Node | undefined,
  both: (a: Node, b: Node) => Node,
): Node | undefined {
  if (left === undefined) return right
  return right === undefined ? left : both(left, right)
}
