import { ToolfitError } from '../core/errors.ts'
import type { JsonObject } from '../core/json.ts'
import type { ParseResult } from '../schema/issue.ts'
import { openInput } from '../schema/open-input.ts'
import { noteSource } from '../schema/read/read-source.ts'
import type { InferSchema, TypedSchema, ValidationResult } from './flexible-schema.ts'
import { createSchema, type Schema, toStandard, whenReady } from './json-schema.ts'

/** The options that `ai` has for it. */
export interface ZodSchemaOptions {
  /** Taken and not needed: a reference stands wherever a schema contains itself, and nowhere else. */
  readonly useReferences?: boolean
}

/**
 * Makes a Zod schema (3 or 4) a schema that `ai` 5, 6 and 7 take, read by Toolfit: `z.date()`, `z.bigint()`, `z.map()` and
 * `z.set()`, which `ai` refuses, become JSON and back. Tools take Zod schemas as they are; this is for places that do not.
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
    throw new ToolfitError('schema-async', 'zodSchema() takes a Zod schema, and no schema that is promised.')
  }
  const parse = (value: unknown) => open().parse(value)
  const made = createSchema(
    () => open().jsonSchema as JsonObject,
    (value) => whenReady(parse(value), toValidation<InferSchema<SCHEMA>>),
    (value) => whenReady(parse(value), toStandard<InferSchema<SCHEMA>>),
  )
  return noteSource(made, schema)
}

function toValidation<OUTPUT>({ value, issues }: ParseResult): ValidationResult<OUTPUT> {
  if (issues === undefined) return { success: true, value: value as OUTPUT }
  const message = issues.map((issue) => (issue.pointer === '' ? '' : `${issue.pointer}: `) + issue.message).join(' ')
  const error = new ToolfitError('tool-input-invalid', message, { issues })
  return { success: false, error }
}
