import { createAny, createBase, createUnion } from '../ir/create-node.ts'
import type { Node, ObjectNode, PendingChange } from '../ir/node.ts'
import { describe, isImpossible } from '../ir/node.ts'
import { printType } from '../ir/print.ts'
import { closedByPatterns, isOpen } from './encode-record.ts'

/** Says `patternProperties` by `additionalProperties`: which key holds what is said in words. */
export function foldPatterns(node: ObjectNode, shape: Node): Node {
  if (node.patterns.length === 0) return node
  const values = node.patterns.map((each) => each.value)
  if (isOpen(node)) values.push(node.extras!)
  const extras =
    values.length === 1 ? values[0]! : createUnion(createBase(node.origin, []), { keyword: 'anyOf', options: values })
  const note = 'This dialect has no patternProperties: which key holds what is said in the description.'
  const changes = node.mentions.map(({ at, keyword }): PendingChange => {
    return { at, keyword, code: 'constraint-described', effect: 'described', enforced: true, note }
  })
  const folded = describe({ ...node, patterns: [], extras, mentions: [] }, sayPatterns(node, shape), ...changes)
  return node.extras === undefined
    ? { ...folded, changes: [...(folded.changes ?? []), closedByPatterns(node)] }
    : folded
}

function sayPatterns(node: ObjectNode, shape: Node): string {
  const source = shape.kind === 'object' ? shape : node
  const said = source.patterns.map((each) => `keys matching ${each.pattern} hold ${printType(each.value, 2)}`)
  const isClosed = source.extras !== undefined && isImpossible(source.extras)
  if (isClosed) said.push('there are no other keys')
  else if (source.extras !== undefined) said.push(`other keys hold ${printType(source.extras, 2)}`)
  return `${said.join('; ').replace(/^k/, 'K')}.`
}

/** An object about which nothing is said takes any properties: a dialect that reads silence as "none" has to be told. */
export function openObject(node: ObjectNode): ObjectNode {
  const isSilent = node.fields.length === 0 && node.patterns.length === 0 && node.extras === undefined
  return isSilent ? { ...node, extras: createAny(createBase(node.origin, [])) } : node
}
