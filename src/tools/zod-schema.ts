import { ToolfitError } from '../core/errors.ts'
import type { JsonObject } from '../core/json.ts'
import type { ParseResult } from '../schema/issue.ts'
import { openInput } from '../schema/open-input.ts'
import { attachSource } from '../schema/read/read-source.ts'
import type { InferSchema, TypedSchema, ValidationResult } from './flexible-schema.ts'
import { createSchema, type Schema, toStandard, whenReady } from './json-schema.ts'

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
    () => open().jsonSchema as JsonObject,
    (value) => whenReady(parse(value), toValidation<InferSchema<SCHEMA>>),
    (value) => whenReady(parse(value), toStandard<InferSchema<SCHEMA>>),
  )
  return attachSource(made, schema)
}

function toValidation<OUTPUT>({ value, issues }: ParseResult): ValidationResult<OUTPUT> {
  if (issues === undefined) return { success: true, value: value as OUTPUT }
  const message = issues.map((issue) => (issue.pointer === '' ? '' : `${issue.pointer}: `) + issue.message).join(' ')
  const error = new ToolfitError('tool-input-invalid', message, { issues })
  return { success: false, error }
}
