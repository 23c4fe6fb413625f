import { described, dropped, narrowed, type PendingChange, rewritten } from '../../change.ts'
import { isInPlace } from '../../document/holder-of.ts'
import type { Feature } from '../../feature.ts'
import { describe, report, withRules } from '../../ir/amend.ts'
import { holdsEncoding, holdsNode } from '../../ir/find-encoding.ts'
import { countWithRules } from '../../ir/measure.ts'
import type { Node, Rule } from '../../ir/node.ts'
import { isImpossible } from '../../ir/node.ts'
import { mayEvaluateMore, traits } from '../../ir/traits.ts'
import { childrenAndRules } from '../../ir/walk.ts'
import type { Pass, PassContext } from '../pass.ts'
import { leaveOut } from './condition-sentences.ts'
import { sayRule } from './rule-sentences.ts'

/** Says in words the assertions that the dialect has no keyword for. */
export const describeRules: Pass = {
  name: 'describe-rules',
  wakes: traits('rules'),
  rewrite(node, context, shape) {
    if (node.rules === undefined) return node
    const kept = node.rules.filter(
      (rule) => isSupported(rule, context.dialect.supports) && canStay(node, rule, context),
    )
    if (kept.length === node.rules.length) return node
    let result: Node = withRules(node, kept)
    for (const rule of node.rules) if (!kept.includes(rule)) result = sayOn(result, rule, shape, context)
    return result
  },
}

const featureOf: Readonly<Record<string, Feature>> = {
  not: 'not',
  if: 'conditions',
  dependentRequired: 'dependencies',
  dependentSchemas: 'dependencies',
  dependencies: 'dependencies',
  propertyNames: 'propertyNames',
  contains: 'contains',
  unevaluatedProperties: 'unevaluated',
  unevaluatedItems: 'unevaluated',
  contentEncoding: 'content',
  contentMediaType: 'content',
  contentSchema: 'content',
  pattern: 'allOf',
  format: 'allOf',
  multipleOf: 'allOf',
  patternProperties: 'allOf',
}

function isSupported(rule: Rule, supports: ReadonlySet<Feature>): boolean {
  if (rule.keyword === 'anyOf' || rule.keyword === 'oneOf')
    return alternatives[rule.keyword].every((each) => supports.has(each))
  const feature = featureOf[rule.keyword]
  return feature !== undefined && supports.has(feature)
}

/** Alternatives beside an object can stay where each of them is read by itself, and need not say the whole object again. */
const alternatives: Readonly<Record<'anyOf' | 'oneOf', readonly Feature[]>> = {
  anyOf: ['anyOf', 'anyOfSiblings', 'openObjects'],
  oneOf: ['oneOf', 'anyOfSiblings', 'openObjects'],
}

/** A rule that is larger than this when all that it refers to is written out is better said in words. */
const mostNodes = 500

/** A rule speaks about the tool's own shape: it can only stay where the wire has the same. */
function canStay(node: Node, rule: Rule, context: PassContext): boolean {
  if (holdsEncoding(node, context.definitions)) return false
  // Each of two looks at what its own schema evaluates, and they stand in one now.
  const isLooking = rule.keyword.startsWith('unevaluated')
  if (isLooking && node.rules?.some((each) => each !== rule && each.keyword === rule.keyword)) return false
  if (isLooking && (isCut(node) || !seesAll(node, rule))) return false
  for (const each of rule.nodes.values())
    if (countWithRules(each, mostNodes) > mostNodes || holdsCut(each)) return false
  const { names } = context.dialect
  return names === undefined || [...rule.nodes.values(), node].every((each) => hasOnlyNames(each, names, context))
}

/**
 * Whether a rule that looks at what is evaluated sees all that stands in its schema now. A branch does not see what the schema
 * around it says; a definition belongs to where it is referred to.
 */
export function seesAll(node: Node, rule: Rule): boolean {
  if (node.kind !== 'object' && node.kind !== 'array') return true
  return node.mentions.every((mention) => isSeen(mention.at, rule)) && unseenNames(node, rule).length === 0
}

/** The properties that the schema of a rule does not see, and so does not allow. */
function unseenNames(node: Node, rule: Rule): string[] {
  const fields = node.kind === 'object' ? node.fields : []
  return fields.filter(({ value }) => !isSeen(value.origin, rule)).map(({ name }) => name)
}

function isSeen(place: string, { at }: Rule): boolean {
  const isStrict = isInPlace(at) || isDefinition(at)
  return place === at || place.startsWith(`${at}/`) || (!isStrict && isDefinition(place))
}

function isDefinition(at: string): boolean {
  return at.startsWith('/$defs/') || at.startsWith('/definitions/')
}

/** Whether a part of a rule was cut, so that the rule says less than it did. */
function holdsCut(root: Node): boolean {
  return holds(root, (node) => node.kind === 'any' && node.cut !== undefined)
}

/** Whether a tree, or a rule in it, has such a node. */
function holds(root: Node, isWanted: (node: Node) => boolean): boolean {
  return holdsNode(root, noDefinitions, isWanted, childrenAndRules)
}

const noDefinitions: ReadonlyMap<string, Node> = new Map()

