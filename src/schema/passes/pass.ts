import type { Capabilities, Limits } from '../feature.ts'
import type { Judge } from '../ir/intersect.ts'
import type { Node } from '../ir/node.ts'

/** What a pass may ask. */
export interface PassContext extends Judge {
  readonly dialect: Capabilities
  readonly limits: Limits
  readonly formats: 'annotate' | 'assert'
  /** The root of a tool's parameters has to be an object. */
  readonly root: 'any' | 'object'
  /** What references lead to, as it was read. */
  readonly definitions: ReadonlyMap<string, Node>
  /** Whether a reference leads to something below a place in the source. */
  isReferredTo(pointer: string): boolean
}

/**
 * One rewrite. It sees a node whose children are done, returns the node or a new one, and confesses on it.
 * `shape` is the node as it was before this walk: in the tool's own shape, for words about it.
 */
export interface Pass {
  readonly name: string
  rewrite(node: Node, context: PassContext, shape: Node): Node
}
