import { amend } from '../ir/amend.ts'
import type { Node } from '../ir/node.ts'
import type { Forest } from '../ir/walk.ts'
import { mapChildren, mapForest, mapRule } from '../ir/walk.ts'
import type { Pass, PassContext } from './pass.ts'

/** Rewritten trees, and what stood where their nodes stand now. */
export interface Rewritten extends Forest {
  readonly shapes: Map<Node, Node>
}

/**
 * Runs the passes over trees in one walk, children first. Nodes that are shared (a definition used twice) are rewritten once.
 * With `rules`, what rules hold is rewritten too: a condition or a dependency may become structure.
 */
export function runPasses(forest: Forest, passes: readonly Pass[], context: PassContext, rules = false): Rewritten {
  const done = new Map<Node, Node>()
  const shapes = new Map<Node, Node>()
  const visit = (node: Node): Node => {
    const known = done.get(node)
    if (known !== undefined) return known
    let result = mapChildren(node, visit)
    if (rules && result.rules !== undefined) {
      result = amend(result, { rules: result.rules.map((rule) => mapRule(rule, visit)) })
    }
    for (const pass of passes) result = pass.rewrite(result, context, node)
    done.set(node, result)
    shapes.set(result, node)
    return result
  }
  return { ...mapForest(forest, visit), shapes }
}

/** The same for a tree in which nothing is shared, when nobody will ask what stood where: it keeps no books. */
export function runPassesOnce(root: Node, passes: readonly Pass[], context: PassContext): Node {
  const visit = (node: Node): Node => {
    let result = mapChildren(node, visit)
    for (const pass of passes) result = pass.rewrite(result, context, node)
    return result
  }
  return visit(root)
}
