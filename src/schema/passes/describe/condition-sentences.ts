import type { Json } from '../../../core/json.ts'
import { joinWords } from '../../check/messages.ts'
import { dependentNames } from '../../document/keyword-values.ts'
import { amend } from '../../ir/amend.ts'
import { createObject } from '../../ir/create-node.ts'
import type { ArrayNode, Field, Node, ObjectNode, Rule, StringNode } from '../../ir/node.ts'
import { isAnything, isImpossible } from '../../ir/node.ts'
import { boundsOf, printType, textLimitsOf } from '../../ir/print.ts'

/**
 * What a rule about the properties of an object asks for, as a plain sentence: "If kind is circle, give radius." Undefined where
 * the rule speaks of something else, or at more length than a sentence has.
 */
export function sayAboutObject(rule: Rule, holder: ObjectNode): string | undefined {
  return sentences[rule.keyword]?.(rule, holder)
}

type Say = (rule: Rule, holder: ObjectNode) => string | undefined

const sentences: Readonly<Record<string, Say>> = {
  if: sayCondition,
  not: (rule, holder) => sayNegation(rule.nodes.get('')!, holder),
  anyOf: (rule, holder) => sayChoice(rule, holder, 'anyOf'),
  oneOf: (rule, holder) => sayChoice(rule, holder, 'oneOf'),
  dependentRequired: sayDependencies,
  dependentSchemas: sayDependencies,
  dependencies: sayDependencies,
}

function sayCondition(rule: Rule, holder: ObjectNode): string | undefined {
  const condition = stateOf(rule.nodes.get('if')!, holder)
  if (condition === undefined) return undefined
  const [then, otherwise] = ['then', 'else'].map((part) => {
    const node = rule.nodes.get(part)
    return node === undefined ? '' : requestOf(node, holder)
  })
  if (then === undefined || otherwise === undefined) return undefined
  if (then === '') return otherwise === '' ? undefined : `Unless ${condition}, ${otherwise}.`
  return `If ${condition}, ${then}.${otherwise === '' ? '' : ` Otherwise, ${otherwise}.`}`
}

function sayDependencies(rule: Rule, holder: ObjectNode): string | undefined {
  const said: string[] = []
  for (const [trigger, value] of Object.entries((rule.value ?? {}) as Record<string, Json>)) {
    const node = rule.nodes.get(trigger)
    const names = dependentNames(value) ?? []
    const request =
      node === undefined ? (names.length === 0 ? '' : `give ${list(names.map(name))}`) : requestOf(node, holder)
    if (request === undefined) return undefined
    if (request !== '') said.push(`If ${name(trigger)} is given, ${request}.`)
  }
  return said.length === 0 ? undefined : said.join(' ')
}

function sayNegation(node: Node, holder: ObjectNode): string | undefined {
  const names = namesOnly(node, holder)
  if (names !== undefined) return doNotGive(names)
  if (node.kind === 'union' && node.rules === undefined) {
    const said = node.options.map((option) => sayNegation(option, holder))
    return said.includes(undefined) ? undefined : said.join(' ')
  }
  const state = stateOf(node, holder)
  return state === undefined ? undefined : `Not allowed: ${state}.`
}

/** That properties may not be there. */
export function leaveOut(names: readonly string[]): string {
  return `Leave out ${list(names.map(name))}.`
}

function doNotGive(names: readonly string[]): string {
  if (names.length === 2) return `Do not give both ${list(names.map(name))}.`
  return `Do not give ${list(names.map(name))}${names.length > 1 ? ' together' : ''}.`
}

/** As many alternatives as a sentence can list. */
const mostListed = 12

function sayChoice(rule: Rule, holder: ObjectNode, keyword: 'anyOf' | 'oneOf'): string | undefined {
  const options = [...rule.nodes.values()]
  if (options.length > mostListed) return undefined
  const names = options.map((option) => namesOnly(option, holder))
  if (names.every((each) => each !== undefined)) return `${giveOne(names, keyword)}.`
  const presences = options.map((option) => presenceOf(option, holder))
  const said = presences.every((each) => each !== undefined) ? sayPresences(presences, keyword) : undefined
  if (said !== undefined) return said
  const states = options.map((option) => stateOf(option, holder))
  if (states.includes(undefined)) return undefined
  return `${keyword === 'anyOf' ? 'At least one' : 'Exactly one'} of these must hold: ${states.join('; ')}.`
}

