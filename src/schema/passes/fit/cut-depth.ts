import type { Node } from '../../ir/node.ts'
import { mapChildren } from '../../ir/walk.ts'
import { headKeyword } from '../inline/inline-refs.ts'
import { textChange, toJsonText } from '../lower/encode-free-form.ts'

/** What stood in the tool's shape where a wire node stands now. Parts of an encoding have no counterpart. */
export type Shapes = Map<Node, Node>

/** Replaces what is nested deeper than `limit` steps by JSON text. */
export function cutDepth(
  root: Node,
  limit: number,
  shapes: Shapes,
  reason: 'depth' | 'size',
  height: (node: Node) => number,
): Node {
  const done = new Map<Node, Map<number, Node | undefined>>()

  /** The node within so many steps; undefined where it does not fit and cannot be text by itself. */
  function within(node: Node, remaining: number): Node | undefined {
    if (height(node) <= remaining) return node
    const known = done.get(node)
    if (known?.has(remaining)) return known.get(remaining)
    const result = shrink(node, remaining) ?? asText(node)
    if (known === undefined) done.set(node, new Map([[remaining, result]]))
    else known.set(remaining, result)
    return result
  }

  function shrink(node: Node, remaining: number): Node | undefined {
    if (remaining <= 0) return undefined
    let fits = true
    const mapped = mapChildren(node, (child) => {
      const fitted = within(child, remaining - 1)
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
      textChange(node.origin, headKeyword(shape), code),
    )
  }

  return within(root, limit) ?? root
}
