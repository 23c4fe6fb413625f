import type { Steps } from '../../../core/pattern/match-pattern.ts'
import type { Schema } from '../../document/schema.ts'
import type { Node } from '../../ir/node.ts'

export interface ReadOptions {
  readonly strictRefs: boolean
  /** Whether a subschema accepts a value. Decides which members of an `enum` its siblings allow. */
  accepts(value: unknown, schema: Schema): boolean
}

/** What the parts of the JSON Schema reader share. */
export interface Reader {
  readonly options: ReadOptions
  /** For all names of the schema that are matched against `patternProperties`. Without steps left, a pattern matches no name. */
  readonly nameSteps: Steps
  read(schema: Schema, pointer: string, depth: number): Node
  /** A node for a value to which several schemas apply. */
  combine(parts: readonly Node[]): Node
}