/** Which properties a schema asks for, and which it forbids. */
interface Presence {
  readonly given: readonly string[]
  readonly absent: readonly string[]
}

/** The presence that a schema asks for; undefined where it asks for more. */
function presenceOf(given: Node, holder: ObjectNode): Presence | undefined {
  const node = asObject(given)
  if (node.kind !== 'object' || !isPlain(node)) return undefined
  const impossible = node.fields.filter((field) => isImpossible(field.value))
  const isQuiet = (field: Field) => isAnything(field.value) || isImplied(field, holder)
  if (!node.fields.every((field) => impossible.includes(field) || isQuiet(field))) return undefined
  const absent = impossible.map((field) => field.name)
  for (const rule of node.rules ?? []) {
    const names = rule.keyword === 'not' ? absentNames(rule.nodes.get('')!, holder) : undefined
    if (names === undefined) return undefined
    absent.push(...names)
  }
  return { given: requiredNames(node), absent }
}

/** Alternatives that exclude each other, or of which each leaves out one property. */
function sayPresences(options: readonly Presence[], keyword: 'anyOf' | 'oneOf'): string | undefined {
  const isLeftOut = options.every(({ given, absent }) => given.length === 0 && absent.length === 1)
  if (isLeftOut && keyword === 'anyOf') return doNotGive(options.flatMap(({ absent }) => absent))
  const excludesOthers = options.every(({ given, absent }, index) => {
    const others = new Set(options.flatMap((each, other) => (other === index ? [] : each.given)))
    return given.length > 0 && others.size === new Set(absent).size && absent.every((each) => others.has(each))
  })
  return excludesOthers
    ? `${giveOne(
        options.map(({ given }) => given),
        'oneOf',
      )}.`
    : undefined
}

function giveOne(options: readonly (readonly string[])[], keyword: 'anyOf' | 'oneOf'): string {
  const groups = options.map((names) => list(names.map(name)))
  const isShort = options.every((names) => names.length === 1)
  if (keyword === 'anyOf')
    return isShort && groups.length > 2 ? `Give at least one of ${either(groups)}` : `Give ${either(groups, isShort)}`
  if (groups.length === 2) return `Give either ${either(groups, isShort)}, not both`
  return `Give exactly one of ${isShort ? either(groups) : groups.join('; ')}`
}

function either(groups: readonly string[], isShort = true): string {
  const last = groups[groups.length - 1]!
  if (groups.length < 2) return last
  return `${groups.slice(0, -1).join(', ')}${isShort ? '' : ','} or ${last}`
}

/** The required names of a schema that asks for nothing else. */
function namesOnly(node: Node, holder: ObjectNode): readonly string[] | undefined {
  if (node.kind !== 'object' || !isPlain(node) || node.rules !== undefined) return undefined
  if (node.fields.some((field) => !isAnything(field.value) && !isImplied(field, holder))) return undefined
  const names = requiredNames(node)
  return names.length === 0 ? undefined : names
}

/** A schema that has nothing but rules speaks of the object that they stand beside. */
function asObject(node: Node): Node {
  return node.kind === 'any' && node.rules !== undefined && node.cut === undefined ? createObject(node, {}) : node
}

/** Whether a schema speaks of nothing but its named properties. */
export function isPlain(node: ObjectNode, mayBeClosed = false): boolean {
  const isUncounted = node.minProperties === undefined && node.maxProperties === undefined
  const isOpen = node.extras === undefined || isAnything(node.extras)
  return isUncounted && (mayBeClosed || isOpen) && node.patterns.length === 0
}

function requiredNames(node: ObjectNode): string[] {
  const declared = node.fields
    .filter((field) => field.required && !isImpossible(field.value))
    .map((field) => field.name)
  return [...declared, ...node.requiredElsewhere.map((each) => each.name)]
}

/** A schema as something that may be so: "kind is circle and radius is given". Undefined where that cannot be said. */
function stateOf(given: Node, holder: ObjectNode): string | undefined {
  const node = asObject(given)
  if (node.kind === 'union' && node.rules === undefined) {
    const states = node.options.map((option) => stateOf(option, holder))
    return states.includes(undefined) ? undefined : states.join(', or ')
  }
  if (node.kind !== 'object' || !isPlain(node)) return undefined
  const parts: string[] = []
  const absent: string[] = []
  const unsaid = new Set(requiredNames(node))
  for (const field of node.fields) {
    if (isImpossible(field.value)) {
      absent.push(field.name)
      continue
    }
    const state = fieldState(field, holder)
    if (state === undefined) return undefined
    if (state === '') continue
    unsaid.delete(field.name)
    parts.push(state)
  }
  for (const rule of node.rules ?? []) {
    const left = rule.keyword === 'not' ? absentNames(rule.nodes.get('')!, holder) : undefined
    if (left === undefined) return undefined
    absent.push(...left)
  }
  const needed = [...unsaid].map(name)
  if (needed.length > 0) parts.push(`${list(needed)} ${needed.length > 1 ? 'are' : 'is'} given`)
  parts.push(...absent.map((each) => `${name(each)} is not given`))
  return parts.length === 0 ? undefined : parts.join(' and ')
}

