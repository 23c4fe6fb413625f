import type { JsonObject } from '../../../core/json.ts'
import { type PendingChange, rewritten } from '../../change.ts'
import { amend, report } from '../../ir/amend.ts'
import { createAny, createBase } from '../../ir/create-node.ts'
import { intersect } from '../../ir/intersect.ts'
import { countBranches, countNodes } from '../../ir/measure.ts'
import { mergedAllOf, wrapBase } from '../../ir/merge-base.ts'
import type { Node, Rule, UnionNode } from '../../ir/node.ts'
import { firstSource, originOf, ownSchema } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import { sayAboutObject } from '../describe/condition-sentences.ts'
import type { Pass, PassContext } from '../pass.ts'
import { isRestriction } from './is-restriction.ts'

/**
 * Makes one node of `allOf`, a `$ref` with siblings, and structure beside `anyOf`: a real intersection.
 * Unions come last and are multiplied out; where that would make too many branches, the union becomes a rule.
 */
export const mergeIntersections: Pass = {
  name: 'merge-intersections',
  wakes: traits('all'),
  rewrite(node, context) {
    if (node.kind !== 'all') return node
    const plain = node.parts.filter((part) => part.kind !== 'union')
    const unions = node.parts.filter((part): part is UnionNode => part.kind === 'union')
    let merged = intersectAll([createAny(createBase(node.origin, node.sources)), ...plain], context)
    const changes: PendingChange[] = []
    for (const union of unions) {
      const isAlone = merged.kind === 'any' && merged.cut === undefined
      if (!isAlone && (!canDistribute(merged, union, context) || isSaid(merged, union))) {
        merged = intersect(merged, ruled(union, merged), context)
        continue
      }
      if (!isAlone) changes.push(...distributed(merged, union))
      merged = intersect(merged, union, context)
    }
    const whole = wrapBase(node, merged)
    return report(whole.kind === 'enum' ? amend(whole, { rules: undefined }) : whole, ...changes, ...mergedAllOf(node))
  },
}

/** So many are merged one by one, in order. */
const longestRun = 32

/** Of a longer list halves are merged first: a result that grows by one part at a time would be copied for each of them. */
function intersectAll(nodes: readonly Node[], context: PassContext): Node {
  if (nodes.length <= longestRun) return nodes.reduce((left, right) => intersect(left, right, context))
  const middle = Math.ceil(nodes.length / 2)
  return intersect(intersectAll(nodes.slice(0, middle), context), intersectAll(nodes.slice(middle), context), context)
}

function canDistribute(merged: Node, union: UnionNode, context: PassContext): boolean {
  if (merged.kind === 'enum' || merged.kind === 'never') return true
  if (!context.dialect.supports.has('anyOf')) return false
  const most = context.limits.branches
  const branches = countBranches(merged, most) * countBranches(union, most)
  if (branches > most) return false
  return branches * countNodes(merged, context.limits.nodes) <= context.limits.nodes
}

/** Whether one object with a sentence says as much as a copy of the object in each branch. */
function isSaid(merged: Node, union: UnionNode): boolean {
  return merged.kind === 'object' && isRestriction(merged, union) && sayAboutObject(asRule(union), merged) !== undefined
}

/** A union that is not multiplied out, as a rule beside the node that it stands with. */
function ruled(union: UnionNode, { nullable }: Node): Node {
  return amend(createAny(union), { nullable, rules: [...(union.rules ?? []), asRule(union)] })
}

/** A union that is not multiplied out: said in words, held by `check`. Branches of any other keyword are said as `anyOf`. */
function asRule(union: UnionNode): Rule {
  const nodes = new Map(union.options.map((option, index) => [String(index), option]))
  const owner = ownSchema(union) ?? {}
  const { keyword } = union
  const rule = { at: union.origin, value: owner[keyword] ?? null, owner, nodes }
  if (keyword === 'anyOf' || keyword === 'oneOf') return { ...rule, keyword }
  return { ...rule, keyword: 'anyOf', from: keyword, at: originOf(union, keyword) }
}

function distributed(merged: Node, union: UnionNode): PendingChange[] {
  const source = firstSource(union)
  const note = 'Moved into each branch: no keyword is allowed next to anyOf.'
  const siblings = typeof source === 'object' && merged.origin === union.origin ? Object.keys(source) : []
  const own = union.options.map((option) => firstSource(option))
  // A bound that every branch has too does not move there.
  const isEverywhere = (keyword: string) =>
    bound.test(keyword) &&
    own.every((each) => typeof each === 'object' && each[keyword] === (source as JsonObject)[keyword])
  return siblings
    .filter((keyword) => movesAlong.has(keyword) && !isEverywhere(keyword))
    .map((keyword) => rewritten({ at: union.origin, keyword }, 'any-of-distributed', note, { unless: 'anyOfSiblings' }))
}

const bound = /^(?:min|max)/

const movesAlong = new Set(
  (
    'type properties required minProperties maxProperties propertyOrdering items minItems maxItems ' +
    'minLength maxLength pattern minimum maximum'
  ).split(' '),
)
