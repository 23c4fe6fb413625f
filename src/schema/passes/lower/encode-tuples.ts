import { described, encoded, type Mention, narrowed, type PendingChange } from '../../change.ts'
import { amend, describe, report } from '../../ir/amend.ts'
import { createAny, createArray, createBase, createObject } from '../../ir/create-node.ts'
import type { ArrayNode, Field, Node } from '../../ir/node.ts'
import { isImpossible } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass, PassContext } from '../pass.ts'
import { encodeFreeForm } from './encode-free-form.ts'

/** Sends a tuple as an object: `item_0`, `item_1`, … and the positions beyond them as the list `rest`. */
export const encodeTuples: Pass = {
  name: 'encode-tuples',
  wakes: traits('prefix'),
  unless: ['tuples'],
  rewrite(node, context) {
    if (node.kind !== 'array' || node.prefix.length === 0) return node
    const { prefix, minItems, maxItems, mentions } = node
    // A list that must be longer than its positions, or hold an item that may fit none of them, needs the rest, also where nothing is
    // said about it.
    const needsRest = (minItems ?? 0) > prefix.length || node.rules?.some(({ keyword }) => keyword === 'contains')
    const items = node.items ?? (needsRest ? freeForm(node, context) : undefined)
    const length = prefix.length
    const fields: Field[] = prefix.map((value, index) => ({
      name: `item_${index}`,
      value,
      required: index < (minItems ?? 0),
    }))
    const hasRest = items !== undefined && !isImpossible(items) && (maxItems === undefined || maxItems > length)
    if (hasRest) fields.push({ name: 'rest', value: restOf(node, items), required: (minItems ?? 0) > length })
    const encoding = { type: 'tuple', length, rest: hasRest ? 'rest' : undefined } as const
    const object = createObject(amend(node, { encoding }), { fields })
    const isOpen = items === undefined && (maxItems === undefined || maxItems > length)
    const whole =
      hasRest && (minItems ?? 0) < length
        ? describe(object, `rest comes after item_${length - 1}: fill the items first.`, ...fillFirst(node))
        : object
    const note = 'Sent as an object with item_0, item_1, … and converted back into a list.'
    const moved = mentions.filter(({ keyword }) => keyword !== 'uniqueItems')
    const changes = moved.map((place) => encoded(place, 'tuple-to-object', note))
    const last = `The schema does not say what follows position ${length - 1}: the model is not asked for more.`
    if (isOpen) changes.push(narrowed(positionsOf(node), 'open-tuple-closed', last))
    return report(whole, ...changes)
  },
}

function freeForm(node: ArrayNode, context: PassContext): Node {
  const any = createAny(createBase(node.origin, [true]), { head: 'type' })
  return encodeFreeForm.rewrite(any, context, any)
}

function fillFirst(node: ArrayNode): PendingChange[] {
  const note = 'That items come before the rest is stated in the description.'
  const { keyword } = positionsOf(node)
  const places = node.mentions.filter((each) => each.keyword === keyword)
  return places.map((place) => described(place, 'constraint-described', note))
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

/** Where the positions are listed. */
function positionsOf(node: ArrayNode): Mention {
  const find = (keyword: string) => node.mentions.find((each) => each.keyword === keyword)
  return find('prefixItems') ?? find('items') ?? { at: node.origin, keyword: 'items' }
}
