import type { Json, JsonObject } from '../../core/json.ts'
import type { Node } from '../ir/node.ts'
import type { Pass } from '../passes/pass.ts'

/** Something that a dialect can or cannot say. Passes ask for features, never for a dialect. */
export type Feature =
  | 'refs'
  | 'allOf'
  | 'anyOf'
  | 'oneOf'
  | 'not'
  | 'conditions'
  | 'anyOfSiblings'
  | 'typeLists'
  | 'freeForm'
  | 'const'
  | 'enumOfAnything'
  | 'exclusiveBounds'
  | 'multipleOf'
  | 'uniqueItems'
  | 'tuples'
  | 'additionalProperties'
  | 'patternProperties'
  | 'propertyNames'
  | 'contains'
  | 'dependencies'
  | 'unevaluated'
  | 'content'
  | 'examples'
  | 'annotations'
  | 'emptyObjects'
  | 'emptyNames'
  | 'undeclaredRequired'

/** The sizes that a dialect's endpoints take. */
export interface Limits {
  /** Steps from the root to a leaf: each property, item and branch is one. */
  readonly depth: number
  /** JSON values in the output; the output may always be as large as four times the input. */
  readonly nodes: number
  /** How often a recursive reference is followed before the rest becomes text. */
  readonly unroll: number
  /** Branches that distributing siblings may make. */
  readonly branches: number
}

/** What writing a tree needs besides the tree. */
export interface EmitContext {
  /** The definitions that references lead to, by pointer. */
  readonly definitions: ReadonlyMap<string, Node>
  /** A default or an example in the form in which the wire has it. */
  encodeValue(node: Node, value: Json): Json
}

/** A way to write schemas, as data. */
export interface Dialect {
  readonly id: string
  readonly supports: ReadonlySet<Feature>
  readonly limits: Limits
  /** Formats that may be sent, by type. `undefined`: all of them. */
  readonly formats: { readonly string?: ReadonlySet<string>; readonly number?: ReadonlySet<string>; readonly integer?: ReadonlySet<string> }
  /** Rewrites that keep the tool's shape, in order. */
  readonly simplify: readonly Pass[]
  /** Rewrites that give up or encode what the dialect cannot say, in order. */
  readonly lower: readonly Pass[]
  emit(root: Node, context: EmitContext): JsonObject
  /** The dialect passes the user's own JSON Schema on as it came, nothing read or mended. */
  readonly passThrough?: true
}
