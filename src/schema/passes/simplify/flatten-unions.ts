import type { Json } from '../../../core/json.ts'
import { type PendingChange, rewritten } from '../../change.ts'
import { amend, describe, report } from '../../ir/amend.ts'
import { createNever } from '../../ir/create-node.ts'
import { takesNull } from '../../ir/disjoint.ts'
import { countBranches, mostOptions } from '../../ir/measure.ts'
import { wrapBase } from '../../ir/merge-base.ts'
import type { Node, UnionNode } from '../../ir/node.ts'
import { firstSource, isImpossible, isNull, keywordIn, ownSchema, sourcesOf } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import { nullRefused, sayNullRefused, saysNullRefused, widen, widening } from '../describe/describe-overlap.ts'
import { lostAnnotations } from '../describe/drop-annotations.ts'
import type { Pass, PassContext } from '../pass.ts'

/** Takes null out of unions, drops impossible branches, opens unions inside unions, and a union of one. */
export const flattenUnions: Pass = {
  name: 'flatten-unions',
  wakes: traits('union'),
  rewrite(node, context, shape) {
    if (node.kind !== 'union') return node
    // Null fits two branches, of which only one may fit: where the dialect can say that, it is said as it is.
    const { definitions } = context
    const overlaps = node.keyword === 'oneOf' && node.options.filter((each) => takesNull(each, definitions)).length > 1
    if (overlaps && context.dialect.supports.has('oneOf')) return node
    if (overlaps && isNullRefused(node, definitions)) return this.rewrite(refuseNull(node, context), context, shape)
    const isWide = countBranches(node, mostOptions) > mostOptions
    const changes: PendingChange[] = []
    let nullable = node.nullable
    const options: Node[] = []
    node.options.forEach((option) => {
      if (isNull(option)) {
        nullable = true
        changes.push(simplified(node, 'null-to-nullable', 'The branch for null became nullable.'))
        changes.push(...(option.changes ?? []), ...lostAnnotations(option, 'The branch for null became nullable.'))
      } else if (isImpossible(option)) {
        changes.push(impossible(node, option))
      } else if (
        option.kind === 'union' &&
        !isWide &&
        isBare(option) &&
        !isManyInOne(option, context) &&
        option.keyword !== 'oneOf' &&
        node.keyword !== 'oneOf'
      ) {
        if (option.nullable) nullable = true
        options.push(
          ...option.options.map((inner) => amend(inner, { sources: [...sourcesOf(option), ...sourcesOf(inner)] })),
        )
        changes.push(...(option.changes ?? []))
        if (isSaid(option))
          changes.push(simplified(option, 'any-of-simplified', 'Its branches were taken into the union around it.'))
      } else options.push(option)
    })
    const isSame = changes.length === 0 && options.every((option, index) => option === node.options[index])
    if (isSame && options.length > 1) return node
    const left = sayRefused(node, options, context)
    const rest = report(amend(left, { options, nullable }), ...changes)
    const flat = options.length > 1 ? rest : collapse(rest, options[0])
    // The branch for null is gone, so later passes do not see that null fitted another one too.
    return overlaps && (options.length < 2 || node.options.some(isNull)) ? widen(flat, node.origin) : flat
  },
}

/** Whether null certainly fits two branches of which only one may fit. Rules beside a branch may refuse null there. */
function isNullRefused(node: UnionNode, definitions: ReadonlyMap<string, Node>): boolean {
  const isCertain = (option: Node): boolean => {
    const target = option.kind === 'ref' ? definitions.get(option.target) : option
    return (
      target?.rules === undefined &&
      option.rules === undefined &&
      target?.kind !== 'ref' &&
      takesNull(option, definitions)
    )
  }
  return node.nullable !== true && saysNullRefused(node) === false && node.options.filter(isCertain).length > 1
}

/** Takes null out of every branch; where one is a reference or takes any value, words say so. */
function refuseNull(node: UnionNode, { definitions, dialect }: PassContext): UnionNode {
  const nulls = node.options.filter(isNull)
  const options = node.options
    .filter((option) => !isNull(option))
    .map((option) => (option.nullable ? amend(option, { nullable: undefined }) : option))
  const lost = nulls.flatMap((option) => [...(option.changes ?? []), ...lostAnnotations(option, nullRefused)])
  // What was concluded to be of one type is sent with that type.
  const isSent = (option: Node) =>
    (option.inferred !== true || dialect.supports.has('untyped')) && takesNull(option, definitions)
  return sayNullRefused(report(amend(node, { options }), ...lost), options.some(isSent))
}

/**
 * A list of which no value is left, because each fits another branch of the `oneOf` too, is an impossible branch; but the other branch still
 * takes those values, and only words can refuse them.
 */
function sayRefused(node: UnionNode, left: readonly Node[], context: PassContext): UnionNode {
  if (node.keyword !== 'oneOf') return node
  const isTaken = (value: Json) =>
    left.some((option) => firstSource(option) !== undefined && context.accepts(value, firstSource(option)!) !== false)
  const refused = node.options.filter(isImpossible).flatMap(listedIn).filter(isTaken)
  if (refused.length === 0) return node
  if (refused.length > mostRefused) return widen(node, node.origin)
  const words = refused.map((value) => JSON.stringify(value)).join(' or ')
  return describe(node, `Must not be ${words}.`, {
    ...widening(node.origin),
    note: 'Values that fit two branches are refused.',
  })
}

/** More values are not listed in a sentence. */
const mostRefused = 10

function listedIn(node: Node): readonly Json[] {
  const { enum: list, const: constant } = ownSchema(node) ?? {}
  if (Array.isArray(list)) return list
  return constant === undefined ? [] : [constant]
}

/** A union of one is its branch. */
export function collapse(node: UnionNode, only: Node | undefined): Node {
  if (only === undefined) return createNever(node)
  const note = 'A union of one branch: replaced by the branch.'
  const whole = wrapBase(node, only)
  return isSaid(node) ? report(whole, simplified(node, 'any-of-simplified', note)) : whole
}

/** One schema without a type that speaks about several: where it stays one, its parts are no alternatives. */
function isManyInOne(node: UnionNode, { dialect }: PassContext): boolean {
  return dialect.supports.has('untyped') && node.options.some((option) => option.inferred)
}

/** Nothing is said around the union that its branches would lose. */
function isBare(node: UnionNode): boolean {
  return (
    node.rules === undefined && node.title === undefined && node.description === undefined && node.default === undefined
  )
}

/** Kinds that were concluded from keywords of several types are a union that no keyword of the source says. */
function isSaid({ keyword, options }: UnionNode): boolean {
  return keyword !== 'type' || !options.some((option) => option.inferred)
}

function simplified(node: UnionNode, code: 'null-to-nullable' | 'any-of-simplified', note: string): PendingChange {
  return rewritten(keywordIn(node, node.keyword), code, note)
}

function impossible(node: UnionNode, option: Node): PendingChange {
  const note = `No value satisfies the branch at ${option.origin}.`
  return rewritten(keywordIn(node, node.keyword), 'impossible-part-removed', note)
}
