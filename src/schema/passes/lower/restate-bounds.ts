import { amend, describe, report } from '../../ir/amend.ts'
import type { Node, NumberNode, PendingChange } from '../../ir/node.ts'
import { originOf } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass } from '../pass.ts'

/** Says an exclusive bound by an inclusive one: exactly on integers; on numbers the bound itself is excluded in words. */
export const restateBounds: Pass = {
  name: 'restate-bounds',
  wakes: traits('exclusiveBounds'),
  unless: ['exclusiveBounds'],
  rewrite(node, context) {
    if (node.kind !== 'number' || context.dialect.supports.has('exclusiveBounds')) return node
    if (node.exclusiveMinimum === undefined && node.exclusiveMaximum === undefined) return node
    return restateMaximum(restateMinimum(node))
  },
}

/** Leaves out bounds of whole numbers that every number of JavaScript meets: generators write them for "an integer". */
export const dropSafeBounds: Pass = {
  name: 'drop-safe-bounds',
  wakes: traits('bounds'),
  rewrite(node) {
    if (node.kind !== 'number' || !node.integer) return node
    const hasLow = node.minimum !== undefined && node.minimum <= Number.MIN_SAFE_INTEGER
    const hasHigh = node.maximum !== undefined && node.maximum >= Number.MAX_SAFE_INTEGER
    const low = hasLow ? leaveOut(node, 'minimum') : node
    return hasHigh ? leaveOut(low, 'maximum') : low
  },
}

function leaveOut(node: NumberNode, keyword: 'minimum' | 'maximum'): NumberNode {
  const note = 'It says no more than that the value is a whole number.'
  const at = originOf(node, keyword)
  const change: PendingChange = { at, keyword, code: 'bound-restated', effect: 'rewritten', enforced: true, note }
  return report(amend(node, { [keyword]: undefined }), change)
}

/** The inclusive bound for an exclusive one: on numbers the bound itself, which has to be excluded in words. */
function asMinimum(bound: number, integer: boolean): number {
  return integer ? Math.floor(bound) + 1 : bound
}

function asMaximum(bound: number, integer: boolean): number {
  return integer ? Math.ceil(bound) - 1 : bound
}

function sayAbove(bound: number): string {
  return `Must be greater than ${bound}.`
}

function sayBelow(bound: number): string {
  return `Must be less than ${bound}.`
}

function restateMinimum(node: NumberNode): NumberNode {
  const bound = node.exclusiveMinimum
  if (bound === undefined) return node
  const inclusive = asMinimum(bound, node.integer)
  const bare: NumberNode = amend(node, { exclusiveMinimum: undefined })
  const implied = node.minimum !== undefined && (node.integer ? node.minimum >= inclusive : node.minimum > bound)
  if (implied) return report(bare, restated(node, 'exclusiveMinimum', `minimum ${node.minimum} says this too.`))
  const result: NumberNode = outdo(amend(bare, { minimum: inclusive }), node, 'minimum')
  if (node.integer) return report(result, restated(node, 'exclusiveMinimum', `Written as minimum ${inclusive}.`))
  return describe(result, sayAbove(bound), described(node, 'exclusiveMinimum', bound))
}

function restateMaximum(node: NumberNode): NumberNode {
  const bound = node.exclusiveMaximum
  if (bound === undefined) return node
  const inclusive = asMaximum(bound, node.integer)
  const bare: NumberNode = amend(node, { exclusiveMaximum: undefined })
  const implied = node.maximum !== undefined && (node.integer ? node.maximum <= inclusive : node.maximum < bound)
  if (implied) return report(bare, restated(node, 'exclusiveMaximum', `maximum ${node.maximum} says this too.`))
  const result: NumberNode = outdo(amend(bare, { maximum: inclusive }), node, 'maximum')
  if (node.integer) return report(result, restated(node, 'exclusiveMaximum', `Written as maximum ${inclusive}.`))
  return describe(result, sayBelow(bound), described(node, 'exclusiveMaximum', bound))
}

/** A bound that the exclusive one is tighter than says nothing any more. */
function outdo(result: NumberNode, node: NumberNode, keyword: 'minimum' | 'maximum'): NumberNode {
  if (node[keyword] === undefined || node[keyword] === result[keyword]) return result
  const note = 'The exclusive bound beside it is tighter.'
  const at = originOf(node, keyword)
  return report(result, { at, keyword, code: 'bound-restated', effect: 'rewritten', enforced: true, note })
}

function restated(node: NumberNode, keyword: string, note: string): PendingChange {
  return {
    at: originOf(node, keyword),
    keyword,
    code: 'bound-made-inclusive',
    effect: 'rewritten',
    enforced: true,
    note,
  }
}

function described(node: NumberNode, keyword: string, bound: number): PendingChange {
  const note = `The bound ${bound} is sent as an inclusive one; that it is excluded is stated in the description.`
  return {
    at: originOf(node, keyword),
    keyword,
    code: 'constraint-described',
    effect: 'described',
    enforced: true,
    note,
  }
}

/** Makes whole numbers of counts that are none, and leaves out those that bound nothing. */
export const restateCounts: Pass = {
  name: 'restate-counts',
  wakes: traits('counts'),
  rewrite(node) {
    if (node.kind === 'string') return restate(node, 'minLength', 'maxLength')
    if (node.kind === 'array') return restate(node, 'minItems', 'maxItems')
    return node.kind === 'object' ? restate(node, 'minProperties', 'maxProperties') : node
  },
}

function restate(node: Node, low: string, high: string): Node {
  const counts = node as unknown as Readonly<Record<string, number | undefined>>
  const minimum = counts[low]
  const maximum = counts[high]
  const bounds = minimum !== 0 && isCount(minimum)
  if (bounds && isCount(maximum)) return node
  let result = node
  if (!bounds) result = replace(result, low, minimum! <= 0 ? undefined : asCount(Math.ceil(minimum!)))
  if (!isCount(maximum)) result = replace(result, high, asCount(Math.floor(maximum!)))
  return result
}

/** A count that int64 can hold exactly, as a number. */
function isCount(count: number | undefined): boolean {
  return count === undefined || (Number.isSafeInteger(count) && count >= 0)
}

function asCount(count: number): number | undefined {
  return isCount(count) ? count : undefined
}

function replace(node: Node, keyword: string, count: number | undefined): Node {
  const note = count === undefined ? 'It bounds nothing.' : `Counts are whole numbers: ${count} says the same.`
  const at = originOf(node, keyword)
  const change: PendingChange = { at, keyword, code: 'bound-restated', effect: 'rewritten', enforced: true, note }
  return report(amend(node, { [keyword]: count }), change)
}
