import type { Change, PendingChange } from '../change.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { Node } from '../ir/node.ts'

/** Hands over the changes that the nodes of finished trees carry, in their order; each with its node. */
export function collectChanges(
  nodes: Iterable<Node>,
  dialect: Dialect,
  add: (change: Change, node: Node) => void,
): void {
  for (const node of nodes) {
    if (node.changes === undefined) continue
    for (const change of node.changes) if (happens(change, dialect)) add(withoutCondition(change), node)
  }
}

function happens({ unless }: PendingChange, { supports }: Dialect): boolean {
  return unless === undefined || !supports.has(unless)
}

function withoutCondition(change: PendingChange): Change {
  if (!('unless' in change)) return change
  const { unless: _, ...reported } = change
  return reported
}
