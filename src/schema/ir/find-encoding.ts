import type { Encoding, Node } from './node.ts'
import { childrenOf } from './walk.ts'

type Test = (encoding: Encoding | 'renamed' | 'required') => boolean

/** Whether the tool's values differ from the wire's anywhere in a tree, or in what its references lead to. */
export function holdsEncoding(root: Node, definitions: ReadonlyMap<string, Node>, test?: Test): boolean {
  return holdsNode(root, definitions, (node) => isEncoded(node, test))
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
export function isEncoded(node: Node, test: Test = always): boolean {
  if (node.encoding !== undefined && test(node.encoding)) return true
  if (node.kind !== 'object') return false
  return (node.renamed !== undefined && test('renamed')) || (node.absent !== undefined && test('required'))
}

const always: Test = () => true

/**
 * {@link holdsEncoding} for many nodes of the same trees, each of which is searched once: without this, unions in unions are searched
 * again for each of those around them.
 */
export function findEncodings(definitions: ReadonlyMap<string, Node>): (root: Node) => boolean {
  const known = new Map<Node, boolean>()
  return (root) => {
    const found = known.get(root)
    if (found !== undefined) return found
    if (definitions.size === 0) return searchOnce(root, known)
    const holds = holdsEncoding(root, definitions)
    known.set(root, holds)
    return holds
  }
}

/** The same where no references are left. Without recursion: trees may be deep here. */
function searchOnce(root: Node, known: Map<Node, boolean>): boolean {
  const stack: Node[] = [root]
  for (let node = stack.at(-1); node !== undefined; node = stack.at(-1)) {
    const children = known.has(node) ? [] : childrenOf(node)
    const waiting = children.filter((child) => !known.has(child))
    if (waiting.length > 0 && !isEncoded(node)) {
      for (const child of waiting) stack.push(child)
      continue
    }
    if (!known.has(node)) known.set(node, isEncoded(node) || children.some((child) => known.get(child)))
    stack.pop()
  }
  return known.get(root)!
}
