import type { Outcome } from '../../../core/outcome.ts'
import type { PatternMatcher } from '../../../core/pattern/pattern-matcher.ts'
import type { Schema } from '../../document/schema.ts'
import type { Node } from '../../ir/node.ts'

export interface ReadOptions {
  readonly strictRefs: boolean
  /** Formats are checked, not only said. */
  readonly assertsFormats: boolean
  /** Whether schemas are marked for values that are no JSON. */
  readonly hasNatives: boolean
  /** Whether a subschema accepts a value. Decides which members of an `enum` its siblings allow. */
  accepts(value: unknown, schema: Schema): Outcome
  readonly patterns: PatternMatcher
}

/** What the parts of the JSON Schema reader share. */
export interface Reader {
  readonly options: ReadOptions
  read(schema: Schema, pointer: string, depth: number): Node
  /** A node for a value to which several schemas apply. */
  combine(parts: readonly Node[]): Node
}
