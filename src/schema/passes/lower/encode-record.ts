import { described, encoded, narrowed, type PendingChange } from '../../change.ts'
import { amend, describe, report, withRules } from '../../ir/amend.ts'
import { createArray, createBase, createObject, createString, createUnion } from '../../ir/create-node.ts'
import type { Field, Node, ObjectNode, StringNode } from '../../ir/node.ts'
import { hasExtras, isImpossible, keywordIn, needsExtras } from '../../ir/node.ts'
import { printType } from '../../ir/print.ts'
import { countsIn, describeLimits, sayCounts } from '../describe/describe-limits.ts'
import type { PassContext } from '../pass.ts'
import { orderingLost } from './order-fields.ts'

/** Sends a record as a list of `{ key, value }`. */
export function encodeRecord(record: ObjectNode, shape: Node, context: PassContext): Node {
  const { node, key } = takeKeyType(record, context)
  const needed = node.requiredElsewhere.map((each) => each.name)
  const says = needed.length === 0 ? node.says : [...(node.says ?? []), `Needs the keys ${needed.join(', ')}.`]
  const patterns = node.patterns.map((each) => each.pattern)
  const encoding = { type: 'entries', patterns, hasRest: hasExtras(node) } as const
  const entries = createArray(amend(node, { says, encoding }), {
    prefix: [],
    items: entryNode(node, context, key),
    minItems: node.minProperties,
    maxItems: node.maxProperties,
    mentions: [],
  })
  const note = 'Sent as a list of { key, value } and converted back into an object.'
  const places = [...node.mentions, ...countsIn(node)]
  const changes = places.map((place) => encoded(place, 'record-to-entries', note))
  if (node.extras === undefined && patterns.length > 0) changes.push(closedByPatterns(node))
  changes.push(...neededKeys(node), ...orderingLost(node))
  return sayOnce(sayKeys(report(entries, ...changes), node, shape), node)
}

/** Two entries with one key are one property: where several properties are needed, that has to be said. */
function sayOnce<T extends Node>(encoded: T, node: ObjectNode): T {
  if ((node.minProperties ?? 0) < 2) return encoded
  const note = 'That no key comes twice is stated in the description.'
  return describe(encoded, 'No key twice.', described(keywordIn(node, 'minProperties'), 'constraint-described', note))
}

/** Which value goes with which key: "Keys matching ^x hold string; other keys hold integer." */
export function sayPatterns({ patterns, extras }: ObjectNode, ...more: readonly string[]): string {
  const said = patterns.map((each) => `keys matching ${each.pattern} hold ${printType(each.value, 2)}`)
  if (extras !== undefined && !isImpossible(extras)) said.push(`other keys hold ${printType(extras, 2)}`)
  return `${[...said, ...more].join('; ').replace(/^k/, 'K')}.`
}

/** Which value goes with which key, where there are several: the wire form cannot say it. */
function sayKeys<T extends Node>(encoded: T, node: ObjectNode, shape: Node): T {
  if (node.patterns.length + (hasExtras(node) ? 1 : 0) < 2 || shape.kind !== 'object') return encoded
  const note = 'Which value goes with which key is stated in the description.'
  const changes = node.mentions
    .filter(({ keyword }) => keyword === 'patternProperties' || keyword === 'additionalProperties')
    .map((place) => described(place, 'constraint-described', note))
  return describe(encoded, sayPatterns(shape), ...changes)
}

/** The wire form of one entry. */
function entryNode(node: ObjectNode, context: PassContext, names?: StringNode): ObjectNode {
  const at = createBase(node.origin, [])
  const only = node.patterns.length === 1 && !hasExtras(node) ? meaningful(node.patterns[0]!.pattern) : undefined
  // What becomes of the pattern is reported with all patterns.
  const key = names ?? amend(limited(createString(at, { pattern: only }), context), { changes: undefined })
  const fields: Field[] = [
    { name: 'key', value: key, required: true },
    { name: 'value', value: valueNode(node), required: true },
  ]
  return createObject(at, { fields })
}

