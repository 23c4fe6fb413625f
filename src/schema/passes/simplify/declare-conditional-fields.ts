import { deepEqual } from '../../../core/json.ts'
import { amend } from '../../ir/amend.ts'
import { createAny, createBase, createUnion } from '../../ir/create-node.ts'
import { countWithRules } from '../../ir/measure.ts'
import type { Field, Node, ObjectNode, Rule } from '../../ir/node.ts'
import { firstSource, isImpossible, sourcesOf } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass } from '../pass.ts'
import { type Cases, casesOf, isDependency, namesAsked, triggersOf } from './condition-cases.ts'

/**
 * Makes one flat object of an object with conditions: every property that a condition, a dependency or an alternative speaks of
 * is declared, and what all cases require is required. The object then holds the values of every case; which case asks for
 * what is said in words.
 */
export const declareConditionalFields: Pass = {
  name: 'declare-conditional-fields',
  wakes: traits('rules'),
  unless: ['openObjects'],
  // What is declared here for one case is no part of what a schema says of every value, which is what is merged.
  isLast: true,
  rewrite(node) {
    return node.rules === undefined ? node : declareIn(node, [])
  },
}

/** What stands around a union speaks of each of its branches. */
function declareIn(node: Node, around: readonly Rule[]): Node {
  const rules = node.rules === undefined ? around : [...node.rules, ...around]
  if (node.kind === 'object') return declareFields(node, rules)
  if (node.kind !== 'union') return node
  const options = node.options.map((option) => declareIn(option, rules))
  return options.every((option, index) => option === node.options[index]) ? node : amend(node, { options })
}

function declareFields(node: ObjectNode, rules: readonly Rule[]): ObjectNode {
  if (node.fields.length === 0 && !mayDeclare(amend(node, { rules }))) return node
  const all = casesOf(node, rules)
  const asked = fieldsIn(all.flat(2))
  if (node.fields.length === 0 && asked.size === 0) return node
  const fields = node.fields.map((field) => widenField(field, asked.get(field.name), all))
  const added = node.extras === undefined ? undeclaredFields(node, asked, rules) : []
  const required = requiredIn(all)
  const whole = [...fields, ...added].map((field) =>
    required.has(field.name) && !field.required ? { ...field, required: true } : field,
  )
  if (whole.length === node.fields.length && whole.every((field, index) => field === node.fields[index])) return node
  const names = new Set(whole.map((field) => field.name))
  const requiredElsewhere = node.requiredElsewhere.filter((each) => !names.has(each.name))
  return amend(node, { fields: whole, requiredElsewhere })
}

/** So much is declared of an object that declares nothing itself. */
const mostDeclared = 60

/** An object that declares nothing is open as it is, unless a condition declares something: that is better than free text. */
function mayDeclare(node: ObjectNode): boolean {
  const isOpen = node.extras === undefined && node.patterns.length === 0
  return isOpen && countWithRules(node, mostDeclared) <= mostDeclared
}

/** Values by the name of their property. */
type Asked = ReadonlyMap<string, readonly Node[]>

/** What schemas say about properties: themselves, their alternatives, and what their own rules may ask for. */
function fieldsIn(nodes: readonly Node[]): Map<string, Node[]> {
  const found = new Map<string, Node[]>()
  const add = (name: string, value: Node) => found.set(name, [...(found.get(name) ?? []), value])
  // Definitions are shared: there may be very many ways to one.
  const seen = new Set<Node>()
  const visit = (node: Node): void => {
    if (seen.has(node)) return
    seen.add(node)
    if (node.kind === 'union') for (const option of node.options) visit(option)
    if (node.kind === 'object') for (const field of node.fields) add(field.name, field.value)
    for (const rule of node.rules ?? []) if (asks(rule)) for (const each of partsOf(rule)) visit(each)
  }
  for (const node of nodes) visit(node)
  return found
}

function asks(rule: Rule): boolean {
  return rule.keyword === 'if' || rule.keyword === 'anyOf' || rule.keyword === 'oneOf' || isDependency(rule)
}

/** The schemas that a rule may bring into force. */
function partsOf(rule: Rule): readonly Node[] {
  return [...rule.nodes].filter(([name]) => rule.keyword !== 'if' || name !== 'if').map(([, node]) => node)
}

/** Properties that only the rules speak of; a name that they only require takes any value. */
function undeclaredFields(node: ObjectNode, asked: Asked, rules: readonly Rule[]): Field[] {
  const known = new Set(node.fields.map((field) => field.name))
  const needed = new Set(node.requiredElsewhere.map((each) => each.name))
  const added: Field[] = []
  for (const [name, values] of asked) {
    const possible = distinct(values.filter((value) => !isImpossible(value)))
    if (known.has(name) || possible.length === 0) continue
    known.add(name)
    added.push({ name, value: unionOf(createBase(node.origin, []), possible), required: needed.has(name) })
  }
  // A name that is only required is no property that a schema evaluates. A condition that declares what it tests evaluates it.
  const isClosed = rules.some(({ keyword }) => keyword === 'unevaluatedProperties')
  for (const name of isClosed ? namesIn(rules).tested : namesIn(rules).all) {
    if (known.has(name)) continue
    known.add(name)
    added.push({ name, value: createAny(createBase(node.origin, [])), required: needed.has(name) })
  }
  return added
}

