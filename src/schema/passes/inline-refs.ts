import type { Limits } from '../feature.ts'
import { amend } from '../ir/amend.ts'
import { createAny } from '../ir/create-node.ts'
import { wrapBase } from '../ir/merge-base.ts'
import type { AnyNode, Node, PendingChange, RefNode } from '../ir/node.ts'
import { mapChildren, mapRule } from '../ir/walk.ts'
import type { SchemaGraph } from '../read/from-json-schema.ts'
import { findComponents } from './find-components.ts'

/** Nesting beyond this is cut here already, so that the walk over a chain of definitions ends. */
const deepest = 200

/** References that lead to each other without a step into the value can be followed along very many ways. */
const mostSteps = 200_000

/**
 * Replaces every reference by what it names. Inside a cycle of definitions a reference is followed `limits.unroll` times;
 * what lies beyond is cut. Results are shared, so a `$ref` bomb costs no more than its definitions.
 */
export function inlineRefs(graph: SchemaGraph, limits: Limits): Node {
  const componentOf = findComponents(graph)
  const done = new Map<string, Node>()
  /** References entered since the last step into a value: meeting one again adds nothing to it. */
  let entered: string[] = []

  let steps = 0

  function expand(node: Node, component: number, remaining: number, depth: number): Node {
    if (++steps > mostSteps) return cut(node, 'size')
    if (depth > deepest) return cut(node, 'depth')
    if (node.kind === 'ref') return follow(node, component, remaining, depth)
    const before = entered
    if (node.kind !== 'all' && node.kind !== 'union') entered = []
    const visit = (child: Node) => expand(child, component, remaining, depth + 1)
    const mapped = mapChildren(node, visit)
    const result =
      mapped.rules === undefined ? mapped : amend(mapped, { rules: mapped.rules.map((rule) => mapRule(rule, visit)) })
    entered = before
    return result
  }

  function follow(ref: RefNode, component: number, remaining: number, depth: number): Node {
    const target = graph.definitions.get(ref.target)!
    if (entered.includes(ref.target)) return wrapBase(ref, vacuous(ref))
    const found = componentOf(ref.target)
    const again = found.recursive && found.id === component
    if (again && remaining === 0) return { ...cut(ref, 'recursion'), shape: target, name: ref.target }
    const left = again ? remaining - 1 : limits.unroll
    const key = [ref.target, left, depth, ...entered].join('\n')
    let expanded = done.get(key)
    if (expanded === undefined) {
      const before = entered
      entered = [...before, ref.target]
      expanded = expand(target, found.id, left, depth + 1)
      entered = before
      done.set(key, expanded)
    }
    return wrapBase(amend(ref, { changes: [...(ref.changes ?? []), inlined(ref)] }), expanded)
  }

  return expand(graph.root, componentOf('').id, limits.unroll, 0)
}

function inlined(ref: RefNode): PendingChange {
  const note = `Replaced by what stands at ${ref.target === '' ? 'the root' : ref.target}.`
  return { at: ref.origin, keyword: ref.keyword, code: 'ref-inlined', effect: 'rewritten', enforced: true, note }
}

function vacuous(ref: RefNode): AnyNode {
  const note = 'The reference leads back to its own schema without a step into the value: it adds nothing.'
  const change: PendingChange = {
    at: ref.origin,
    keyword: ref.keyword,
    code: 'ref-to-itself',
    effect: 'dropped',
    enforced: true,
    note,
  }
  return createAny({ origin: ref.origin, sources: ref.sources, changes: [change] })
}

/** A subtree whose shape is given up: any value, remembered with what stood there. */
function cut(node: Node, reason: 'recursion' | 'depth' | 'size'): AnyNode {
  const { origin, sources, nullable, title, description, origins } = node
  const changes = node.kind === 'ref' ? node.changes : undefined
  const around = { origin, sources, nullable, title, description, origins, changes }
  return createAny(around, { cut: reason, shape: node, head: headKeyword(node) })
}

/** The keyword under which a node that became text is confessed: one that the source has where the node stands. */
export function headKeyword(node: Node): string {
  if (node.kind === 'ref' || node.kind === 'union' || node.kind === 'enum') return node.keyword
  if (node.kind === 'object' && node.fields.length > 0) return 'properties'
  if (node.kind === 'array' && node.items !== undefined) return 'items'
  if (node.kind === 'all') return 'allOf'
  const mention = node.kind === 'object' || node.kind === 'array' ? node.mentions[0] : undefined
  return mention?.keyword ?? 'type'
}