/** The pattern of keys, unless every key matches it. */
function meaningful(pattern: string): string | undefined {
  return /^\^?(?:\.\*|\((?:\?:)?\.\*\))\$?$/.test(pattern) ? undefined : pattern
}

/** Takes the type of the keys out of `propertyNames`, where it is a plain string type: the entries' keys can say it. */
function takeKeyType(node: ObjectNode, context: PassContext): { node: ObjectNode; key?: StringNode } {
  const rule = node.rules?.find((each) => each.keyword === 'propertyNames')
  const names = rule?.nodes.get('')
  if (rule === undefined || names?.kind !== 'string' || node.patterns.length > 0) return { node }
  if (names.rules !== undefined || names.format !== undefined) return { node }
  const { origin, sources, minLength, maxLength, pattern, description } = names
  const bare = withRules(
    node,
    node.rules!.filter((each) => each !== rule),
  )
  const note = 'Applied to the keys of the entries.'
  const change = encoded(rule, 'record-to-entries', note)
  return {
    node: report(bare, change),
    key: limited(createString({ origin, sources, description }, { minLength, maxLength, pattern }), context),
  }
}

/** A part of an encoding is not walked: what the dialect cannot say about it is said here. */
function limited(key: StringNode, context: PassContext): StringNode {
  return describeLimits.rewrite(key, context, key) as StringNode
}

/** One node, or a union in which the key tells the option: each pattern has one, then all other keys. */
function valueNode(node: ObjectNode): Node {
  const options = node.patterns.map((each) => each.value)
  if (hasExtras(node)) options.push(node.extras!)
  if (options.length === 1) return options[0]!
  return createUnion(createBase(node.origin, []), { keyword: 'anyOf', options, keyed: true })
}

/** Keys that match no pattern, where nothing is said about them. */
export function closedByPatterns(node: ObjectNode): PendingChange {
  const note =
    'Keys that match no pattern are allowed, but the schema does not describe their values: the model is not asked for them.'
  return narrowed({ at: node.origin, keyword: 'patternProperties' }, 'open-object-closed', note)
}

/** Required keys inside entries can only be said in words. */
function neededKeys({ requiredElsewhere }: ObjectNode): PendingChange[] {
  const note = 'Stated in the description: the key is one of the entries.'
  return requiredElsewhere.map(({ at }) => described({ at, keyword: 'required' }, 'constraint-described', note))
}

/** Sends properties that are not declared, but have a type, as entries in a property of their own. */
export function encodeExtras(node: ObjectNode, shape: Node, context: PassContext): Node {
  const name = nameOfExtras(node)
  const description = 'Further properties, as a list of { key, value }.'
  const entries = createArray(
    { origin: node.origin, sources: [], description },
    { prefix: [], items: entryNode(node, context), mentions: [] },
  )
  const needed = node.requiredElsewhere.map((each) => each.name)
  const says = needed.length === 0 ? node.says : [...(node.says ?? []), `${name} needs the keys ${needed.join(', ')}.`]
  const note = `Other properties are sent as a list of { key, value } in ${name} and put back.`
  const changes = node.mentions.map((place) => encoded(place, 'extras-to-entries', note))
  if (node.extras === undefined) changes.push(closedByPatterns(node))
  const whole = report(withExtras(amend(node, { says }), name, entries), ...changes, ...neededKeys(node))
  return sayCounts(sayKeys(whole, node, shape), node)
}

/** The name of the property for those that an object does not declare. */
export function nameOfExtras({ fields }: ObjectNode): string {
  let name = 'extra_properties'
  while (fields.some((field) => field.name === name)) name += '_'
  return name
}

/** The object with a property for all those that it does not declare. */
export function withExtras(node: ObjectNode, name: string, value: Node): ObjectNode {
  return amend(node, {
    fields: [...node.fields, { name, value, required: needsExtras(node) }],
    requiredElsewhere: [],
    extras: undefined,
    patterns: [],
    mentions: [],
    minProperties: undefined,
    maxProperties: undefined,
    encoding: { type: 'extras', name, patterns: node.patterns.map((each) => each.pattern), hasRest: hasExtras(node) },
  })
}
