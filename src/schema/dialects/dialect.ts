import type { Json, JsonObject } from '../../core/json.ts'
import type { Capabilities } from '../feature.ts'
import type { Node } from '../ir/node.ts'
import type { Pass } from '../passes/pass.ts'

/** What writing a tree needs besides the tree. */
export interface EmitContext {
  /** The definitions that references lead to, by pointer. */
  readonly definitions: ReadonlyMap<string, Node>
  /** A default or an example in the form in which the wire has it. */
  encodeValue(node: Node, value: Json): Json
}

/** The names of the dialects. */
export type DialectId =
  | 'gemini'
  | 'gemini-json'
  | 'gemini-openai'
  | 'vertex'
  | 'openai'
  | 'openai-strict'
  | 'anthropic'
  | 'json-schema'

/** A way to write schemas, as data. */
export interface Dialect extends Capabilities {
  readonly id: DialectId
  /** Rewrites that keep the tool's shape, in order. */
  readonly simplify: readonly Pass[]
  /** Rewrites that give up or encode what the dialect cannot say, in order. */
  readonly lower: readonly Pass[]
  emit(root: Node, context: EmitContext): JsonObject
  /** The root has to be an object wherever the schema is used, not only as a tool's parameters. */
  readonly objectRoot?: true
  /** The dialect passes the user's own JSON Schema on as it came, nothing read or repaired. */
  readonly passThrough?: true
}
