import type { Change } from '../change.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { Node, PendingChange } from '../ir/node.ts'
import { childrenOf } from '../ir/walk.ts'

/** The changes that finished trees carry, in their order. */
export function collectChanges(
  roots: readonly Node[],
  dialect: Dialect,
  before: readonly PendingChange[],
  after: readonly PendingChange[],
): Change[] {
  const list: Change[] = []
  const add = (change: PendingChange) => {
    if (!('unless' in change)) return void list.push(change)
    if (change.unless !== undefined && dialect.supports.has(change.unless)) return
    const { unless: _, ...reported } = change
    list.push(reported)
  }
  before.forEach(add)
  const seen = new Set<Node>()
  const stack: Node[] = [...roots].reverse()
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (seen.has(node)) continue
    seen.add(node)
    node.changes?.forEach(add)
    if (node.rules !== undefined) {
      for (const inner of node.rules.flatMap((rule) => [...rule.nodes.values()]).reverse()) stack.push(inner)
    }
    const children = childrenOf(node)
    for (let index = children.length - 1; index >= 0; index--) stack.push(children[index]!)
  }
  // The implicit one last: where the source says it, that entry stands.
  after.forEach(add)
  return list
}
