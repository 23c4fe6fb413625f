import type { Json } from '../../core/json.ts'
import { deepEqual } from '../../core/json.ts'
import { type Change, dropped, type PendingChange, rewritten } from '../change.ts'
import { documentKeywords } from '../document/schema-keywords.ts'
import { copyNode, withBase } from './create-node.ts'

import type { AllNode, Annotation, Node, NodeBase, Rule, WholeBase } from './node.ts'
import { originOf, sourcesOf } from './node.ts'

/** What two nodes say around their kinds, said together. The left one speaks first. */
export function mergeBase(left: NodeBase, right: NodeBase): WholeBase {
  const origins: Record<string, string> = { ...left.origins }
  const changes: PendingChange[] = joinChanges(left.changes, right.changes)
  const choose = <T extends Json | readonly Json[]>(keyword: 'title' | 'default' | 'examples', a?: T, b?: T) => {
    if (a === undefined) {
      if (b !== undefined) noteOrigin(origins, left, right, keyword)
      return b
    }
    if (b !== undefined && !deepEqual(a, b))
      changes.push(
        overridden(originOf(right, keyword), keyword === 'examples' ? (right.exampleKeyword ?? keyword) : keyword),
      )
    return a
  }
  // A document has its keywords in several places.
  const isNew = ({ at, keyword }: Annotation): boolean => {
    const known = documentKeywords.has(keyword) ? undefined : left.annotations?.find((each) => each.keyword === keyword)
    if (known === undefined || known.at === at) return true
    changes.push(overridden(at, keyword))
    return false
  }
  const description = joinTexts(left.description, right.description)
  if (left.description === '' && right.description !== undefined) {
    changes.push(overridden(originOf(left, 'description'), 'description'))
  }
  if (left.description === undefined && right.description !== undefined) noteOrigin(origins, left, right, 'description')
  const title = choose('title', left.title, right.title)
  const fallback = choose<Json>('default', left.default, right.default)
  const examples = choose('examples', left.examples, right.examples)
  return {
    origin: left.origin,
    nullable: undefined,
    inferred: undefined,
    sources: joinLists(sourcesOf(left), sourcesOf(right)) ?? [],
    title,
    description,
    default: fallback,
    examples,
    exampleKeyword: (left.examples === undefined ? right : left).exampleKeyword,
    annotations: joinLists(left.annotations, right.annotations?.filter(isNew)),
    rules: joinRules(left.rules, right.rules),
    says: joinLists(left.says, right.says),
    encoding: left.encoding ?? right.encoding,
    origins,
    changes: changes.length > 0 ? changes : undefined,
  }
}

/**
 * Puts what stands around a node (a `$ref`, an `allOf`) onto the node: the outer text comes first, and replaces that of a definition.
 * `change` is reported after those of the outer.
 */
export function wrapBase<T extends Node>(outer: NodeBase, inner: T, change?: PendingChange): T {
  const isReplaced = outer.description && inner.description !== undefined && inner.description !== outer.description
  if (!isReplaced || standsInside(originOf(inner, 'description'), outer.origin)) return joinBase(outer, inner, change)
  const replaced = overridden(originOf(inner, 'description'), 'description')
  const changes = inner.changes === undefined ? [replaced] : [...inner.changes, replaced]
  return joinBase(outer, { ...inner, description: undefined, changes }, change)
}

/** Whether a place belongs to a schema: it is below it, and not in a definition there. */
function standsInside(place: string, at: string): boolean {
  return place.startsWith(`${at}/`) && !/^\/(?:\$defs|definitions)\//.test(place.slice(at.length))
}

