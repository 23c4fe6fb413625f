import { deepEqual, isPlainObject, type Json } from '../../../core/json.ts'
import { dependentNames } from '../../document/keyword-values.ts'
import type { Field, Node, ObjectNode, Rule } from '../../ir/node.ts'
import { isImpossible } from '../../ir/node.ts'

/** A condition about the value of one property, as a split of the values that the property takes. */
export interface FieldTest {
  readonly field: Field
  readonly hits: readonly Json[]
  readonly misses: readonly Json[]
  /** An absent property satisfies a condition that does not require it. */
  readonly absentHits: boolean
}

/** Reads a condition over one property with a finite list of values; undefined for any other. */
export function readFieldTest(node: ObjectNode, condition: Node): FieldTest | undefined {
  if (condition.kind !== 'object' || condition.rules !== undefined || condition.fields.length !== 1) return undefined
  if (condition.extras !== undefined || condition.patterns.length > 0) return undefined
  if (condition.minProperties !== undefined || condition.maxProperties !== undefined) return undefined
  const tested = condition.fields[0]!
  const field = node.fields.find((each) => each.name === tested.name)
  if (field === undefined || tested.value.kind !== 'enum' || condition.requiredElsewhere.length > 0) return undefined
  const all = valuesOf(field.value)
  if (all === undefined) return undefined
  const wanted = valuesOf(tested.value)!
  const isHit = (value: Json) => wanted.some((each) => deepEqual(each, value))
  return {
    field,
    hits: all.filter(isHit),
    misses: all.filter((value) => !isHit(value)),
    absentHits: !tested.required,
  }
}

/** All values of a node that lists them. */
function valuesOf(node: Node): readonly Json[] | undefined {
  if (node.rules !== undefined) return undefined
  const listed = node.kind === 'boolean' ? [true, false] : node.kind === 'enum' ? node.values : undefined
  return listed !== undefined && node.nullable ? [...listed, null] : listed
}

/** Cases of which every value of an object is one, each with the schemas that hold in it. */
export type Cases = readonly (readonly Node[])[]

/** What rules ask of an object, rule by rule; conditions about one property are one list of cases, a case for each value. */
export function casesOf(node: ObjectNode, rules: readonly Rule[]): Cases[] {
  const found: Cases[] = []
  const tested = new Map<string, [FieldTest, Rule][]>()
  for (const rule of rules) {
    if (rule.keyword === 'anyOf' || rule.keyword === 'oneOf') found.push([...rule.nodes.values()].map((each) => [each]))
    if (isDependency(rule)) found.push(...[...rule.nodes.values()].map((each): Cases => [[each], []]))
    if (rule.keyword !== 'if') continue
    const test = readFieldTest(node, rule.nodes.get('if')!)
    if (test === undefined) found.push([outcome(rule, true), outcome(rule, false)])
    else tested.set(test.field.name, [...(tested.get(test.field.name) ?? []), [test, rule]])
  }
  for (const tests of tested.values()) found.push(casesByValue(tests))
  return found.map((cases) => cases.filter((each) => !each.some(isImpossible)))
}

function casesByValue(tests: readonly [FieldTest, Rule][]): Cases {
  const { field, hits, misses } = tests[0]![0]
  const cases = [...hits, ...misses].map((value) =>
    tests.flatMap(([test, rule]) => outcome(rule, test.hits.includes(value))),
  )
  if (!field.required) cases.push(tests.flatMap(([test, rule]) => outcome(rule, test.absentHits)))
  return cases
}

function outcome(rule: Rule, isHit: boolean): readonly Node[] {
  const node = rule.nodes.get(isHit ? 'then' : 'else')
  return node === undefined ? [] : [node]
}

export function isDependency({ keyword }: Rule): boolean {
  return keyword === 'dependentRequired' || keyword === 'dependentSchemas' || keyword === 'dependencies'
}

/** The names that a dependency asks for when a property is there; empty where it asks for a schema. */
export function namesAsked(rule: Rule, trigger: string): readonly string[] {
  const value = isPlainObject(rule.value) ? (rule.value as Record<string, unknown>)[trigger] : undefined
  return dependentNames(value) ?? []
}

/** The names that trigger a dependency. */
export function triggersOf(rule: Rule): readonly string[] {
  return isPlainObject(rule.value) ? Object.keys(rule.value) : []
}
