import type { Json } from '../../../core/json.ts'
import { described, type PendingChange } from '../../change.ts'
import type { Capabilities } from '../../feature.ts'
import { amend, describe } from '../../ir/amend.ts'
import type { Field, Node, ObjectNode } from '../../ir/node.ts'
import { firstSource, originOf } from '../../ir/node.ts'
import type { Forest } from '../../ir/walk.ts'
import { mapChildren } from '../../ir/walk.ts'
import { findComponents } from './find-components.ts'
import { neededNodes, neededTargets } from './needed-targets.ts'

/**
 * For dialects whose endpoints refuse a loop of references that every value would have to follow, because they do not see that null or
 * another branch ends it: a required property that refers back is no longer required. That is said, and `check` holds it. The
 * reference can stay then, where the recursion would have to be written out otherwise.
 */
export function openRequiredLoops(graph: Forest, { supports }: Capabilities): Forest {
  if (graph.definitions.size === 0 || !supports.has('refs') || supports.has('requiredLoops')) return graph
  const componentOf = findComponents(graph, neededTargets)
  const order = new Map([...graph.definitions.keys()].map((target, index) => [target, index]))
  let isOpened = false
  const definitions = new Map<string, Node>()
  for (const [pointer, tree] of graph.definitions) {
    const { id, recursive } = componentOf(pointer)
    // Every loop has a step to a definition that stands before, or to itself: opening those opens all loops.
    const refersBack = (target: string) => componentOf(target).id === id && order.get(target)! <= order.get(pointer)!
    const opened = recursive ? openTree(tree, refersBack) : tree
    if (opened !== tree) isOpened = true
    definitions.set(pointer, opened)
  }
  if (!isOpened) return graph
  return { root: definitions.get('') ?? graph.root, definitions }
}

/** The tree without requirements that lead back, along the parts that every value needs. */
function openTree(tree: Node, refersBack: (target: string) => boolean): Node {
  const visit = (node: Node): Node => {
    const needed = new Set(neededNodes(node))
    const inner = mapChildren(node, (child) => (needed.has(child) ? visit(child) : child))
    if (inner.kind !== 'object') return inner
    const back = inner.fields.filter((field) => field.required && neededTargets(field.value).some(refersBack))
    return back.length === 0 ? inner : withoutRequired(inner, new Set(back.map(({ name }) => name)))
  }
  return visit(tree)
}

function withoutRequired(node: ObjectNode, names: ReadonlySet<string>): Node {
  const fields = node.fields.map((field) => (names.has(field.name) ? { ...field, required: false } : field))
  const changes = node.fields.filter(({ name }) => names.has(name)).flatMap((field) => reportOpened(node, field))
  const requiredOrder = node.requiredOrder.filter((name) => !names.has(name))
  const listed = [...names].map((name) => JSON.stringify(name)).join(' and ')
  return describe(amend(node, { fields, requiredOrder }), `Must have ${listed}.`, ...changes)
}

/** A property is required by the list of its object, by a flag of its own, or by both. */
function reportOpened(node: ObjectNode, { name, value }: Field): PendingChange[] {
  const isFlagged = requiredIn(value) === true
  const places = isFlagged ? [value.origin] : []
  if (!isFlagged || Array.isArray(requiredIn(node))) places.push(originOf(node, 'required'))
  const note = `The endpoint refuses a loop of required references: ${JSON.stringify(name)} is required in words only.`
  return places.map((at) => described({ at, keyword: 'required' }, 'required-loop-opened', note))
}

function requiredIn(node: Node): Json | undefined {
  const source = firstSource(node)
  return typeof source === 'object' ? source['required'] : undefined
}
