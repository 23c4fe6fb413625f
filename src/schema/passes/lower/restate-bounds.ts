import { described, rewritten } from '../../change.ts'
import { amend, describe, report } from '../../ir/amend.ts'
import type { Node, NumberNode } from '../../ir/node.ts'
import { keywordIn } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass } from '../pass.ts'

/** Says an exclusive bound by an inclusive one: exactly on integers; on numbers the bound itself is excluded in words. */
export const restateBounds: Pass = {
  name: 'restate-bounds',
  wakes: traits('exclusiveBounds'),
  unless: ['exclusiveBounds'],
  rewrite(node) {
    if (node.kind !== 'number') return node
    if (node.exclusiveMinimum === undefined && node.exclusiveMaximum === undefined) return node
    return sides.reduce(restateSide, node)
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
    const note = 'It says no more than that the value is a whole number.'
    const low = hasLow ? restated(node, 'minimum', note, amend(node, { minimum: undefined })) : node
    return hasHigh ? restated(low, 'maximum', note, amend(low, { maximum: undefined })) : low
  },
}

/** The two sides of a range: the keywords, the inclusive bound of integers, and which of two bounds is tighter. */
const sides = [
  {
    exclusive: 'exclusiveMinimum',
    inclusive: 'minimum',
    word: 'greater',
    next: (bound: number) => Math.floor(bound) + 1,
    isTighter: (left: number, right: number) => left > right,
  },
  {
    exclusive: 'exclusiveMaximum',
    inclusive: 'maximum',
    word: 'less',
    next: (bound: number) => Math.ceil(bound) - 1,
    isTighter: (left: number, right: number) => left < right,
  },
] as const

function restateSide(node: NumberNode, side: (typeof sides)[number]): NumberNode {
  const { exclusive, inclusive, word, next, isTighter } = side
  const bound = node[exclusive]
  if (bound === undefined) return node
  const old = node[inclusive]
  // On numbers the bound itself, which has to be excluded in words.
  const wanted = node.integer ? next(bound) : bound
  const bare: NumberNode = amend(node, { [exclusive]: undefined })
  const place = keywordIn(node, exclusive)
  if (old !== undefined && (isTighter(old, wanted) || (node.integer && old === wanted)))
    return report(bare, rewritten(place, 'bound-made-inclusive', `${inclusive} ${old} says this too.`))
  const moved = amend(bare, { [inclusive]: wanted })
  const isOutdone = old !== undefined && old !== wanted
  const result = isOutdone ? restated(node, inclusive, 'The exclusive bound beside it is tighter.', moved) : moved
  if (node.integer)
    return report(result, rewritten(place, 'bound-made-inclusive', `Written as ${inclusive} ${wanted}.`))
  const note = `The bound ${bound} is sent as an inclusive one; that it is excluded is stated in the description.`
  return describe(result, `Must be ${word} than ${bound}.`, described(place, 'constraint-described', note))
}

/** The result, with a report on a bound of a node that it has no longer. */
function restated<T extends Node>(node: Node, keyword: string, note: string, result: T): T {
  return report(result, rewritten(keywordIn(node, keyword), 'bound-restated', note))
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
  return restated(node, keyword, note, amend(node, { [keyword]: count }))
}
