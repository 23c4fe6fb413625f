import type { Node } from '../../ir/node.ts'
import { mapChildren } from '../../ir/walk.ts'
import { headKeyword } from '../inline/inline-refs.ts'
import { textChange, toJsonText } from '../lower/encode-free-form.ts'

/** What stood in the tool's shape where a wire node stands now. Parts of an encoding have no counterpart. */
export type Shapes = Map<Node, Node>

/** What decides how a tree is cut. */
export interface CutOptions {
  readonly shapes: Shapes
  readonly reason: 'depth' | 'size'
  readonly height: (node: Node) => number
  /** A branch has taken what the union says, and stands for no shape of its own: only the union can become text. */
  readonly keepsBranches: boolean
}

/** Replaces what is nested deeper than `limit` steps by JSON text. */
export function cutDepth(root: Node, limit: number, { shapes, reason, height, keepsBranches }: CutOptions): Node {
  /** The node within so many steps; undefined where it does not fit and cannot be text by itself. */
  const within = cutBy(height, (node, remaining) => withinBranch(node, remaining) ?? asText(node))

  /** The same, where only a part of the node can be text. */
  const withinBranch = cutBy(height, (node, remaining) => (remaining <= 0 ? undefined : shrink(node, remaining)))

  function shrink(node: Node, remaining: number): Node | undefined {
    let fits = true
    const mapped = mapChildren(node, (child) => {
      const isBranch = keepsBranches && node.kind === 'union' && !node.keyed
      const fitted = isBranch ? withinBranch(child, remaining - 1) : within(child, remaining - 1)
      if (fitted === undefined) fits = false
      return fitted ?? child
    })
    if (!fits || mapped === node) return undefined
    const shape = shapes.get(node)
    if (shape !== undefined) shapes.set(mapped, shape)
    return mapped
  }

  function asText(node: Node): Node | undefined {
    const shape = shapes.get(node)
    if (shape === undefined) return undefined
    const code = reason === 'depth' ? 'depth-to-json-text' : 'size-to-json-text'
    // Of what stands around a value, the wire has what the dialect can say.
    const { default: fallback, examples } = node
    return toJsonText(
      { ...shape, changes: undefined, rules: undefined, default: fallback, examples },
      shape,
      textChange({ at: node.origin, keyword: headKeyword(shape) }, code),
    )
  }

  return within(root, limit) ?? root
}

type Within = (node: Node, remaining: number) => Node | undefined

/** Leaves alone what fits, and cuts each other node once for each depth. */
function cutBy(height: (node: Node) => number, cut: Within): Within {
  const done = new Map<Node, Map<number, Node | undefined>>()
  return (node, remaining) => {
    if (height(node) <= remaining) return node
    const known = done.get(node)
    if (known?.has(remaining)) return known.get(remaining)
    const result = cut(node, remaining)
    if (known === undefined) done.set(node, new Map([[remaining, result]]))
    else known.set(remaining, result)
    return result
  }
}
