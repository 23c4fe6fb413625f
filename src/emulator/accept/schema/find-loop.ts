/** A node whose targets are being looked at. */
interface Visit<Node> {
  readonly node: Node
  readonly targets: Iterator<Node>
}

/**
 * Looks for a loop in a graph: the last node on it that is a reference, or undefined where there is none.
 * Without recursion, and each node is looked at once.
 */
export function findLoop<Node extends object>(
  nodes: Iterable<Node>,
  targetsOf: (node: Node) => Iterator<Node>,
  isReference: (node: Node) => boolean,
): Node | undefined {
  const done = new Set<Node>()
  const open = new Set<Node>()
  const path: Visit<Node>[] = []
  const enter = (node: Node) => {
    open.add(node)
    path.push({ node, targets: targetsOf(node) })
  }
  for (const start of nodes) {
    if (!done.has(start)) enter(start)
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { done: isDone, value: target } = top.targets.next()
      if (isDone) {
        path.pop()
        open.delete(top.node)
        done.add(top.node)
      } else if (open.has(target)) return path.findLast(({ node }) => isReference(node))?.node ?? top.node
      else if (!done.has(target)) enter(target)
    }
  }
  return undefined
}
