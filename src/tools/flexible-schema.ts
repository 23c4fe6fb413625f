/**
 * A type that is assignable to every other. `ai` 5, 6 and 7 mark their schemas with different unique symbols, so no other type is
 * a schema for all three. Used only for values that are passed to `ai` or come from it.
 */
export type Untyped = ReturnType<typeof JSON.parse>

/** What `validate` of a {@link Schema} returns, as `ai` defines it. */
export type ValidationResult<OUTPUT> =
  | { readonly success: true; readonly value: OUTPUT }
  | { readonly success: false; readonly error: Error }

/** The types of any schema that follows https://standardschema.dev: Zod from 3.24 on, Valibot, ArkType … */
export interface StandardTyped<OUTPUT = unknown> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly types?: { readonly output: OUTPUT } | undefined
  }
}

/** A schema of the AI SDK (`jsonSchema()`, `zodSchema()` of `ai` 5, 6 or 7), or a Zod schema older than 3.24. */
export interface MarkedTyped<OUTPUT = unknown> {
  readonly _type: OUTPUT
}

/** A function that makes a schema on first use. */
export type LazySchema<OUTPUT = unknown> = () => TypedSchema<OUTPUT> | PromiseLike<TypedSchema<OUTPUT>>

/** A schema that has the type of its parsed values. */
export type TypedSchema<OUTPUT = unknown> = StandardTyped<OUTPUT> | MarkedTyped<OUTPUT>

/** A plain JSON Schema of any draft, frozen or not. The type of its values is not known. */
export type RawJsonSchema = JsonSchemaLiteral | JsonSchemaObject

interface JsonSchemaLiteral {
  readonly [keyword: string]: unknown
  readonly '~standard'?: never
  readonly _type?: never
}

/** The same for schemas that a library declares as an interface, which has no index signature. */
interface JsonSchemaObject {
  readonly type?: unknown
  readonly properties?: unknown
  readonly $ref?: unknown
  readonly anyOf?: unknown
  readonly allOf?: unknown
  readonly '~standard'?: never
  readonly _type?: never
}

/**
 * A schema in any form that tools accept: Zod 3 and 4, any Standard Schema, `jsonSchema()` and `zodSchema()` of this package and of
 * `ai`, a function that makes one, or a plain JSON Schema. `OUTPUT` is the type of the parsed value.
 *
 * @example
 * ```ts
 * import type { FlexibleSchema } from 'toolfit'
 *
 * const place: FlexibleSchema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
 * ```
 */
export type FlexibleSchema<OUTPUT = Untyped> = TypedSchema<OUTPUT> | LazySchema<OUTPUT> | RawJsonSchema

/** The type of a schema's parsed values; `unknown` if the schema has none. */
export type InferSchema<SCHEMA> =
  SCHEMA extends StandardTyped<infer OUTPUT>
    ? OUTPUT
    : SCHEMA extends MarkedTyped<infer OUTPUT>
      ? OUTPUT
      : SCHEMA extends LazySchema<infer OUTPUT>
        ? OUTPUT
        : unknown
