import type { Node } from '../ir/node.ts'
import { mapChildren, mapRule } from '../ir/walk.ts'
import type { Pass, PassContext } from './pass.ts'

/** A rewritten tree, and what stood where its nodes stand now. */
export interface Rewritten {
  readonly root: Node
  readonly shapes: ReadonlyMap<Node, Node>
}

/**
 * Runs the passes over a tree in one walk, children first. Nodes that are shared (a definition used twice) are rewritten once.
 */
export function runPasses(root: Node, passes: readonly Pass[], context: PassContext): Rewritten {
  const done = new Map<Node, Node>()
  const shapes = new Map<Node, Node>()
  const visit = (node: Node): Node => {
    const known = done.get(node)
    if (known !== undefined) return known
    let result = mapRules(mapChildren(node, visit), visit)
    for (const pass of passes) result = pass.rewrite(result, context)
    done.set(node, result)
    shapes.set(result, node)
    return result
  }
  return { root: visit(root), shapes }
}

/** A rule that becomes structure (a condition, a dependency) has to be rewritten like the rest. */
function mapRules(node: Node, visit: (child: Node) => Node): Node {
  if (node.rules === undefined) return node
  return { ...node, rules: node.rules.map((rule) => mapRule(rule, visit)) }
}
