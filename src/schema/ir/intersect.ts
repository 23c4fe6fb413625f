import type { Outcome } from '../../core/outcome.ts'
import type { PatternMatcher } from '../../core/pattern/pattern-matcher.ts'
import { dropped, type PendingChange, rewritten } from '../change.ts'
import { keywordInfo } from '../document/keywords.ts'
import type { Schema } from '../document/schema.ts'
import { amend, report } from './amend.ts'
import { createBoolean, createEnum, createNever, createUnion, withBase } from './create-node.ts'
import { intersectArrays } from './intersect-arrays.ts'
import { intersectObjects } from './intersect-objects.ts'
import { intersectNumbers, intersectStrings } from './intersect-scalars.ts'
import { joinBase, joinRules, mergeBase } from './merge-base.ts'
import type { EnumNode, Node, UnionNode } from './node.ts'
import { firstSource, keywordIn, sourcesOf } from './node.ts'

/** What deciding about values and names needs. */
export interface Acceptance {
  readonly patterns: PatternMatcher
  accepts(value: unknown, schema: Schema | readonly Schema[]): Outcome
}

/** The node that accepts exactly what both accept; where a kind cannot hold that, the rest is a rule on it. */
export function intersect(left: Node, right: Node, source: Acceptance): Node {
  if (left === right) return left
  if (left.kind === 'enum') return filterEnum(left, right, source)
  if (right.kind === 'enum') return filterEnum(right, left, source)
  if (left.kind === 'any') return isCut(left) ? left : intersectAny(left, right, source)
  if (right.kind === 'any') return isCut(right) ? right : inOrder(intersectAny(right, left, source), left, right)
  const isNamed = left.nullable || right.nullable || !isUntyped(left) || !isUntyped(right)
  const nullable = takesNull(left) && takesNull(right) && isNamed ? true : undefined
  if (isMany(left) && !(right.kind === 'union' && !isMany(right))) return intersectMany(left, right, source, nullable)
  if (isMany(right) && left.kind !== 'union') return intersectMany(right, left, source, nullable)
  if (left.kind === 'union' && !isMany(left)) return distribute(left, right, source, nullable)
  if (right.kind === 'union') return distribute(right, left, source, nullable)
  const base = mergeBase(left, right)
  const inferred = left.inferred && right.inferred ? true : undefined
  if (left.kind === 'string' && right.kind === 'string') {
    return amend(intersectStrings(base, left, right), { nullable, inferred })
  }
  if (left.kind === 'number' && right.kind === 'number') {
    return amend(intersectNumbers(base, left, right), { nullable, inferred })
  }
  if (left.kind === 'boolean' && right.kind === 'boolean') return amend(createBoolean(base), { nullable, inferred })
  const both = (a: Node, b: Node) => intersect(a, b, source)
  if (left.kind === 'array' && right.kind === 'array') {
    return amend(intersectArrays(base, left, right, both), { nullable, inferred })
  }
  if (left.kind === 'object' && right.kind === 'object') {
    return amend(intersectObjects(base, left, right, both, source.patterns), { nullable, inferred })
  }
  return intersectKinds(left, right, nullable)
}

/** A schema without a type takes null too, and so does a union with a branch that takes it. */
function takesNull(node: Node): boolean {
  if (node.nullable === true || node.inferred === true) return true
  if (node.kind !== 'union' || node.rules !== undefined) return false
  const isCertain = ({ rules, kind }: Node) => rules === undefined && kind !== 'ref'
  const taking = node.options.filter((option) => isCertain(option) && (option.kind === 'any' || takesNull(option)))
  return node.keyword === 'oneOf' ? taking.length === 1 && node.options.every(isCertain) : taking.length > 0
}

/** Whether a node names no type, in any branch. */
function isUntyped(node: Node): boolean {
  return node.inferred === true || node.kind === 'any' || (node.kind === 'union' && node.options.every(isUntyped))
}

function isCut(node: Node): boolean {
  return node.kind === 'any' && node.cut !== undefined
}

/** Anything, with what is said around it, and a node. What is said may refuse null. */
function intersectAny(any: Node, node: Node, source: Acceptance): Node {
  const refusesNull = node.nullable && any.rules !== undefined && source.accepts(null, sourcesOf(any)) === false
  const nullable = refusesNull ? undefined : node.nullable
  return { ...joinBase(any, node), sources: mergeBase(any, node).sources, nullable }
}

/** The rules of two nodes in the order in which the source has them. */
function inOrder(both: Node, { rules: first }: Node, { rules: second }: Node): Node {
  return first === undefined || second === undefined ? both : amend(both, { rules: joinRules(first, second) })
}

