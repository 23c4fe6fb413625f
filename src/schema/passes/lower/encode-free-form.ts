import { described, encoded, type Mention, type PendingChange } from '../../change.ts'
import type { ChangeCode } from '../../change-code.ts'
import { amend, describe, report } from '../../ir/amend.ts'
import { copyNode, createString } from '../../ir/create-node.ts'
import type { AnyNode, Cut, Node, ObjectNode, StringNode } from '../../ir/node.ts'
import { printNamed, printType } from '../../ir/print.ts'
import { traits } from '../../ir/traits.ts'
import { sayCounts } from '../describe/describe-limits.ts'
import type { Pass } from '../pass.ts'
import { orderingLost } from './order-fields.ts'

/** Sends a value of any type, and what was cut, as JSON text. */
export const encodeFreeForm: Pass = {
  name: 'encode-free-form',
  wakes: traits('any'),
  rewrite(node, context) {
    if (node.kind !== 'any') return node
    if (!context.dialect.supports.has('freeForm')) return toJsonText(node, node, cutChange(node))
    return node.cut === undefined ? node : describeCut(node, node.cut)
  },
}

/** What was cut, as any value: its shape is said in words. */
function describeCut(node: AnyNode, cut: Cut): Node {
  const note = `${reasons[codeOf[cut]]}: any value is taken here, and its shape is stated in the description.`
  const change = described({ at: node.origin, keyword: node.head ?? 'type' }, 'cut-to-free-form', note)
  return describe({ ...node, cut: undefined, shape: undefined }, `Of type ${printNamed(node)}.`, change)
}

/** An object of which nothing is known, as JSON text. */
export function encodeOpenObject(node: ObjectNode, shape: Node): Node {
  const mentioned = node.mentions.length > 0 ? node.mentions : [{ at: node.origin, keyword: 'type' }]
  const changes = mentioned.map((place) => textChange(place, 'free-form-to-json-text'))
  const text = report(toJsonText(node, shape), ...changes, ...orderingLost(node))
  return sayCounts(sayNeeded(text, node), node)
}

/** Keys that have to be there although nothing is known about them. */
function sayNeeded(text: StringNode, node: ObjectNode): StringNode {
  if (node.requiredElsewhere.length === 0) return text
  const keys = node.requiredElsewhere.map((each) => each.name).join(', ')
  const note = 'Stated in the description: the object is JSON text.'
  const changes = node.requiredElsewhere.map(({ at }) =>
    described({ at, keyword: 'required' }, 'constraint-described', note),
  )
  return describe(text, `Needs the keys ${keys}.`, ...changes)
}

/** The node as a string that holds JSON text; `shape` is what the text stands for. */
export function toJsonText(node: Node, shape: Node, ...changes: readonly PendingChange[]): StringNode {
  const sentence = describeText(shape)
  const says = node.says === undefined ? [sentence] : [...node.says, sentence]
  const text = copyNode(createString(node, {}))
  text.says = says
  text.encoding = { type: 'json-text', shape }
  text.changes = node.changes === undefined ? changes : [...node.changes, ...changes]
  text.nullable = undefined
  text.inferred = undefined
  text.annotations = undefined
  return text
}

/** What the model is told about a JSON text. */
function describeText(shape: Node): string {
  if (shape.kind === 'any' && shape.shape === undefined) return 'Any JSON value, as JSON text.'
  if (shape.kind !== 'union' || shape.keyed) return `JSON text of type ${printNamed(shape)}.`
  // Text stands for itself, without quotes.
  const texts = shape.options.filter((option) => option.kind === 'string')
  const others = shape.options.filter((option) => option.kind !== 'string')
  if (texts.length !== 1 || others.length === 0) return `JSON text of type ${printNamed(shape)}.`
  if (others.some((option) => option.kind === 'any' && option.shape === undefined))
    return `A ${printType(texts[0]!)}, or any JSON value as JSON text.`
  return `A ${printType(texts[0]!)}, or JSON text of type ${printType(amend(shape, { options: others }))}.`
}

const codeOf: Readonly<Record<Cut, ChangeCode>> = {
  recursion: 'recursion-to-json-text',
  depth: 'depth-to-json-text',
  size: 'size-to-json-text',
}

function cutChange(node: AnyNode): PendingChange {
  const place = { at: node.origin, keyword: node.head ?? 'type' }
  return textChange(place, node.cut === undefined ? 'free-form-to-json-text' : codeOf[node.cut])
}

const reasons: Partial<Record<ChangeCode, string>> = {
  'free-form-to-json-text': 'This dialect has no free-form values',
  'recursion-to-json-text': 'The recursion is followed a few levels; what lies deeper is free',
  'depth-to-json-text': 'Nested deeper than the endpoint parses',
  'size-to-json-text': 'Written out it would be too large',
  'union-to-json-text': 'The branches look alike on the wire',
}

/** The change of a node that became text. It covers everything below the node. */
export function textChange(place: Mention, code: ChangeCode): PendingChange {
  return encoded(place, code, `${reasons[code] ?? 'Has no form of its own'}: sent as JSON text and decoded.`)
}