/** Like {@link wrapBase}, for schemas that stand beside each other: both texts are kept, the outer one first. */
export function joinBase<T extends Node>(outer: NodeBase, inner: T, change?: PendingChange): T {
  const around = change === undefined ? outer.changes : [...(outer.changes ?? []), change]
  const nullable = inner.nullable || outer.nullable ? true : undefined
  // A list: the outer schema does not stand where the inner one does.
  const sources = sourcesOf(outer)
  if (isBare(outer)) {
    const changes = joinChanges(around, inner.changes)
    const copy = copyNode(inner) as { -readonly [K in keyof NodeBase]: NodeBase[K] }
    copy.nullable = nullable
    copy.sources = sources
    copy.changes = changes.length > 0 ? changes : undefined
    return copy as T
  }
  const base = mergeBase({ ...outer, changes: around }, inner)
  const origins: Record<string, string> = { ...inner.origins }
  for (const keyword of ['title', 'description', 'default', 'examples'] as const) {
    if (outer[keyword] !== undefined) origins[keyword] = originOf(outer, keyword)
  }
  const { origin, inferred } = inner
  return withBase(inner, { ...base, origin, origins, nullable, inferred, sources })
}

/** Reports an `allOf` of which one schema was made. */
export function mergedAllOf(node: AllNode): PendingChange[] {
  if (!node.hasAllOf) return []
  return [rewritten({ at: node.origin, keyword: 'allOf' }, 'all-of-merged', 'Merged into one schema.')]
}

/** Nothing is said: there is a place, and perhaps null and changes. */
export function isBare(base: NodeBase): boolean {
  return (
    base.title === undefined &&
    base.description === undefined &&
    base.default === undefined &&
    base.examples === undefined &&
    base.annotations === undefined &&
    base.rules === undefined &&
    base.says === undefined &&
    base.encoding === undefined
  )
}

/** Two texts as one, without saying the same twice. The first one ends with a full stop, unless it has another end. */
export function joinTexts(first: string | undefined, second: string | undefined): string | undefined {
  if (first === undefined || first === '') return second
  if (second === undefined || second === '' || first.includes(second)) return first
  const text = first.trimEnd()
  return text === '' ? second : `${text}${/[.!?:;,…。！？：；]$/.test(text) ? '' : '.'} ${second}`
}

function joinLists<T>(left: readonly T[] | undefined, right: readonly T[] | undefined): readonly T[] | undefined {
  if (left === undefined || left.length === 0) return right
  if (right === undefined || right.length === 0 || left === right) return left
  return [...left, ...right.filter((item) => !left.includes(item))]
}

/** What two nodes report, each thing once: a definition that is merged with itself again and again must not add up. */
function joinChanges(left: readonly PendingChange[] = [], right: readonly PendingChange[] = []): PendingChange[] {
  if (right.length === 0) return [...left]
  if (left.length * right.length <= fewPairs) {
    return [...left, ...right.filter((change) => !left.some((each) => isSame(each, change)))]
  }
  const keyOf = ({ at, keyword, effect, unless }: PendingChange) => `${at}\n${keyword}\n${effect}\n${unless}`
  const known = new Set(left.map(keyOf))
  return [...left, ...right.filter((change) => !known.has(keyOf(change)))]
}

/** So many pairs are compared faster than a set is made. */
const fewPairs = 64

/** A change that not every dialect makes does not stand for one that all of them make. */
function isSame(left: PendingChange, right: PendingChange): boolean {
  return (
    left.keyword === right.keyword &&
    left.effect === right.effect &&
    left.at === right.at &&
    left.unless === right.unless
  )
}

/** The rules of two nodes, each once. */
export function joinRules(
  left: readonly Rule[] | undefined,
  right: readonly Rule[] | undefined,
): readonly Rule[] | undefined {
  if (left === undefined || left.length === 0) return right
  if (right === undefined || right.length === 0) return left
  const keyOf = ({ at, keyword }: Rule) => `${at}\n${keyword}`
  const known = new Set(left.map(keyOf))
  return [...left, ...right.filter((rule) => !known.has(keyOf(rule)))]
}

function noteOrigin(origins: Record<string, string>, left: NodeBase, right: NodeBase, keyword: string): void {
  const origin = originOf(right, keyword)
  if (origin !== left.origin) origins[keyword] = origin
}

function overridden(at: string, keyword: string): Change {
  const note = `Another ${keyword} is closer to where this schema is used, and is sent instead.`
  return dropped({ at, keyword }, 'annotation-dropped', note)
}
