import { described, type PendingChange, rewritten } from '../../change.ts'
import { describe, report } from '../../ir/amend.ts'
import { areDisjoint, type Reading, takesNull } from '../../ir/disjoint.ts'
import type { Node, UnionNode } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass } from '../pass.ts'

/** Comparing every pair of more branches than these costs more than the sentence that it may save. */
const comparable = 40

/** Makes `oneOf` an `anyOf`: the same where no value fits two branches, else the difference is said in words. */
export const describeOverlap: Pass = {
  name: 'describe-overlap',
  wakes: traits('union'),
  unless: ['oneOf'],
  rewrite(node, context, shape) {
    if (node.kind !== 'union' || node.keyword !== 'oneOf') return node
    const { definitions } = context
    const at = node.origin
    if (saysOverlap(node)) return node
    // Of the branches as they were: a type that was only concluded is none.
    const options = shape.kind === 'union' ? shape.options : node.options
    const isApart = arePairwiseDisjoint(options, { objects: 'sent', definitions }, saysNullRefused(node))
    return isApart ? report(node, saidAsAnyOf(at)) : widen(node, at)
  },
}

/** Reports a `oneOf` at a place of which no value that is sent fits two branches. */
export function saidAsAnyOf(at: string): PendingChange {
  const note = 'No value that is sent fits two branches, so anyOf says the same.'
  return rewritten({ at, keyword: 'oneOf' }, 'one-of-disjoint', note)
}

/** Whether it was said already what becomes of "only one may fit". */
export function saysOverlap(node: Node): boolean {
  const isAbout = ({ at, keyword, code }: PendingChange) =>
    at === node.origin && keyword === 'oneOf' && (code.startsWith('one-of-') || code === 'read-as-meant')
  return node.changes?.some(isAbout) === true
}

/** Says in words that only one of the branches at a place may fit, and reports that no keyword says so. */
export function widen<T extends Node>(node: T, at: string): T {
  return describe(node, 'Must fit exactly one of the alternatives.', widening(at))
}

/** The change of a `oneOf` at a place that is an `anyOf` and words now. */
export function widening(at: string): PendingChange {
  const note = 'Sent as anyOf; that only one branch may fit is stated in the description.'
  return described({ at, keyword: 'oneOf' }, 'one-of-widened', note)
}

export const nullRefused = 'Null fits two branches, so it is refused.'

/** Reports that no branch may take null, because two do; in words, where one of them is still sent as it is. */
export function sayNullRefused(node: UnionNode, isSent: boolean): UnionNode {
  const place = { at: node.origin, keyword: 'oneOf' }
  return isSent
    ? describe(node, 'Must not be null.', described(place, 'impossible-part-removed', nullRefused))
    : report(node, rewritten(place, 'impossible-part-removed', nullRefused))
}

/** Whether it was said already that null is refused because it fits two branches. */
export function saysNullRefused(node: Node): boolean {
  return node.changes?.some(({ at, note }) => at === node.origin && note === nullRefused) === true
}

/** Whether no value fits two of the nodes; null may, where `isNullSettled`. */
export function arePairwiseDisjoint(options: readonly Node[], reading: Reading, isNullSettled = false): boolean {
  if (options.length > comparable) return false
  if (!isNullSettled && options.filter((option) => takesNull(option, reading.definitions)).length > 1) return false
  return options.every((left, index) => options.slice(index + 1).every((right) => areDisjoint(left, right, reading)))
}
