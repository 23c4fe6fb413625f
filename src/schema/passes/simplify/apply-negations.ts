import { rewritten } from '../../change.ts'
import { amend, report, withRules } from '../../ir/amend.ts'
import { createBase, createNever } from '../../ir/create-node.ts'
import { areDisjoint } from '../../ir/disjoint.ts'
import type { Node, ObjectNode, Rule, UnionNode } from '../../ir/node.ts'
import { hasExtras, ownSchema } from '../../ir/node.ts'
import { boundsOf } from '../../ir/print.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass, PassContext } from '../pass.ts'

/** Carries out a `not` that can be said exactly: a type, null, a property that must be absent, anything at all. */
export const applyNegations: Pass = {
  name: 'apply-negations',
  wakes: traits('rules'),
  unless: ['not'],
  rewrite(node, context) {
    if (node.rules === undefined) return node
    let result: Node = node
    for (const rule of node.rules) {
      if (rule.keyword !== 'not') continue
      const bare = withRules(result, result.rules?.filter((each) => each !== rule) ?? [])
      const applied = applyNegation(bare, rule, context)
      const note = 'The schema around it says exactly this.'
      if (applied !== undefined) result = report(applied, rewritten(rule, 'negation-applied', note))
    }
    return result
  },
}

function applyNegation(node: Node, rule: Rule, context: PassContext): Node | undefined {
  const negated = rule.nodes.get('')!
  if (hasMoreToSay(negated)) return undefined
  if (negated.kind === 'any') return negated.cut === undefined ? never(node) : undefined
  if (negated.kind === 'never') return negated.nullable ? withoutNull(node) : node
  if (node.kind === 'union') return negateOptions(node, rule, context)
  if (negated.kind === 'object' && node.kind === 'object') return withoutProperty(node, negated)
  if (isWholeKind(negated) && negated.kind === node.kind && !node.inferred && coversNumbers(negated, node)) {
    const only = never(node)
    return node.nullable && !negated.nullable ? amend(only, { nullable: true }) : only
  }
  return undefined
}

/** Each branch by itself: one that the negation forbids, one that it cannot concern. */
function negateOptions(node: UnionNode, rule: Rule, context: PassContext): Node | undefined {
  const negated = rule.nodes.get('')!
  const reading = { objects: 'written', definitions: context.definitions } as const
  const options: Node[] = []
  for (const option of node.options) {
    const isOutside = areDisjoint(option, negated, reading) && !negated.nullable
    const applied = isOutside ? option : applyNegation(option, rule, context)
    if (applied === undefined) return undefined
    options.push(applied)
  }
  return amend(node, { options })
}

function hasMoreToSay(node: Node): boolean {
  return (
    node.rules !== undefined ||
    node.kind === 'all' ||
    node.kind === 'ref' ||
    node.kind === 'union' ||
    node.encoding !== undefined
  )
}

function never(node: Node): Node {
  const { origin, sources, changes } = node
  // OpenAPI's `nullable` allows null besides whatever the schema says.
  const nullable = ownSchema(node)?.['nullable'] === true ? true : undefined
  return createNever({ origin, sources, changes, nullable })
}

function withoutNull(node: Node): Node | undefined {
  // A free-form node accepts null without saying so.
  return node.kind === 'any' || node.kind === 'union' ? undefined : amend(node, { nullable: undefined })
}

function coversNumbers(negated: Node, node: Node): boolean {
  return negated.kind !== 'number' || node.kind !== 'number' || !negated.integer || node.integer
}

/** True for a type without any further constraint. */
function isWholeKind(node: Node): boolean {
  if (node.inferred) return false
  switch (node.kind) {
    case 'boolean':
      return true
    case 'string':
      return node.minLength === undefined && node.maxLength === undefined && node.pattern === undefined
    case 'number':
      return boundsOf(node).length === 0
    default:
      return false
  }
}

/** `not: { required: [name] }`: the property must be absent. */
function withoutProperty(node: ObjectNode, negated: ObjectNode): Node | undefined {
  const isPlain = negated.fields.length === 0 && negated.extras === undefined && negated.patterns.length === 0
  const isUnbounded = negated.minProperties === undefined && negated.maxProperties === undefined
  const name = negated.requiredElsewhere[0]?.name
  if (!isPlain || !isUnbounded || negated.requiredElsewhere.length !== 1 || name === undefined) return undefined
  const field = node.fields.find((each) => each.name === name)
  if (field?.required) return never(node)
  if (field === undefined && (node.patterns.length > 0 || hasExtras(node))) return undefined
  // Another part of the schema may declare the property: that it must be absent has to be known there.
  const value = createNever(createBase(negated.origin, [false]))
  const fields = node.fields.filter((each) => each !== field)
  return amend(node, {
    fields: node.inferred || field === undefined ? [...fields, { name, value, required: false }] : fields,
  })
}