/** The names that conditions test, and all that rules test or require somewhere: a model has to be able to write them. */
function namesIn(rules: readonly Rule[]): { tested: Set<string>; all: Set<string> } {
  const tested = new Set<string>()
  const asked = new Set<string>()
  const seen = new Set<Node>()
  const visit = (node: Node, isTest = false): void => {
    if (!isTest && seen.has(node)) return
    seen.add(node)
    if (node.kind === 'union') for (const option of node.options) visit(option, isTest)
    if (node.kind === 'object') {
      if (isTest) for (const { name } of node.fields) tested.add(name)
      for (const { name } of node.requiredElsewhere) asked.add(name)
    }
    for (const rule of node.rules ?? []) gather(rule)
  }
  const gather = (rule: Rule): void => {
    if (!asks(rule)) return
    for (const [name, part] of rule.nodes) visit(part, rule.keyword === 'if' && name === 'if')
    if (!isDependency(rule)) return
    for (const name of triggersOf(rule).flatMap((each) => [each, ...namesAsked(rule, each)])) asked.add(name)
  }
  for (const rule of rules) gather(rule)
  return { tested, all: new Set([...tested, ...asked]) }
}

/** The names that one of the lists of cases requires in each of them. */
function requiredIn(all: readonly Cases[]): Set<string> {
  const names = new Set<string>()
  for (const cases of all) {
    const [first, ...others] = cases.map((parts) => new Set(parts.flatMap(requiredBy)))
    for (const name of first ?? []) if (others.every((each) => each.has(name))) names.add(name)
  }
  return names
}

function requiredBy(node: Node): readonly string[] {
  if (node.kind !== 'object') return []
  const declared = node.fields.filter((field) => field.required).map((field) => field.name)
  return [...declared, ...node.requiredElsewhere.map((each) => each.name)]
}

/** A declared property with room for what the rules ask of it. */
function widenField(field: Field, values: readonly Node[] | undefined, all: readonly Cases[]): Field {
  if (values === undefined) return field
  const value = isFree(field.value) ? (shapeInCases(field, all) ?? field.value) : extend(field.value, values)
  return value === field.value ? field : { ...field, value }
}

/** Whether a schema leaves the shape of its values open: anything, any object, any list. */
function isFree(node: Node): boolean {
  if (node.rules !== undefined || node.encoding !== undefined) return false
  if (node.kind === 'any') return node.cut === undefined
  if (node.kind === 'array') return node.prefix.length === 0 && (node.items === undefined || isFree(node.items))
  if (node.kind !== 'object') return false
  return node.fields.length === 0 && node.patterns.length === 0 && node.extras === undefined
}

/** The shapes that a property without one has in the cases of one list, where each case gives it one. */
function shapeInCases(field: Field, all: readonly Cases[]): Node | undefined {
  for (const cases of all) {
    const shapes = cases.map((parts) =>
      fieldsIn(parts)
        .get(field.name)
        ?.find((value) => !isFree(value) && isOfKind(value, field.value.kind)),
    )
    if (shapes.length === 0 || shapes.includes(undefined)) continue
    const possible = distinct(shapes.filter((shape): shape is Node => shape !== undefined && !isImpossible(shape)))
    if (possible.length > 0) return unionOf(field.value, possible)
  }
  return undefined
}

/** Whether a schema gives a shape to values of a kind: what it says of values of other kinds says nothing about them. */
function isOfKind(node: Node, kind: Node['kind']): boolean {
  if (kind === 'any' || node.kind === kind) return true
  return node.kind === 'union' && node.options.every((option) => isOfKind(option, kind))
}

/** A schema with room for properties that others declare, at any depth. */
function extend(node: Node, others: readonly Node[]): Node {
  if (node.kind === 'array' && node.items !== undefined) {
    const items = extend(
      node.items,
      others.flatMap((each) => (each.kind === 'array' && each.items ? [each.items] : [])),
    )
    return items === node.items ? node : amend(node, { items })
  }
  if (node.kind !== 'object' || node.fields.length === 0) return node
  const asked = fieldsIn(others)
  const fields = node.fields.map((field) => {
    const value = extend(field.value, asked.get(field.name) ?? [])
    return value === field.value ? field : { ...field, value }
  })
  const added = node.extras === undefined ? undeclaredFields(node, asked, []) : []
  const isSame = added.length === 0 && fields.every((field, index) => field === node.fields[index])
  return isSame ? node : amend(node, { fields: [...fields, ...added] })
}

/** The nodes without those that say the same as one before. */
function distinct(nodes: readonly Node[]): Node[] {
  const kept: Node[] = []
  for (const node of nodes) if (!kept.some((each) => isSame(each, node))) kept.push(node)
  return kept
}

function isSame(left: Node, right: Node): boolean {
  if (left === right) return true
  const isPlain = sourcesOf(left).length === 1 && sourcesOf(right).length === 1
  return isPlain && deepEqual(firstSource(left), firstSource(right))
}

/** A value that is one of several, with what is said around it. */
function unionOf(around: Node | ReturnType<typeof createBase>, values: readonly Node[]): Node {
  const { origin, sources, title, description, default: fallback, examples, origins, changes } = around
  const base = { origin, sources, title, description, default: fallback, examples, origins, changes }
  if (values.length > 1) return createUnion(base, { keyword: 'anyOf', options: values })
  const only = values[0]!
  return description === undefined && title === undefined ? only : amend(only, { title, description })
}
