import { isPlainObject } from '../../../core/json.ts'
import { joinWords } from '../../check/messages.ts'
import { dependentNames, readNumber } from '../../document/keyword-values.ts'
import type { Field, Node, NumberNode, Rule } from '../../ir/node.ts'
import { isAnything, isImpossible } from '../../ir/node.ts'
import { boundsOf, printType, textLimitsOf } from '../../ir/print.ts'
import { sayAboutObject } from './condition-sentences.ts'

/** What a rule of a schema asks for, as one sentence for a model. Empty where there is nothing to say. */
export function sayRule(rule: Rule, holder: Node): string {
  return (holder.kind === 'object' ? sayAboutObject(rule, holder) : undefined) ?? say(rule, deepest)
}

/** Rules inside rules are said so many levels deep: a sentence has to stay one. */
const deepest = 2

function say(rule: Rule, depth: number): string {
  return (sentences[rule.keyword] ?? sayUnknown)(rule, depth)
}

/** As many alternatives as a sentence can hold. */
const mostListed = 8

function list(nodes: ReadonlyMap<string, Node>, depth: number): string {
  const said = [...nodes.values()].slice(0, mostListed).map((node) => phrase(node, depth))
  return nodes.size > mostListed ? `${said.join('; ')}; …` : said.join('; ')
}

const sentences: Readonly<Record<string, (rule: Rule, depth: number) => string>> = {
  not: (rule, depth) => `Must not be ${phrase(only(rule), depth)}.`,
  if: sayCondition,
  dependentRequired: sayDependencies,
  dependentSchemas: sayDependencies,
  dependencies: sayDependencies,
  propertyNames: sayNames,
  contains: sayContains,
  anyOf: (rule, depth) => `Must be at least one of: ${list(rule.nodes, depth)}.`,
  oneOf: (rule, depth) => `Must be exactly one of: ${list(rule.nodes, depth)}.`,
  pattern: (rule) => `Must also match the pattern ${String(rule.value)}.`,
  format: (rule) => `Format also: ${String(rule.value)}.`,
  multipleOf: (rule) => `Must also be a multiple of ${String(rule.value)}.`,
  patternProperties: (rule) => `Names that match ${names(Object.keys(rule.value ?? {}))} have a type of their own.`,
  contentEncoding: (rule) => `Encoded as ${String(rule.value)}.`,
  contentMediaType: (rule) => `Holds ${String(rule.value)}.`,
  contentSchema: (rule, depth) => `What it holds is ${phrase(only(rule), depth)}.`,
  unevaluatedProperties: (rule, depth) => sayUnevaluated(rule, 'properties', depth),
  unevaluatedItems: (rule, depth) => sayUnevaluated(rule, 'items', depth),
}

function sayUnknown(rule: Rule): string {
  return `Must satisfy ${rule.keyword}: ${JSON.stringify(rule.value).slice(0, 120)}.`
}

function only(rule: Rule): Node {
  return rule.nodes.get('')!
}

/** Every name is a string: that one has to be is no news. */
function sayNames(rule: Rule, depth: number): string {
  const said = phrase(only(rule), depth)
  return said === 'a string' || said === 'any' ? '' : `Every property name must be ${said}.`
}

function sayCondition(rule: Rule, depth: number): string {
  const [then, otherwise] = [rule.nodes.get('then'), rule.nodes.get('else')].map((node) =>
    node === undefined || isAnything(node) ? undefined : node,
  )
  if (then === undefined && otherwise === undefined) return ''
  const condition = phrase(rule.nodes.get('if')!, depth)
  if (then === undefined) return `Unless it is ${condition}, it must be ${phrase(otherwise!, depth)}.`
  const rest = otherwise === undefined ? '' : `, otherwise ${phrase(otherwise, depth)}`
  return `If it is ${condition}, it must be ${phrase(then, depth)}${rest}.`
}

function sayDependencies(rule: Rule, depth: number): string {
  if (!isPlainObject(rule.value)) return ''
  const said = Object.entries(rule.value).map(([name, value]) => {
    const schema = rule.nodes.get(name)
    if (schema !== undefined) return `With "${name}", it must be ${phrase(schema, depth)}.`
    const needed = dependentNames(value) ?? []
    return needed.length === 0 ? '' : `"${name}" needs ${names(needed)}.`
  })
  return said.filter((sentence) => sentence !== '').join(' ')
}

function sayContains(rule: Rule, depth: number): string {
  const least = readNumber(rule.owner['minContains']) ?? 1
  const most = readNumber(rule.owner['maxContains'])
  if (least <= 0 && most === undefined) return ''
  const isMany = (most ?? least) > 1
  const that = isMany ? 'items that are each' : 'item that is'
  return `Must contain ${howMany(least, most)} ${that} ${phrase(only(rule), depth)}.`
}

function howMany(least: number, most: number | undefined): string {
  if (most === undefined) return least === 1 ? 'an' : `at least ${least}`
  if (least <= 0) return `at most ${most}`
  return least === most ? `exactly ${least}` : `${least} to ${most}`
}

function sayUnevaluated(rule: Rule, what: string, depth: number): string {
  const node = only(rule)
  if (isImpossible(node)) return ''
  return node.kind === 'any' ? '' : `Other ${what} must be ${phrase(node, depth)}.`
}

/** A schema inside a sentence. */
function phrase(node: Node, depth: number): string {
  if (depth <= 0) return printType(node, 1)
  const base = phraseKind(node, depth)
  const rules = (node.rules ?? []).map((rule) => say(rule, depth - 1)).filter((sentence) => sentence !== '')
  return rules.length === 0 ? base : `${base} (${rules.join(' ').replace(/\.$/, '')})`
}

function phraseKind(node: Node, depth: number): string {
  if (node.kind === 'enum' && node.values.length === 1) return JSON.stringify(node.values[0])
  if (node.kind === 'enum')
    return `one of ${node.values
      .slice(0, 20)
      .map((value) => JSON.stringify(value))
      .join(', ')}`
  if (node.kind === 'string') return [`a ${printType(node)}`, ...textLimitsOf(node)].join(' ')
  if (node.kind === 'number') return phraseNumber(node)
  if (node.kind !== 'object') return printType(node, 3)
  const required = node.fields.filter((field) => field.required).map((field) => field.name)
  required.push(...node.requiredElsewhere.map((each) => each.name))
  const declared = node.fields.filter((field) => field.value.kind !== 'any')
  if (declared.length === 0 && required.length > 0) return `an object with ${names(required)}`
  return declared.length > 0 && declared.length <= 4 ? phraseFields(declared, required, depth) : printType(node, 3)
}

/** The constraints on the properties matter here, not only their types. */
function phraseFields(fields: readonly Field[], required: readonly string[], depth: number): string {
  const said = fields.map((field) => `"${field.name}" is ${phrase(field.value, depth - 1)}`)
  const others = required.filter((name) => !fields.some((field) => field.name === name))
  const more = others.length > 0 ? ` and ${names(others)} present` : ''
  return `an object where ${said.join(' and ')}${more}`
}

function phraseNumber(node: NumberNode): string {
  return [node.integer ? 'an integer' : 'a number', boundsOf(node).join(' and ')].filter(Boolean).join(' ')
}

function names(list: readonly string[]): string {
  return joinWords(
    list.map((name) => `"${name}"`),
    'and',
  )
}
