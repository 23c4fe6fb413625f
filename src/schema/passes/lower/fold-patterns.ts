import { described } from '../../change.ts'
import { describe } from '../../ir/amend.ts'
import { createAny, createBase, createUnion } from '../../ir/create-node.ts'
import type { Node, ObjectNode } from '../../ir/node.ts'
import { hasExtras, isImpossible, needsExtras } from '../../ir/node.ts'
import { closedByPatterns, sayPatterns } from './encode-record.ts'

/** Says `patternProperties` by `additionalProperties`: which key holds what is said in words. */
export function foldPatterns(object: ObjectNode, shape: Node): Node {
  const node = { ...object, extras: object.extras === undefined ? undefined : freed(object.extras) }
  if (node.patterns.length === 0) return node.extras === object.extras ? object : node
  const values = node.patterns.map((each) => freed(each.value))
  if (hasExtras(node)) values.push(node.extras!)
  const extras = values.find((value) => value.kind === 'any') ?? joined(node, values)
  const note = 'This dialect has no patternProperties: which key holds what is stated in the description.'
  const changes = node.mentions.map((place) => described(place, 'constraint-described', note))
  const folded = describe(
    { ...node, patterns: [], extras, mentions: [] },
    sayWhich(shape.kind === 'object' ? shape : node),
    ...changes,
  )
  return node.extras === undefined
    ? { ...folded, changes: [...(folded.changes ?? []), closedByPatterns(node)] }
    : folded
}

function joined(node: ObjectNode, values: readonly Node[]): Node {
  if (values.length === 1) return values[0]!
  return createUnion(createBase(node.origin, []), { keyword: 'anyOf', options: values })
}

/** Other properties of any type are just that: a free-form child need not be text here. */
function freed(value: Node): Node {
  if (isImpossible(value) || isTyped(value)) return value
  const changes = value.changes?.filter((change) => change.code !== 'free-form-to-json-text')
  return createAny({ ...createBase(value.origin, value.sources), changes })
}

/** A schema for other properties that asks for something: not `true`, not `{}`, not `false`. */
export function isTyped(extras: Node | undefined): boolean {
  if (extras === undefined || isImpossible(extras)) return false
  // A free-form child has been lowered to JSON text by now.
  return !(
    extras.encoding?.type === 'json-text' &&
    extras.encoding.shape.kind === 'any' &&
    extras.encoding.shape.rules === undefined &&
    extras.encoding.shape.cut === undefined
  )
}

function sayWhich(source: ObjectNode): string {
  const isClosed = source.extras !== undefined && isImpossible(source.extras)
  return sayPatterns(source, ...(isClosed ? ['there are no other keys'] : []))
}

/**
 * An object about which nothing is said, or which needs more properties than it declares, takes any properties: a dialect that reads
 * silence as "none" has to be told.
 */
export function openObject(node: ObjectNode): ObjectNode {
  const isSilent = node.patterns.length === 0 && node.extras === undefined
  return isSilent && (node.fields.length === 0 || needsExtras(node))
    ? { ...node, extras: createAny(createBase(node.origin, [])) }
    : node
}
