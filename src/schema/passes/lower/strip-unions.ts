import { described, type PendingChange, rewritten } from '../../change.ts'
import { describe, report } from '../../ir/amend.ts'
import { createEnum } from '../../ir/create-node.ts'
import type { EnumNode, Node, UnionNode } from '../../ir/node.ts'
import { printType } from '../../ir/print.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass } from '../pass.ts'
import { textChange, toJsonText } from './encode-free-form.ts'

/** For dialects without any composition: a union of listed values is one list, every other union is JSON text. */
export const stripUnions: Pass = {
  name: 'strip-unions',
  wakes: traits('union'),
  unless: ['anyOf'],
  rewrite(node, _context, shape) {
    if (node.kind !== 'union') return node
    const listed = node.options.every((option) => option.kind === 'enum')
    if (listed) return joinEnums(node, node.options as readonly EnumNode[])
    const text = toJsonText(node, shape, textChange({ at: node.origin, keyword: node.keyword }, 'union-to-json-text'))
    return describe(text, `One of: ${printType(shape)}.`, stripped(node))
  },
}

function joinEnums(union: UnionNode, options: readonly EnumNode[]): Node {
  const values = [...new Set(options.flatMap((option) => option.values))]
  const nullable = union.nullable || options.some((option) => option.nullable) ? true : undefined
  const changes = options.flatMap((option) => option.changes ?? [])
  const note = 'The values of all branches are one list.'
  return report(
    { ...createEnum(union, { keyword: 'enum', values }), nullable },
    ...changes,
    rewritten({ at: union.origin, keyword: union.keyword }, 'any-of-simplified', note),
  )
}

function stripped(node: UnionNode): PendingChange {
  const note = 'This dialect has no composition: the alternatives are stated in the description.'
  return described({ at: node.origin, keyword: node.keyword }, 'composition-stripped', note)
}
