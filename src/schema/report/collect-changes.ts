import type { Change } from '../change.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { Node, PendingChange } from '../ir/node.ts'

/** The changes that the nodes of finished trees carry, in their order. */
export function collectChanges(
  nodes: Iterable<Node>,
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
  for (const { changes } of nodes) changes?.forEach(add)
  // The implicit one last: where the source says it, that entry stands.
  after.forEach(add)
  return list
}