function fieldState(field: Field, holder: ObjectNode): string | undefined {
  if (isAnything(field.value) || isImplied(field, holder)) return ''
  const said = predicate(field.value)
  if (said === undefined) return undefined
  const isAlwaysThere = holder.fields.some((each) => each.name === field.name && each.required)
  // A property that is absent satisfies whatever is said about its value.
  return `${name(field.name)} is ${said}${field.required || isAlwaysThere ? '' : ' or not given'}`
}

/** Names of which a negation says that none may be there. */
function absentNames(node: Node, holder: ObjectNode): readonly string[] | undefined {
  if (node.kind === 'union' && node.rules === undefined) {
    const all = node.options.map((option) => absentNames(option, holder))
    return all.includes(undefined) ? undefined : all.flatMap((each) => each!)
  }
  const names = namesOnly(node, holder)
  return names?.length === 1 ? names : undefined
}

/** A schema as a request: "give radius, and leave out length". Empty where it asks for nothing; undefined where that cannot be said. */
function requestOf(given: Node, holder: ObjectNode): string | undefined {
  if (isAnything(given)) return ''
  if (isImpossible(given)) return 'no value is allowed'
  const node = asObject(given)
  if (node.kind === 'union' && node.rules === undefined) return requestOfAny(node.options, holder)
  if (node.kind !== 'object' || !isPlain(node, isClosed(node))) return undefined
  const said: string[] = []
  const needed = requiredNames(node)
  const isQuiet = (field: Field) => isAnything(field.value) || isImplied(field, holder)
  const offered = node.fields.filter((field) => !field.required && isOffered(field, holder) && isQuiet(field))
  if (needed.length > 0) said.push(`give ${list(needed.map(name))}`)
  if (offered.length > 0) said.push(`${list(offered.map((field) => name(field.name)))} may be given`)
  const left = node.fields.filter((field) => isImpossible(field.value)).map((field) => field.name)
  const others: string[] = []
  for (const rule of node.rules ?? []) {
    const absent = rule.keyword === 'not' ? absentNames(rule.nodes.get('')!, holder) : undefined
    const sentence =
      absent === undefined ? /^((?:If|Unless|Give) [^.]*)\.$/.exec(sayAboutObject(rule, holder) ?? '') : null
    if (absent !== undefined) left.push(...absent)
    else if (sentence !== null) others.push(sentence[1]![0]!.toLowerCase() + sentence[1]!.slice(1))
    else return undefined
  }
  if (left.length > 0) said.push(`leave out ${list(left.map(name))}`)
  said.push(...others)
  for (const field of node.fields) {
    if (isImpossible(field.value) || isQuiet(field)) continue
    const what = predicate(field.value)
    if (what === undefined) return undefined
    said.push(`${name(field.name)} must be ${what}`)
  }
  if (isClosed(node)) said.push(`use no properties but ${list(node.fields.map((field) => name(field.name)))}`)
  return said.join(', and ')
}

/** Whether a schema allows its own properties only. */
function isClosed({ extras, patterns, fields }: ObjectNode): boolean {
  return extras !== undefined && isImpossible(extras) && patterns.length === 0 && fields.length > 0
}

function requestOfAny(options: readonly Node[], holder: ObjectNode): string | undefined {
  const names = options.map((option) => namesOnly(option, holder))
  if (names.every((each) => each !== undefined)) return giveOne(names, 'anyOf').replace(/^G/, 'g')
  const requests = options.map((option) => requestOf(option, holder))
  return requests.includes(undefined) || requests.includes('') ? undefined : requests.join(', or ')
}

/** Whether the flat object has the property because of this schema: the model learns where it belongs. */
function isOffered(field: Field, holder: ObjectNode): boolean {
  if (isImpossible(field.value)) return false
  const held = holder.fields.find((each) => each.name === field.name)?.value
  const { origin } = field.value
  return held?.origin === origin || (held?.kind === 'union' && held.options.some((each) => each.origin === origin))
}

