import { isImpossible, type Node } from '../ir/node.ts'
import { childrenOf, type Forest, treesOf } from '../ir/walk.ts'

/**
 * Says whether every object with properties, the root included, is written open (`additionalProperties: true`), as some generators write all of
 * them. Looks when it is first asked.
 */
export function openThroughout(forest: Forest): () => boolean {
  let isOpen: boolean | undefined
  return () => {
    isOpen ??= isWrittenOpen(forest.root) && treesOf(forest).every(hasOpenObjectsOnly)
    return isOpen
  }
}

function hasOpenObjectsOnly(tree: Node): boolean {
  const stack: Node[] = [tree]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'object' && node.fields.length > 0 && !isWrittenOpen(node)) return false
    stack.push(...childrenOf(node))
  }
  return true
}

function isWrittenOpen(node: Node): boolean {
  return node.kind === 'object' && node.extras !== undefined && !isImpossible(node.extras)
}
