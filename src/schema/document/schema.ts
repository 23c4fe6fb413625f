import type { JsonObject } from '../../core/json.ts'

/** A schema or subschema as JSON Schema defines it. */
export type Schema = boolean | JsonObject

/**
 * Marks a subschema whose values are not JSON in the tool's own shape: the JSON Schema beside the mark is the wire form.
 * A symbol, so that it cannot collide with a keyword or a property name.
 */
export const native: unique symbol = Symbol('toolfit.native')

/** `date`: a Date, sent as an ISO string. `bigint`: a BigInt, sent as digits. `map` and `set`: sent as entries and as a list. */
export type Native = 'date' | 'bigint' | 'map' | 'set'

/** The native mark of a subschema, if it has one. */
export function nativeOf(schema: Schema): Native | undefined {
  return typeof schema === 'object' ? (schema as { readonly [native]?: Native })[native] : undefined
}
