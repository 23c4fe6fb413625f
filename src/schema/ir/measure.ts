import type { Node } from './node.ts'
import { childrenOf } from './walk.ts'

/** How many nodes a tree has when everything shared is written out; stops counting beyond `limit`. */
export function countNodes(root: Node, limit: number): number {
  const counts = new Map<Node, number>()
  const count = (node: Node): number => {
    const known = counts.get(node)
    if (known !== undefined) return known
    let total = 1
    for (const child of childrenOf(node)) {
      total += count(child)
      if (total > limit) break
    }
    counts.set(node, total)
    return total
  }
  return count(root)
}

/** Measures the longest way from a node to a leaf: each property, item and branch is one step. Remembers what it measured. */
export function heights(): (node: Node) => number {
  const known = new Map<Node, number>()
  const height = (node: Node): number => {
    const found = known.get(node)
    if (found !== undefined) return found
    let highest = Math.max(valueHeight(node.default), valueHeight(node.examples?.[0]))
    for (const child of childrenOf(node)) highest = Math.max(highest, height(child) + 1)
    known.set(node, highest)
    return highest
  }
  return height
}

/** A default counts too: two levels of a value nest about as deep as one step of a schema. */
function valueHeight(value: unknown): number {
  return typeof value === 'object' && value !== null ? Math.ceil(depthOf(value, 64) / 2) : 0
}

function depthOf(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null || limit === 0) return 0
  let deepest = 0
  for (const child of Object.values(value)) deepest = Math.max(deepest, depthOf(child, limit - 1))
  return deepest + 1
}
