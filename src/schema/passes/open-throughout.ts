import { isImpossible, type Node } from '../ir/node.ts'
import { childrenOf, type Forest, treesOf } from '../ir/walk.ts'

/**
 * Says whether there are several objects with properties and every one, the root included, is written open (`additionalProperties: true`), as
 * some generators write all of them. Looks when it is first asked.
 */
export function openThroughout(forest: Forest): () => boolean {
  let isOpen: boolean | undefined
  return () => {
    isOpen ??= isWrittenOpen(forest.root) && areAllOpen(treesOf(forest))
    return isOpen
  }
}

function areAllOpen(trees: Iterable<Node>): boolean {
  const found = new Set<string>()
  const stack: Node[] = [...trees]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'object' && node.fields.length > 0) {
      if (!isWrittenOpen(node)) return false
      found.add(node.origin)
    }
    stack.push(...childrenOf(node))
  }
  return found.size > 1
}

function isWrittenOpen(node: Node): boolean {
  return node.kind === 'object' && node.extras !== undefined && !isImpossible(node.extras)
}
