import type { ZodNode, ZodView } from './zod-node.ts'

/** True when a property (or a last tuple item) of this schema may be left out. */
export function acceptsAbsent(node: ZodNode, view: ZodView, seen?: Set<object>): boolean {
  let current = node
  let visited = seen
  for (;;) {
    if (current.kind === 'wrapper') {
      if (current.presence !== 'inner') return current.presence === 'optional'
      current = view.node(current.inner)
    } else if (current.kind === 'lazy' || current.kind === 'union') {
      const identity = current.identity ?? current
      if (visited?.has(identity)) return false
      visited = (visited ?? new Set()).add(identity)
      if (current.kind === 'union')
        return current.options.some((option) => acceptsAbsent(view.node(option), view, visited))
      current = view.node(current.inner())
    } else return current.omittable === true
  }
}
