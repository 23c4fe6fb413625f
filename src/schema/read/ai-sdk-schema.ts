import { ToolfitError } from '../../core/errors.ts'
import type { Schema } from '../document/schema.ts'
import type { ParseResult } from '../issue.ts'
import { isPromise, type Source, whenDone } from './source.ts'
import { fromForeignIssues } from './standard-schema.ts'

const marker = Symbol.for('vercel.ai.schema')

type ValidationResult =
  | { readonly success: true; readonly value: unknown }
  | { readonly success: false; readonly error: unknown }

/** The result of `jsonSchema()` and `zodSchema()` of the AI SDK (5, 6 and 7). */
export interface AiSdkSchema {
  /** A getter; a promise if the schema was passed as one. */
  readonly jsonSchema: unknown
  readonly validate?: ((value: unknown) => ValidationResult | PromiseLike<ValidationResult>) | undefined
}

/** The marker is a registered symbol, which JSON data cannot contain. */
export function isAiSdkSchema(value: object): value is AiSdkSchema {
  return (value as Record<symbol, unknown>)[marker] === true && 'jsonSchema' in value
}

/** A promise if its JSON Schema is one. The getter runs the SDK's converter, which may throw. */
export function readAiSdkSchema(source: AiSdkSchema): Source | Promise<Source> {
  try {
    const { jsonSchema } = source
    return isPromise(jsonSchema) ? readPromised(source, jsonSchema) : toSource(source, jsonSchema)
  } catch (error) {
    throw unreadable(error)
  }
}

async function readPromised(source: AiSdkSchema, promised: PromiseLike<unknown>): Promise<Source> {
  try {
    return toSource(source, await promised)
  } catch (error) {
    throw unreadable(error)
  }
}

function unreadable(error: unknown): ToolfitError {
  if (ToolfitError.isInstance(error)) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new ToolfitError('schema-unreadable', `This AI SDK schema has no JSON Schema: ${reason}`, {}, { cause: error })
}

function toSource(source: AiSdkSchema, schema: unknown): Source {
  if (typeof schema !== 'boolean' && (typeof schema !== 'object' || schema === null || Array.isArray(schema))) {
    const message = 'The jsonSchema of this AI SDK schema is not a JSON Schema: it must be an object or a boolean.'
    throw new ToolfitError('schema-unreadable', message, { type: typeof schema })
  }
  const read = { schema: schema as Schema, changes: [], hasNatives: false }
  if (typeof source.validate !== 'function') return read
  const parse = (value: unknown) => whenDone(source.validate!(value), (result) => fromValidation(result, value))
  return { ...read, validator: { parse } }
}

function fromValidation(result: ValidationResult, value: unknown): ParseResult {
  if (result.success) return { value: result.value }
  const issues = issuesIn(result.error)
  if (issues !== undefined) return { issues: fromForeignIssues(issues, value) }
  const message = result.error instanceof Error ? result.error.message : String(result.error)
  return { issues: [{ level: 'error', pointer: '', keyword: 'refine', message }] }
}

/** The issues of a Zod error, or of the AI SDK's own error around Zod's or a Standard Schema's issues. */
function issuesIn(error: unknown): readonly unknown[] | undefined {
  const { issues, cause } = (error ?? {}) as { issues?: unknown; cause?: unknown }
  const found = [issues, cause, (cause as { issues?: unknown } | undefined)?.issues].find(Array.isArray)
  return found !== undefined && found.length > 0 ? found : undefined
}
