import type { Node } from './node.ts'
import { childrenOf } from './walk.ts'

/** Whether the tool's values differ from the wire's anywhere in a tree, or in what its references lead to. */
export function holdsEncoding(root: Node, definitions: ReadonlyMap<string, Node>): boolean {
  return holdsNode(root, definitions, isEncoded)
}

/** Whether a test holds for a node of a tree, or of what its references lead to. `next` says where to look below a node. */
export function holdsNode(
  root: Node,
  definitions: ReadonlyMap<string, Node>,
  test: (node: Node) => boolean,
  next: (node: Node) => readonly Node[] = childrenOf,
): boolean {
  const seen = new Set<Node>()
  const stack: Node[] = [root]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (seen.has(node)) continue
    seen.add(node)
    if (test(node)) return true
    const target = node.kind === 'ref' ? definitions.get(node.target) : undefined
    if (target !== undefined) stack.push(target)
    stack.push(...next(node))
  }
  return false
}

/** Whether the tool's values differ from the wire's at a node itself. */
export function isEncoded(node: Node): boolean {
  if (node.encoding !== undefined) return true
  return node.kind === 'object' && (node.renamed !== undefined || node.absent !== undefined)
}

/**
 * {@link holdsEncoding} for many nodes of the same trees, each of which is searched once: without this, unions in unions are searched
 * again for each of those around them.
 */
export function findEncodings(definitions: ReadonlyMap<string, Node>): (root: Node) => boolean {
  const known = new Map<Node, boolean>()
  const holds = (node: Node): boolean => {
    const found = known.get(node)
    if (found !== undefined) return found
    // Where references are left, what is found on the way round a loop says nothing of the nodes on it.
    const result =
      definitions.size > 0 ? holdsEncoding(node, definitions) : isEncoded(node) || childrenOf(node).some(holds)
    known.set(node, result)
    return result
  }
  return holds
}
