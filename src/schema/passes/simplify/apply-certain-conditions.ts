import { isPlainObject, type Json } from '../../../core/json.ts'
import { type PendingChange, rewritten } from '../../change.ts'
import { amend, report, withRules } from '../../ir/amend.ts'
import { intersect } from '../../ir/intersect.ts'
import type { Node, ObjectNode, Rule } from '../../ir/node.ts'
import { isAnything, isImpossible } from '../../ir/node.ts'
import { isClosed, traits } from '../../ir/traits.ts'
import type { Pass, PassContext } from '../pass.ts'
import { isDependency, namesAsked, readFieldTest, triggersOf } from './condition-cases.ts'

/**
 * Carries out conditions whose answer is the same for every value: a property that always has the value in question, a
 * dependency on a property that is required. What they ask for becomes structure, exactly.
 */
export const applyCertainConditions: Pass = {
  name: 'apply-certain-conditions',
  wakes: traits('rules'),
  unless: ['conditions'],
  rewrite(node, context) {
    if (node.kind !== 'object') return node
    for (const rule of node.rules ?? []) {
      const result = (isDependency(rule) ? applyDependency : applyCondition)(node, rule, context)
      // What was asked for may make another condition certain, or bring its own.
      if (result !== undefined) return applyCertainConditions.rewrite(result, context, result)
    }
    return node
  },
}

function applyCondition(node: ObjectNode, rule: Rule, context: PassContext): Node | undefined {
  const answer = rule.keyword === 'if' ? answerOf(node, rule.nodes.get('if')!) : undefined
  if (answer === undefined) return undefined
  const part = rule.nodes.get(answer ? 'then' : 'else')
  const bare = withoutRule(node, rule)
  const both = part === undefined ? bare : intersect(bare, part, context)
  // `nullable: true` takes null whatever the condition beside it asks for.
  const result = rule.owner['nullable'] === true ? amend(both, { nullable: node.nullable }) : both
  const note = answer ? 'The condition holds for every value.' : 'The condition holds for no value.'
  return report(result, ...changesFor(rule, note))
}

/** Whether a condition holds for every value of an object, or for none; undefined where that depends on the value. */
function answerOf(node: ObjectNode, condition: Node): boolean | undefined {
  if (isAnything(condition)) return true
  if (isImpossible(condition)) return false
  // Null satisfies what is said about objects only.
  const test = node.nullable ? undefined : readFieldTest(node, condition)
  if (test === undefined) return undefined
  const mayHit = test.hits.length > 0 || (!test.field.required && test.absentHits)
  const mayMiss = test.misses.length > 0 || (!test.field.required && !test.absentHits)
  return mayHit && mayMiss ? undefined : mayHit
}

/** Of a dependency, what properties that are required ask for. */
function applyDependency(node: ObjectNode, rule: Rule, context: PassContext): Node | undefined {
  const required = new Set(node.fields.filter((field) => field.required).map((field) => field.name))
  const certain = triggersOf(rule).filter((name) => required.has(name))
  if (certain.length === 0) return undefined
  let result: Node = withoutRule(node, rule)
  for (const name of certain) {
    if (result.kind !== 'object') return undefined
    const schema = rule.nodes.get(name)
    const asked: Node | undefined =
      schema === undefined ? requireNames(result, namesAsked(rule, name), rule) : bindObjects(result, schema, context)
    if (asked === undefined) return undefined
    result = asked
  }
  const rest = triggersOf(rule).filter((name) => !required.has(name))
  const left = rest.length === 0 ? [] : [keepTriggers(rule, rest)]
  const whole = withRules(result, [...(result.rules ?? []), ...left])
  return report(whole, rewritten(rule, 'condition-applied', 'The property is always there.'))
}

function keepTriggers(rule: Rule, names: readonly string[]): Rule {
  const value = isPlainObject(rule.value) ? (rule.value as Record<string, Json>) : {}
  return {
    ...rule,
    value: Object.fromEntries(names.map((name) => [name, value[name]!])),
    nodes: new Map([...rule.nodes].filter(([name]) => names.includes(name))),
  }
}

/** Undefined where a name is not declared and other properties have a type or a pattern, or are forbidden: no structure can ask for it. */
function requireNames(node: ObjectNode, names: readonly string[], rule: Rule): ObjectNode | undefined {
  const known = new Set([...node.fields, ...node.requiredElsewhere].map(({ name }) => name))
  const fields = node.fields.map((field) => (names.includes(field.name) ? { ...field, required: true } : field))
  const others = names.filter((name) => !known.has(name)).map((name) => ({ name, at: rule.at }))
  if (others.length > 0 && (node.extras !== undefined || node.patterns.length > 0 || isClosed(node))) return undefined
  return amend(node, { fields, requiredElsewhere: [...node.requiredElsewhere, ...others] })
}

/**
 * The object with what a schema asks for. A dependency binds objects only, so null stays where it was allowed, and so do other
 * types where the type was only inferred. Undefined where that cannot be said.
 */
function bindObjects(node: ObjectNode, schema: Node, context: PassContext): Node | undefined {
  const { nullable, inferred } = node
  const both = intersect(amend(node, { nullable: undefined, inferred: undefined }), schema, context)
  if (both.kind === 'object') return amend(both, { nullable, inferred })
  return inferred ? undefined : amend(both, { nullable })
}

function withoutRule(node: ObjectNode, rule: Rule): ObjectNode {
  return withRules(node, node.rules?.filter((each) => each !== rule) ?? [])
}

/** Reports every keyword of a condition that became structure. */
export function changesFor({ at, nodes }: Rule, note: string): PendingChange[] {
  return [...nodes.keys()].map((keyword) => rewritten({ at, keyword }, 'condition-applied', note))
}
