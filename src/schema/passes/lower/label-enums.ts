import type { Json } from '../../../core/json.ts'
import { described, encoded, type PendingChange, rewritten } from '../../change.ts'
import type { Feature } from '../../feature.ts'
import { amend, describe, report } from '../../ir/amend.ts'
import { createBoolean, createNumber } from '../../ir/create-node.ts'
import type { EnumNode, Node } from '../../ir/node.ts'
import { keywordIn } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass, PassContext } from '../pass.ts'

/** Makes every enum one of values that the dialect can list, at least non-empty strings: others get labels that `decode` turns back. */
export const labelEnums: Pass = {
  name: 'label-enums',
  wakes: traits('enum'),
  unless: ['enumOfAnything'],
  rewrite(node, context) {
    if (node.kind !== 'enum') return node
    if (canListAll(node.values, context.dialect.supports)) return listed(node, context)
    const labels = makeLabels(node.values)
    const shown = labels.slice(0, 8).map((label) => JSON.stringify(label))
    const note = `Sent as ${shown.join(', ')}${labels.length > 8 ? ', …' : ''} and converted back.`
    const keyword = context.dialect.supports.has('const') ? node.keyword : 'enum'
    const encoding = { type: 'labels', labels, values: node.values } as const
    const change = encoded(keywordIn(node, node.keyword), 'enum-to-strings', note)
    return report(amend(node, { values: labels, keyword, encoding }), change)
  },
}

/** Whether a dialect can list all of these values as they are. */
export function canListAll(values: readonly Json[], supports: ReadonlySet<Feature>): boolean {
  const isMixed = values.some((value) => typeof value !== typeof values[0])
  return (!isMixed || supports.has('mixedEnums')) && values.every((value) => canList(value, supports))
}

function canList(value: Json, supports: ReadonlySet<Feature>): boolean {
  if (typeof value === 'string') return value !== '' || supports.has('numericEnums')
  if (typeof value === 'number') return supports.has('numericEnums')
  return typeof value === 'boolean' && supports.has('booleanEnums')
}

function listed(node: EnumNode, context: PassContext): EnumNode {
  if (node.keyword !== 'const' || context.dialect.supports.has('const')) return node
  const change = rewritten(keywordIn(node, 'const'), 'const-to-enum', 'Written as an enum of one value.')
  return report(amend(node, { keyword: 'enum' }), change)
}

/** A string stands for itself where it can; anything else, and what would be mistaken for it, is JSON text. */
function makeLabels(values: readonly Json[]): string[] {
  const texts = values.map((value) => (typeof value === 'string' ? undefined : JSON.stringify(value)))
  if (!texts.includes(undefined)) return texts as string[]
  const taken = new Set(texts)
  return texts.map((text, index) => {
    if (text !== undefined) return text
    const value = values[index] as string
    let label = value === '' || taken.has(value) ? JSON.stringify(value) : value
    while (taken.has(label)) label += '_'
    taken.add(label)
    return label
  })
}

/** Says listed booleans and integers in a row by their type and its bounds, where the dialect cannot list them. */
export const typeEnums: Pass = {
  name: 'type-enums',
  wakes: traits('enum'),
  unless: ['enumOfAnything'],
  rewrite(node, { dialect }) {
    if (node.kind !== 'enum' || node.encoding !== undefined || canListAll(node.values, dialect.supports)) return node
    if (node.values.every((value) => typeof value === 'boolean')) return asBoolean(node)
    return isRow(node.values) ? asRange(node, node.values as readonly number[]) : node
  },
}

/** Whether values are integers without a gap, or one number. */
export function isRow(values: readonly Json[]): boolean {
  if (values.length === 1) return typeof values[0] === 'number'
  if (!values.every((value) => Number.isSafeInteger(value))) return false
  const [low, high] = rangeOf(values as readonly number[])
  return high - low === values.length - 1
}

/** The smallest and the largest of some numbers. A list may be too long to be spread as arguments. */
export function rangeOf(values: readonly number[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return [low, high]
}

function asBoolean(node: EnumNode): Node {
  const boolean = createBoolean(node, { listed: node.values })
  if (node.values.length > 1) return report(boolean, said(node, 'Both values are listed: it is a boolean.'))
  const note = 'Sent as a boolean; which one is stated in the description.'
  const change = described(keywordIn(node, node.keyword), 'constraint-described', note)
  return describe(boolean, `Must be ${String(node.values[0])}.`, change)
}

function asRange(node: EnumNode, values: readonly number[]): Node {
  const [minimum, maximum] = rangeOf(values)
  const integer = Number.isInteger(minimum)
  const note = `Written as minimum ${minimum} and maximum ${maximum}.`
  return report(createNumber(node, { integer, minimum, maximum, listed: values }), said(node, note))
}

function said(node: EnumNode, note: string): PendingChange {
  return rewritten(keywordIn(node, node.keyword), 'enum-to-type', note)
}
