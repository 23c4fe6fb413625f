import type { Capabilities, Feature, Limits } from '../feature.ts'
import type { Acceptance } from '../ir/intersect.ts'
import type { Node } from '../ir/node.ts'
import type { Traits } from '../ir/traits.ts'

/** What a pass may ask. */
export interface PassContext extends Acceptance {
  readonly dialect: Capabilities
  readonly limits: Limits
  readonly formats: 'annotate' | 'assert'
  /** The keyword that marks what the model is not to write; undefined where it writes all. */
  readonly oneWay: 'readOnly' | 'writeOnly' | undefined
  /** The definitions as read, before any pass. */
  readonly definitions: ReadonlyMap<string, Node>
  /** Whether a reference leads to something below a place in the source. */
  isReferredTo(pointer: string): boolean
  /** Whether the source says of each of several objects with properties, the root included, that it may have others. */
  isOpenThroughout(): boolean
}

/**
 * One rewrite. It runs on the nodes that wake it, children first, and returns the node or a new one with its changes on it.
 * `shape` is the node before this walk: in the tool's own shape, for sentences about it.
 */
export interface Pass {
  readonly name: string
  /** The traits that wake the pass: it runs on a node with at least one of them. */
  readonly wakes: Traits
  /** Features that make the pass unnecessary: a dialect with one of them never runs it. */
  readonly unless?: readonly Feature[] | undefined
  /** Set where the subschemas of rules are left alone: they speak of the node around them, and stand for no value of their own. */
  readonly skipsRules?: true | undefined
  /** Set where the pass runs when nothing is left to merge with the node. */
  readonly isLast?: true | undefined
  rewrite(node: Node, context: PassContext, shape: Node): Node
}

/** Whether a dialect with these features needs a pass. */
export function isNeeded({ unless = [] }: Pass, supports: ReadonlySet<Feature>): boolean {
  return !unless.some((feature) => supports.has(feature))
}

/** Passes in one form that names every field: engines read fields of objects of many forms several times as slowly. */
export function alike(passes: readonly Pass[]): readonly Pass[] {
  return passes.map(({ name, wakes, unless, skipsRules, isLast, rewrite }) => {
    return { name, wakes, unless, skipsRules, isLast, rewrite }
  })
}
