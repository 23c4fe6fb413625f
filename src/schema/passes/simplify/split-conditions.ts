import type { Json } from '../../../core/json.ts'
import { deepEqual } from '../../../core/json.ts'
import type { Schema } from '../../document/schema.ts'
import { amend, report } from '../../ir/amend.ts'
import { createEnum, createUnion } from '../../ir/create-node.ts'
import { intersect } from '../../ir/intersect.ts'
import { countNodes } from '../../ir/measure.ts'
import type { Field, Node, ObjectNode, PendingChange, Rule, UnionNode } from '../../ir/node.ts'
import { firstSource, originOf, sourcesOf } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass, PassContext } from '../pass.ts'

/**
 * Turns `if/then/else` over one property with a finite list of values into two branches: exact, because the property
 * takes the condition's values in one and all others in the other.
 */
export const splitConditions: Pass = {
  name: 'split-conditions',
  wakes: traits('rules'),
  unless: ['conditions'],
  rewrite(node, context) {
    if (node.kind !== 'object' || node.rules === undefined) return node
    if (context.dialect.supports.has('conditions') || !context.dialect.supports.has('anyOf')) return node
    const rule = node.rules.find((each) => each.keyword === 'if')
    const test = rule === undefined ? undefined : readTest(node, rule.nodes.get('if')!)
    if (rule === undefined || test === undefined) return node
    if (countNodes(node, context.limits.nodes) * 2 > context.limits.nodes) return node
    const rest = node.rules.filter((each) => each !== rule)
    const bare: ObjectNode = amend(node, { rules: rest.length > 0 ? rest : undefined })
    const parts = split(bare, rule, test, context)
    // Each branch may have further conditions.
    const options = parts.options.map((option) => splitConditions.rewrite(option, context, option))
    return report(amend(parts, { options }), ...changesFor(rule))
  },
}

/** The condition, as a split of one field's values. */
interface Test {
  readonly field: Field
  readonly hits: readonly Json[]
  readonly misses: readonly Json[]
  /** An absent property satisfies a condition that does not require it. */
  readonly absentHits: boolean
}

function readTest(node: ObjectNode, condition: Node): Test | undefined {
  if (condition.kind !== 'object' || condition.rules !== undefined || condition.fields.length !== 1) return undefined
  if (condition.extras !== undefined || condition.patterns.length > 0) return undefined
  if (condition.minProperties !== undefined || condition.maxProperties !== undefined) return undefined
  const tested = condition.fields[0]!
  const field = node.fields.find((each) => each.name === tested.name)
  if (field === undefined || field.value.nullable || tested.value.kind !== 'enum') return undefined
  if (condition.requiredElsewhere.length > 0) return undefined
  const all =
    field.value.kind === 'boolean' ? [true, false] : field.value.kind === 'enum' ? field.value.values : undefined
  if (all === undefined || field.value.rules !== undefined) return undefined
  const wanted = tested.value.values
  const isHit = (value: Json) => wanted.some((each) => deepEqual(each, value))
  const hits = all.filter(isHit)
  const misses = all.filter((value) => !isHit(value))
  return { field, hits, misses, absentHits: !tested.required }
}

function split(node: ObjectNode, rule: Rule, test: Test, context: PassContext): UnionNode {
  const condition = firstSource(rule.nodes.get('if')!) as Schema
  const branch = (values: readonly Json[], takesAbsent: boolean, guard: Schema, then: Node | undefined): Node[] => {
    const mayBeAbsent = takesAbsent && !test.field.required
    if (values.length === 0 && !mayBeAbsent) return []
    const field = narrow(test.field, values, mayBeAbsent)
    const fields = node.fields.flatMap((each) => (each === test.field ? (field === undefined ? [] : [field]) : [each]))
    const option: ObjectNode = { ...node, ...bareBase(node), fields, sources: [...sourcesOf(node), guard] }
    return [then === undefined ? option : intersect(option, then, context)]
  }
  // Synthetic guard: the validator finds references inside `condition` by its identity.
  const otherwise = { not: condition } as Schema
  const options = [
    ...branch(test.hits, test.absentHits, condition, rule.nodes.get('then')),
    ...branch(test.misses, !test.absentHits, otherwise, rule.nodes.get('else')),
  ]
  const origins = { ...node.origins, if: rule.at }
  return createUnion(amend(node, { rules: undefined, inferred: undefined, origins }), { keyword: 'if', options })
}

function narrow(field: Field, values: readonly Json[], mayBeAbsent: boolean): Field | undefined {
  if (values.length === 0) return undefined
  const { origin, sources, title, description, examples, changes } = field.value
  const around = { origin, sources, title, description, examples, changes }
  const keyword = field.value.kind === 'enum' ? field.value.keyword : 'enum'
  const value = createEnum(around, { keyword, values })
  return { name: field.name, required: !mayBeAbsent, value: report(value, ...filtered(field.value, values)) }
}

/** A list of which each branch has a part. */
function filtered(node: Node, values: readonly Json[]): PendingChange[] {
  if (node.kind !== 'enum' || values.length === node.values.length) return []
  const { keyword } = node
  const note = 'Each branch lists the members that it is about.'
  const at = originOf(node, keyword)
  return [{ at, keyword, code: 'enum-filtered', effect: 'rewritten', enforced: true, note }]
}

/** What stands around the object goes to the union, not into each branch. */
function bareBase(node: ObjectNode): Partial<ObjectNode> {
  const nothing = { title: undefined, description: undefined, default: undefined, examples: undefined }
  return { ...nothing, annotations: undefined, changes: undefined, nullable: undefined, inferred: node.inferred }
}

function changesFor(rule: Rule): PendingChange[] {
  const note = 'Said as two branches.'
  return [...rule.nodes.keys()].map((keyword) => ({
    at: rule.at,
    keyword,
    code: 'condition-split',
    effect: 'rewritten',
    enforced: true,
    note,
  }))
}
