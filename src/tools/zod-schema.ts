import { ToolfitError } from '../core/errors.ts'
import type { JsonObject } from '../core/json.ts'
import type { ParseResult } from '../schema/issue.ts'
import { openInput } from '../schema/open-input.ts'
import { attachSource } from '../schema/read/read-source.ts'
import { isPromise, whenDone } from '../schema/read/source.ts'
import type { FlexibleSchema, InferSchema, TypedSchema, ValidationResult } from './flexible-schema.ts'
import { createSchema, jsonSchema, type Schema, toStandard } from './json-schema.ts'

/** The options of `zodSchema()` in `ai`. */
export interface ZodSchemaOptions {
  /** Accepted and ignored: a schema that contains itself always becomes a reference, and no other does. */
  readonly useReferences?: boolean
}

/**
 * Wraps a Zod schema (3 or 4) for `ai` 5, 6 and 7. `z.date()`, `z.bigint()`, `z.map()` and `z.set()`, which `ai` refuses, are
 * converted to JSON and back. Tools accept Zod schemas directly; this is for places that do not.
 *
 * @example
 * ```ts
 * import { tool, zodSchema } from 'toolfit'
 * import { z } from 'zod'
 *
 * const remind = tool({
 *   inputSchema: zodSchema(z.object({ at: z.date() })),
 *   execute: ({ at }) => `I will, in ${at.getFullYear()}`,
 * })
 * ```
 */
export function zodSchema<SCHEMA extends TypedSchema>(
  schema: SCHEMA,
  _options?: ZodSchemaOptions,
): Schema<InferSchema<SCHEMA>> {
  const open = () => {
    const opened = openInput(schema)
    if ('parse' in opened) return opened
    throw new ToolfitError('schema-async', 'zodSchema() takes a Zod schema, not a promise of one.')
  }
  const parse = (value: unknown) => open().parse(value)
  const made = createSchema(
    () => open().closedSchema as JsonObject,
    (value) => whenDone(parse(value), toValidation<InferSchema<SCHEMA>>),
    (value) => whenDone(parse(value), toStandard<InferSchema<SCHEMA>>),
  )
  return attachSource(made, schema)
}

function toValidation<OUTPUT>({ value, issues }: ParseResult): ValidationResult<OUTPUT> {
  if (issues === undefined) return { success: true, value: value as OUTPUT }
  const message = issues.map((issue) => (issue.pointer === '' ? '' : `${issue.pointer}: `) + issue.message).join(' ')
  const error = new ToolfitError('tool-input-invalid', message, { issues })
  return { success: false, error }
}

/**
 * A schema in any form as one with `jsonSchema` and `validate`, as `ai` and its providers use them. Without a schema: an object
 * without properties.
 *
 * @example
 * ```ts
 * import { asSchema } from 'toolfit'
 * import { z } from 'zod'
 *
 * const schema = asSchema(z.object({ city: z.string() }))
 * const result = await schema.validate?.({ city: 'Rome' })
 * result // { success: true, value: { city: 'Rome' } }
 * ```
 */
export function asSchema<SCHEMA extends FlexibleSchema>(schema: SCHEMA | undefined): Schema<InferSchema<SCHEMA>> {
  return toSchema(schema) as Schema<InferSchema<SCHEMA>>
}

function toSchema(schema: FlexibleSchema | undefined): Schema<unknown> {
  if (schema === undefined || schema === null) {
    return jsonSchema({ type: 'object', properties: {}, additionalProperties: false })
  }
  if (typeof schema === 'function' && !('~standard' in schema)) return fromLazy((schema as () => FlexibleSchema)())
  if ((schema as Record<symbol, unknown>)[Symbol.for('vercel.ai.schema')] === true) return schema as Schema
  if ('~standard' in schema || '_def' in schema) return zodSchema(schema as TypedSchema)
  return jsonSchema(schema as JsonObject)
}

/** A schema that a function made, which may have taken time. */
function fromLazy(made: FlexibleSchema | PromiseLike<FlexibleSchema>): Schema<unknown> {
  if (!isPromise(made)) return toSchema(made)
  const promise = Promise.resolve(made).then(toSchema)
  return jsonSchema(
    promise.then((schema) => schema.jsonSchema),
    { validate: async (value) => (await promise).validate?.(value) ?? { success: true, value } },
  )
}