/** A list of values and anything else: the values that the other's sources accept. Exact, whatever the other is. */
function filterEnum(node: EnumNode, other: Node, source: Acceptance): Node {
  const allows = (value: unknown) => source.accepts(value, sourcesOf(other)) !== false
  const values = node.values.filter(allows)
  const nullable = node.nullable && allows(null) ? true : undefined
  const around = { ...other, rules: undefined, annotations: other.annotations }
  const base = { ...mergeBase(node, around), encoding: undefined, nullable }
  if (values.length === 0) return createNever(base)
  const result = report(createEnum(base, { keyword: node.keyword, values, format: node.format }), ...foldedIn(other))
  if (values.length === node.values.length) return result
  const note = 'Only the members that the schemas beside it allow are listed.'
  return report(result, rewritten({ at: node.origin, keyword: node.keyword }, 'enum-filtered', note))
}

/** What a schema beside a list of values asserts is said by the list. */
function foldedIn(other: Node): PendingChange[] {
  const source = firstSource(other)
  if (typeof source !== 'object' || other.kind === 'any') return []
  const note = 'The listed values are those that it allows.'
  // Listed values are strings in most dialects, whatever their type was.
  const isFolded = (keyword: string) =>
    keyword === 'type' ? source['type'] !== 'string' : keywordInfo(keyword)?.family !== undefined
  return Object.keys(source)
    .filter(isFolded)
    .map((keyword) => {
      return rewritten({ at: other.origin, keyword }, 'enum-filtered', note)
    })
}

/** One schema without a type that speaks of several: what it says of a type holds for values of that type. */
export function isMany(node: Node): node is UnionNode {
  return node.kind === 'union' && node.keyword === 'type' && node.options.every((option) => option.inferred)
}

/** Such a schema with another: what it says of the same type is said together, what it says of others stays beside it. */
function intersectMany(many: UnionNode, other: Node, source: Acceptance, nullable: true | undefined): Node {
  if (isMany(other)) {
    const merged = other.options.reduce<Node>((result, option) => intersect(result, option, source), many)
    return amend(withBase(merged, mergeBase(many, other)), { nullable })
  }
  const same = many.options.find((option) => option.kind === other.kind)
  if (!other.inferred) return unbind(same === undefined ? other : intersect(same, other, source), many)
  const options = many.options.map((option) => (option === same ? intersect(option, other, source) : option))
  if (same === undefined) options.push(other)
  return amend(createUnion(mergeBase(many, other), { keyword: 'type', options }), { nullable })
}

function distribute(union: UnionNode, other: Node, source: Acceptance, nullable: true | undefined): Node {
  if (union.keyword === 'anyOf' && union.options.some((option) => isIdleFor(other, option))) {
    return report(unbind(other, union), cannotBind(union, other))
  }
  const bare = { ...other, title: undefined, description: undefined, default: undefined, examples: undefined }
  const options = union.options.map((option) => intersect(option, { ...bare, changes: undefined }, source))
  const base = mergeBase(union, { ...other, rules: undefined })
  return amend(createUnion(base, { keyword: union.keyword, options }), { nullable })
}

/** Two kinds that share no value. Where one was only concluded from its keywords, those say nothing about the other kind. */
function intersectKinds(left: Node, right: Node, nullable: true | undefined): Node {
  if (left.inferred && right.inferred) {
    return amend(createUnion(mergeBase(left, right), { keyword: 'type', options: [left, right] }), { nullable })
  }
  if (left.inferred) return unbind(right, left)
  if (right.inferred) return unbind(left, right)
  return amend(createNever(mergeBase(left, right)), { nullable })
}

/** Whether a schema without a type says nothing about the values of a type. */
function isIdleFor(typed: Node, { inferred, kind, rules }: Node): boolean {
  return inferred === true && rules === undefined && kind !== 'union' && isTyped(typed) && kind !== typed.kind
}

function isTyped({ kind, inferred }: Node): boolean {
  return (
    !inferred && (kind === 'string' || kind === 'number' || kind === 'boolean' || kind === 'array' || kind === 'object')
  )
}

function cannotBind(union: UnionNode, { kind }: Node): PendingChange {
  const { keyword } = union
  const note = `A branch says nothing about ${kind === 'boolean' ? 'a boolean' : `${kind}s`}, so every one fits.`
  return dropped(keywordIn(union, keyword), 'keyword-cannot-bind', note, { enforced: true })
}

/** The typed node with what is said around the other; that its keywords have no effect is reported at the end. */
function unbind(typed: Node, idle: Node): Node {
  return withBase(typed, { ...mergeBase(typed, { ...idle, encoding: undefined }), nullable: typed.nullable })
}