/** Whether something was cut here, so that what it evaluated is unknown. */
function isCut(node: Node): boolean {
  if (node.kind === 'union') return node.options.some(isCut)
  return node.kind === 'any' && node.changes?.some((each) => each.code === 'cut-to-free-form') === true
}

/** Whether every property in a tree, and in what its references lead to, has a name that the dialect takes. */
function hasOnlyNames(root: Node, names: RegExp, { definitions }: PassContext): boolean {
  const isRefused = (node: Node) => node.kind === 'object' && node.fields.some(({ name }) => !names.test(name))
  return !holdsNode(root, definitions, isRefused, childrenAndRules)
}

function sayOn(node: Node, rule: Rule, shape: Node, context: PassContext): Node {
  const sentence = sayRule(rule, shape) || sayClosed(node, rule, shape, context)
  const changes = keywordsOf(rule).map((keyword) => change(rule, keyword, sentence !== ''))
  const isOpen = !forbidsAll(rule) || mayEvaluateMore(node)
  if (rule.keyword.startsWith('unevaluated') && isOpen) changes.push(closed(rule))
  return sentence === '' ? report(node, ...changes) : describe(node, sentence, ...changes)
}

function forbidsAll(rule: Rule): boolean {
  const only = rule.nodes.get('')
  return only !== undefined && isImpossible(only)
}

/** Where undeclared parts may be written, that there are none has to be said. */
function sayClosed(node: Node, rule: Rule, shape: Node, context: PassContext): string {
  if (!forbidsAll(rule)) return ''
  const { supports } = context.dialect
  // A tuple that became an object has no room for more.
  if (rule.keyword === 'unevaluatedItems') {
    const isTuple = node.kind === 'object'
    if (isTuple && !node.fields.every(({ value }) => isSeen(value.origin, rule))) return 'Must be empty.'
    return supports.has('tuples') || node.kind === 'array' || node.kind === 'any' ? 'No further items.' : ''
  }
  const unseen = unseenNames(node, rule)
  if (unseen.length > 0) return `${leaveOut(unseen)}${supports.has('openObjects') ? ' No other properties.' : ''}`
  if (node.kind === 'object' && node.fields.some(({ value }) => isConditional(value, rule.at, shape))) {
    return 'Properties that belong to a condition only where it holds.'
  }
  const isOpen =
    node.kind === 'object' && (node.extras === undefined ? node.fields.length === 0 : !isImpossible(node.extras))
  const isMixed = node.kind === 'any' || node.kind === 'union'
  return isOpen || isMixed || supports.has('openObjects') ? 'No other properties.' : ''
}

/** Whether a property is declared under a condition of the schema at a place, there or in a definition that the condition refers to. */
function isConditional(value: Node, at: string, shape: Node): boolean {
  // What several conditions declare is a union that stands nowhere else.
  if (value.kind === 'union' && value.origin === at) return value.options.some((each) => isConditional(each, at, shape))
  const place = value.origin
  if (isDefinition(place)) {
    const declares = ({ keyword, nodes }: Rule) =>
      conditions.has(keyword) && [...nodes.values()].some((each) => holds(each, ({ origin }) => origin === place))
    return shape.rules?.some(declares) === true
  }
  return place.startsWith(`${at}/`) && underCondition.test(place.slice(at.length))
}

const conditions: ReadonlySet<string> = new Set(['if', 'dependentSchemas', 'dependencies'])

const underCondition = /^(?:\/\w+\/\d+)*\/(?:if|then|else|dependentSchemas|dependencies)\//

/** The keywords that make up a rule: `if` stands for `then` and `else` too. */
function keywordsOf(rule: Rule): string[] {
  if (rule.from !== undefined) return [rule.from]
  if (rule.keyword === 'if') return [...rule.nodes.keys()]
  if (rule.keyword !== 'contains') return [rule.keyword]
  return ['contains', 'minContains', 'maxContains'].filter((keyword) => Object.hasOwn(rule.owner, keyword))
}

const annotating = new Set(['contentEncoding', 'contentMediaType', 'contentSchema'])

function change(rule: Rule, keyword: string, isSaid: boolean): PendingChange {
  const enforced = !annotating.has(keyword)
  const place = { at: rule.at, keyword }
  if (!isSaid && !rule.keyword.startsWith('unevaluated')) {
    const note = keyword === 'propertyNames' ? 'Every name is a string.' : 'It asks for nothing.'
    return dropped(place, 'keyword-cannot-bind', note, { enforced })
  }
  if (!isSaid) {
    const note = 'The model writes declared parts only; nothing else has to be said.'
    return rewritten(place, 'closed-object-implied', note, { enforced })
  }
  const note = `${reasonFor(rule, keyword)}: it is stated in the description.`
  return described(place, 'constraint-described', note, { enforced })
}

function reasonFor(rule: Rule, keyword: string): string {
  if (rule.from !== undefined) return 'Its branches cannot be combined with those beside it'
  const isUnion = rule.keyword === 'anyOf' || rule.keyword === 'oneOf'
  return isUnion ? 'Branches would each repeat the schema beside them' : `This dialect has no ${keyword}`
}

/** Further parts are allowed, but the model is not asked for them. */
export function closed(rule: Rule): PendingChange {
  const code = rule.keyword === 'unevaluatedItems' ? 'open-tuple-closed' : 'open-object-closed'
  return narrowed(rule, code, 'The model writes declared parts only.')
}