/** Whether the flat object says the same about the property. */
function isImplied(field: Field, holder: ObjectNode): boolean {
  const held = holder.fields.find((each) => each.name === field.name)?.value
  if (held === undefined) return false
  if (held.origin === field.value.origin) return true
  const isNarrower = held.nullable === true && field.value.nullable !== true
  return isBareType(field.value) && held.kind === field.value.kind && !held.inferred && !isNarrower
}

/** A type without any constraint. */
function isBareType(node: Node): boolean {
  if (node.rules !== undefined) return false
  if (node.kind === 'object') return node.fields.length === 0 && node.requiredElsewhere.length === 0 && isPlain(node)
  if (node.kind === 'array') {
    const isUncounted = node.minItems === undefined && node.maxItems === undefined && !node.uniqueItems
    return isUncounted && node.prefix.length === 0 && node.items === undefined
  }
  return (
    (node.kind === 'string' && limitsOf(node).length === 0) ||
    (node.kind === 'number' && boundsOf(node).length === 0) ||
    node.kind === 'boolean'
  )
}

/** What a property is: "circle", ">= 5", "a string matching ^a". Undefined where that takes more than a few words. */
function predicate(node: Node): string | undefined {
  if (node.rules !== undefined) return undefined
  const orNull = node.nullable && node.kind !== 'never' ? ' or null' : ''
  switch (node.kind) {
    case 'enum':
      return node.values.length > mostListed ? undefined : `${either(values(node.values))}${orNull}`
    case 'never':
      return node.nullable ? 'null' : undefined
    case 'boolean':
      return `a boolean${orNull}`
    case 'number':
      return `${boundsOf(node).join(' and ') || (node.integer ? 'an integer' : 'a number')}${orNull}`
    case 'string':
      return `a string${limitsOf(node)
        .map((each) => ` ${each}`)
        .join('')}${orNull}`
    case 'union': {
      const said = node.options.map(predicate)
      return said.includes(undefined) ? undefined : `${said.join(' or ')}${orNull}`
    }
    case 'object':
    case 'array':
      return `${describeShape(node)}${orNull}`
    default:
      return undefined
  }
}

/** Longer types than this are no part of a sentence. */
const longestType = 120

function describeShape(node: ObjectNode | ArrayNode): string {
  const isBare =
    node.kind === 'object' ? node.fields.length === 0 : node.items === undefined && node.prefix.length === 0
  const printed = isBare ? '' : printType(amend(node, { nullable: undefined }), 2)
  if (!isBare && printed.length <= longestType) return printed
  if (node.kind === 'object') return `an object${having(node)}`
  const items = node.items?.kind === 'object' ? ` of objects${having(node.items)}` : ''
  return `a list${countsOf(node)}${items}`
}

/** So many names stand for a long list of them. */
const fewNames = 4

function having(node: ObjectNode): string {
  const required = requiredNames(node)
  if (required.length > 0) return ` with ${list(required.map(name))}`
  const few = node.fields.slice(0, fewNames).map((field) => name(field.name))
  if (few.length === 0) return ''
  return ` that may have ${node.fields.length > fewNames ? `${few.join(', ')}, …` : list(few)}`
}

function countsOf({ minItems = 0, maxItems }: ArrayNode): string {
  if (minItems === 0) return maxItems === undefined ? '' : ` of at most ${maxItems} items`
  return maxItems === undefined ? ` of at least ${minItems} items` : ` of ${minItems} to ${maxItems} items`
}

function limitsOf(node: StringNode): string[] {
  return node.format === undefined ? textLimitsOf(node) : [...textLimitsOf(node), `in the format ${node.format}`]
}

function name(text: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$.-]*$/u.test(text) && !text.endsWith('.') ? text : JSON.stringify(text)
}

/** Listed values. Texts that could be read as other values, or as a part of the sentence, stand in quotes; then all do. */
function values(list: readonly Json[]): readonly string[] {
  const isWord = (json: Json) =>
    typeof json === 'string' &&
    /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(json) &&
    !/^(?:true|false|null|or|and|not|given)$/.test(json)
  return list.every(isWord) ? (list as readonly string[]) : list.map((json) => JSON.stringify(json))
}

function list(words: readonly string[]): string {
  return joinWords(words, 'and')
}
