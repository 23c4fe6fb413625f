import { createArray, createBase, createObject } from '../ir/create-node.ts'
import type { ArrayNode, Field, Node, PendingChange } from '../ir/node.ts'
import { confess, isImpossible } from '../ir/node.ts'
import type { Pass } from './pass.ts'

/** Sends a tuple as an object: `item_0`, `item_1`, … and the positions beyond them as the list `rest`. */
export const encodeTuples: Pass = {
  name: 'encode-tuples',
  rewrite(node, context) {
    if (node.kind !== 'array' || node.prefix.length === 0 || context.dialect.supports.has('tuples')) return node
    const { prefix, items, minItems, maxItems, mentions } = node
    const length = prefix.length
    const fields: Field[] = prefix.map((value, index) => ({
      name: `item_${index}`,
      value,
      required: index < (minItems ?? 0),
    }))
    const hasRest = items !== undefined && !isImpossible(items) && (maxItems === undefined || maxItems > length)
    if (hasRest) fields.push({ name: 'rest', value: restOf(node, items), required: (minItems ?? 0) > length })
    const encoding = { type: 'tuple', length, rest: hasRest ? 'rest' : undefined } as const
    const encoded = createObject({ ...node, encoding }, { fields })
    const isOpen = items === undefined && (maxItems === undefined || maxItems > length)
    return confess(
      encoded,
      ...mentions.flatMap((mention) => encodedAs(mention.at, mention.keyword)),
      ...(isOpen ? [closed(node)] : []),
    )
  },
}

function restOf(node: ArrayNode, items: Node): Node {
  const beyond = (count: number | undefined) =>
    count === undefined ? undefined : Math.max(0, count - node.prefix.length)
  const minItems = beyond(node.minItems)
  return createArray(createBase(node.origin, []), {
    prefix: [],
    items,
    minItems: minItems === 0 ? undefined : minItems,
    maxItems: beyond(node.maxItems),
    mentions: [],
  })
}

function encodedAs(at: string, keyword: string): PendingChange[] {
  if (keyword === 'uniqueItems') return []
  const note = 'Sent as an object with item_0, item_1, … and turned back into a list.'
  return [{ at, keyword, code: 'tuple-to-object', effect: 'encoded', enforced: true, note }]
}

function closed(node: ArrayNode): PendingChange {
  const keyword = node.mentions.find((each) => each.keyword === 'prefixItems' || each.keyword === 'items')?.keyword
  const note = `Nothing is said about what follows position ${node.prefix.length - 1}: the model is not asked for more.`
  return {
    at: node.origin,
    keyword: keyword ?? 'items',
    code: 'open-tuple-closed',
    effect: 'narrowed',
    enforced: false,
    note,
  }
}
