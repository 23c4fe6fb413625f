import type { JsonObject } from '../../core/json.ts'
import type { Change } from '../change.ts'
import type { ParseResult } from '../issue.ts'

/** A schema or subschema as JSON Schema has it. */
export type Schema = boolean | JsonObject

/** The source's own validator (Zod, a Standard Schema). Sources without one are checked by our JSON Schema validator. */
export interface SourceValidator {
  /** A promise only where a check of the source is asynchronous. */
  parse(value: unknown): ParseResult | Promise<ParseResult>
}

/** Any source, read: a JSON Schema document, and what goes beyond it. */
export interface Source {
  /** Plain JSON Schema. Objects may carry a {@link native} mark. Never mutated after reading. */
  readonly schema: Schema
  readonly validator?: SourceValidator
  /** What the source checks beyond its JSON Schema, confessed by the reader (`refine`). */
  readonly changes: readonly Change[]
  /** True when any object of `schema` carries a {@link native} mark. */
  readonly hasNatives: boolean
}

/**
 * Marks a subschema whose values are no JSON in the tool's own shape: the JSON Schema beside the mark is the wire form.
 * A symbol, so that it can never meet a keyword or a property name.
 */
export const native: unique symbol = Symbol('toolfit.native')

/** `date`: a Date, on the wire an ISO string. `bigint`: a BigInt, on the wire a string of digits. `map`/`set`: entries, a list. */
export type Native = 'date' | 'bigint' | 'map' | 'set'

/** The mark of a subschema, if it has one. */
export function nativeOf(schema: Schema): Native | undefined {
  return typeof schema === 'object' ? (schema as { readonly [native]?: Native })[native] : undefined
}
