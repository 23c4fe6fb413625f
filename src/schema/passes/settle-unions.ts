import { areDisjoint } from '../ir/disjoint.ts'
import type { Field, Node, ObjectNode, PendingChange, UnionNode } from '../ir/node.ts'
import { confess } from '../ir/node.ts'
import { childrenOf } from '../ir/walk.ts'
import { textChange, toJsonText } from './encode-free-form.ts'
import type { Pass } from './pass.ts'

/**
 * Finds unions of which a wire value could be read in two ways, and makes them plain: JSON text where a branch is text
 * already, else every branch in a property that names it. Runs on the wire tree.
 */
export const settleUnions: Pass = {
  name: 'settle-unions',
  rewrite(node) {
    if (node.kind !== 'union' || node.keyed || node.encoding !== undefined) return node
    const clash = findClash(node.options)
    if (clash === undefined) return node
    return clash.some(isTextual) ? toText(node) : tagOptions(node)
  },
}

/** Two options that share wire values but turn them back differently. */
function findClash(options: readonly Node[]): [Node, Node] | undefined {
  const encoded = options.map(isEncoded)
  if (!encoded.includes(true)) return undefined
  for (let left = 0; left < options.length; left++) {
    for (let right = left + 1; right < options.length; right++) {
      if (!encoded[left] && !encoded[right]) continue
      const pair: [Node, Node] = [options[left]!, options[right]!]
      if (pair[0] !== pair[1] && !areDisjoint(pair[0], pair[1], true)) return pair
    }
  }
  return undefined
}

/** True when the tool's value differs from the wire's anywhere in the tree. */
export function isEncoded(node: Node): boolean {
  const seen = new Set<Node>()
  const visit = (each: Node): boolean => {
    if (each.encoding !== undefined) return true
    if (seen.has(each)) return false
    seen.add(each)
    return childrenOf(each).some(visit)
  }
  return visit(node)
}

function isTextual(node: Node): boolean {
  return node.kind === 'string' || node.kind === 'enum'
}

function toText(node: UnionNode): Node {
  const shaped = { ...node, options: node.options.map((option) => shapeOf(option)) }
  const nullable = node.nullable || node.options.some((option) => option.nullable) ? true : undefined
  const whole: UnionNode = { ...shaped, nullable }
  const described = { ...whole, description: node.description ?? firstDescription(node.options) }
  return toJsonText(described, whole, textChange(node.origin, node.keyword, 'union-to-json-text'))
}

/** What an option stands for, for people: the shape behind a text. */
function shapeOf(option: Node): Node {
  return option.encoding?.type === 'json-text' ? option.encoding.shape : option
}

function firstDescription(options: readonly Node[]): string | undefined {
  return options.find((option) => option.description !== undefined)?.description
}

function tagOptions(node: UnionNode): Node {
  const names = node.options.map((_, index) => `option_${index + 1}`)
  const nullable = node.nullable || node.options.some((option) => option.nullable) ? true : undefined
  const options = node.options.map((option, index): ObjectNode => {
    const fields: Field[] = [{ name: names[index]!, value: { ...option, nullable: undefined }, required: true }]
    const { origin, sources } = option
    return {
      kind: 'object',
      origin,
      sources,
      nullable,
      fields,
      requiredElsewhere: [],
      extras: undefined,
      patterns: [],
      mentions: [],
    }
  })
  const note = `The branches look alike on the wire: each is sent in a property of its own (${names.join(', ')}).`
  const change: PendingChange = {
    at: node.origin,
    keyword: node.keyword,
    code: 'union-tagged',
    effect: 'encoded',
    enforced: true,
    note,
  }
  return confess({ ...node, options, nullable: undefined, encoding: { type: 'tag', names } }, change)
}
