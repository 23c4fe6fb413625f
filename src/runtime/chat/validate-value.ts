import { standardIssues } from '../../schema/read/source.ts'
import type { FlexibleSchema } from '../../tools/flexible-schema.ts'
import { jsonSchema } from '../../tools/json-schema.ts'
import { type TypeValidationContext, TypeValidationError } from '../errors/value-errors.ts'

type Validated = { readonly value: unknown; readonly error?: undefined } | { readonly error: TypeValidationError }

/** A value as a schema parses it, or what is wrong with it, in the words of the schema's own library. */
export async function validateValue(
  schema: FlexibleSchema,
  value: unknown,
  context: TypeValidationContext,
): Promise<Validated> {
  try {
    return { value: await parse(schema as AnySchema, value) }
  } catch (cause) {
    return { error: TypeValidationError.wrap({ value, cause, context }) }
  }
}

/** The forms of schemas, as far as they validate. */
interface AnySchema {
  safeParseAsync?(value: unknown): Promise<{ success: boolean; data?: unknown; error?: unknown }>
  validate?(value: unknown): unknown
  readonly '~standard'?: { validate(value: unknown): unknown }
}

async function parse(schema: AnySchema | (() => unknown), value: unknown): Promise<unknown> {
  if (typeof schema === 'function' && !('~standard' in schema)) return await parse((await schema()) as AnySchema, value)
  const own = schema as AnySchema & { [marker]?: boolean }
  if (own.safeParseAsync !== undefined) {
    const { success, data, error } = await own.safeParseAsync(value)
    if (!success) throw error
    return data
  }
  // As in `ai`, a JSON Schema of `jsonSchema()` types a value, and does not check it.
  if (own[marker] === true && own.validate === undefined) return value
  if (own[marker] === true) return takeValue(await own.validate!(value))
  const standard = own['~standard'] ?? jsonSchema(schema)['~standard']
  const result = await standard.validate(value)
  const issues = standardIssues(result)
  if (issues !== undefined) throw issues
  return (result as { value: unknown }).value
}

const marker = Symbol.for('vercel.ai.schema')

function takeValue(result: unknown): unknown {
  const { success, value, error } = result as { success: boolean; value?: unknown; error?: unknown }
  if (!success) throw error
  return value
}
