import { amend } from '../ir/amend.ts'
import type { Node } from '../ir/node.ts'
import type { Traits } from '../ir/traits.ts'
import { traitsOf } from '../ir/traits.ts'
import type { Forest } from '../ir/walk.ts'
import { hasChildren, mapChildren, mapForest, mapRule } from '../ir/walk.ts'
import type { Pass, PassContext } from './pass.ts'

/** Rewritten trees, and the node that each of their nodes was before. */
export interface Rewritten extends Forest {
  /** By the node of the input: the node that stands there now. */
  readonly results: ReadonlyMap<Node, Node>
  /** Nodes without children that stayed as they were. */
  readonly unchanged: readonly Node[]
  /** The traits of all nodes, before their passes ran. */
  readonly found: Traits
}

/**
 * Runs passes over trees in one walk, children first; each on the nodes that wake it. Nodes that are shared (a definition
 * used twice) are rewritten once. With `rules`, the subschemas of rules are rewritten too: a condition may become structure.
 */
export function runPasses(forest: Forest, passes: readonly Pass[], context: PassContext, rules = false): Rewritten {
  const results = new Map<Node, Node>()
  const unchanged: Node[] = []
  let found: Traits = 0
  const visitWith = (own: readonly Pass[], done: Map<Node, Node>, visitRule?: (node: Node) => Node) => {
    const wakes = own.reduce((all, pass) => all | pass.wakes, 0)
    const visit = (node: Node): Node => {
      const known = done.get(node)
      if (known !== undefined) return known
      let inner = mapChildren(node, visit)
      if (rules && inner.rules !== undefined) {
        inner = amend(inner, { rules: inner.rules.map((rule) => mapRule(rule, visitRule ?? visit)) })
      }
      const traits = traitsOf(inner)
      found |= traits
      const result = (traits & wakes) === 0 ? inner : rewrite(inner, traits, own, context, node)
      // Such a node costs no more the next time.
      if (result === node && !hasChildren(node)) unchanged.push(node)
      else done.set(node, result)
      return result
    }
    return visit
  }
  let visitOther: ((node: Node) => Node) | undefined
  const visitRule = (node: Node) => {
    visitOther ??= visitWith(
      passes.filter(({ skipsRules }) => !skipsRules),
      new Map(),
    )
    return visitOther(node)
  }
  const skipsRules = rules && passes.some((pass) => pass.skipsRules)
  const { root, definitions } = mapForest(forest, visitWith(passes, results, skipsRules ? visitRule : undefined))
  return { root, definitions, results, unchanged, found }
}

function rewrite(node: Node, first: Traits, passes: readonly Pass[], context: PassContext, shape: Node): Node {
  let result = node
  let traits = first
  for (const pass of passes) {
    if ((pass.wakes & traits) === 0) continue
    const next = pass.rewrite(result, context, shape)
    if (next === result) continue
    result = next
    traits = traitsOf(result)
  }
  return result
}
