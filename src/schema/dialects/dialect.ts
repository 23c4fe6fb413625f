import type { Json, JsonObject } from '../../core/json.ts'
import type { Resolved } from '../document/document.ts'
import type { Schema } from '../document/schema.ts'
import type { Capabilities, Limits } from '../feature.ts'
import type { Node } from '../ir/node.ts'
import type { Pass } from '../passes/pass.ts'

/** What writing a tree needs besides the tree. */
export interface EmitContext {
  /** The definitions that references lead to, by pointer. */
  readonly definitions: ReadonlyMap<string, Node>
  /** A default or an example in the form in which the wire has it. */
  encodeValue(node: Node, value: Json): Json
}

/** What writing a schema straight from its source needs. */
export interface PlainSource {
  readonly schema: Schema
  readonly root: 'any' | 'object'
  readonly limits: Limits
  /** Objects of the schema may carry marks of values that are no JSON. */
  readonly hasNatives: boolean
  /** Where a reference leads that stands in `from`. */
  resolve(from: JsonObject, ref: string): Resolved | undefined
  /**
   * What the compiler makes of a part of the schema by itself. Undefined where it does not fit the limits, decides about
   * what stands around it, or leads back to one of the definitions that were `entered` on the way to it.
   */
  compilePart(
    schema: JsonObject,
    limits: { readonly depth: number; readonly nodes: number },
    entered: readonly string[],
  ): JsonObject | undefined
}

export interface PlainWritten {
  readonly schema: JsonObject
  /** Some values have another form on the wire than in the tool. */
  readonly isEncoded: boolean
}

/** A way to write schemas, as data. */
export interface Dialect extends Capabilities {
  readonly id: string
  /** Rewrites that keep the tool's shape, in order. */
  readonly simplify: readonly Pass[]
  /** Rewrites that give up or encode what the dialect cannot say, in order. */
  readonly lower: readonly Pass[]
  emit(root: Node, context: EmitContext): JsonObject
  /**
   * Writes a schema straight from its source; undefined where it needs the compiler. Must write what the passes and
   * `emit` would: it only saves time.
   */
  writePlain?(source: PlainSource): PlainWritten | undefined
  /** The root has to be an object wherever the schema is used, not only as a tool's parameters. */
  readonly objectRoot?: true
  /** The dialect passes the user's own JSON Schema on as it came, nothing read or mended. */
  readonly passThrough?: true
}
