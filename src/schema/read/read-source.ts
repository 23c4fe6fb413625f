import { ToolfitError } from '../../core/errors.ts'
import { isPlainObject, showValue } from '../../core/json.ts'
import type { Schema } from '../document/schema.ts'
import { isAiSdkSchema, readAiSdkSchema } from './ai-sdk-schema.ts'
import { isPromise, type Source } from './source.ts'
import { isStandardSchema, readStandardSchema, type StandardSchema, standardValidator } from './standard-schema.ts'
import { readZod, zodViewOf } from './zod/read-zod.ts'
import { zodValidator } from './zod/zod-validator.ts'

/**
 * Reads a schema in any form: Zod 4 or 3, a Standard Schema with a JSON Schema converter, a schema of the AI SDK (also a lazy
 * one), or JSON Schema, which is returned unchanged.
 *
 * @throws ToolfitError `schema-unreadable` for anything else, `schema-async` for schemas that only {@link readSourceAsync} can read.
 */
export function readSource(source: unknown): Source {
  const read = readSourceSoon(source)
  if (!isPromise(read)) return read
  // The promise is not used: a rejection must not become unhandled.
  read.then(undefined, () => undefined)
  const message = 'This schema, or its JSON Schema, is a promise. Await it first, or use the async function.'
  throw new ToolfitError('schema-async', message)
}

/** {@link readSource} for promises of schemas, and schemas whose JSON Schema is a promise. */
export async function readSourceAsync(source: unknown): Promise<Source> {
  return readSourceSoon(source)
}

/** {@link readSource}, with a promise only if the schema or its JSON Schema is one. */
export function readSourceSoon(source: unknown): Source | Promise<Source> {
  if (typeof source === 'boolean') return fromJsonSchema(source)
  if ((typeof source !== 'object' && typeof source !== 'function') || source === null) throw unreadable(source)
  const view = zodViewOf(source)
  if (view !== undefined) {
    return { ...readZod(source, view), validator: zodValidator(source) ?? standardValidator(source as StandardSchema) }
  }
  const attached = attachedSource(source)
  if (attached !== undefined) return readSourceSoon(attached)
  if (isAiSdkSchema(source)) return readAiSdkSchema(source)
  if (isStandardSchema(source)) return readStandardSchema(source)
  if (typeof source === 'function') return readSourceSoon(rejectLazy(callLazy(source as () => unknown)))
  if (isPromise(source)) return readPromised(source)
  if (isPlainObject(source)) return fromJsonSchema(source as Schema)
  throw unreadable(source)
}

async function readPromised(promise: PromiseLike<unknown>): Promise<Source> {
  return readSourceSoon(rejectLazy(await promise))
}

function fromJsonSchema(schema: Schema): Source {
  return { schema, changes: none, hasNatives: false }
}

const none: readonly never[] = []

/** Calls a lazy schema of the AI SDK: a function without parameters. */
function callLazy(lazy: () => unknown): unknown {
  if (lazy.length > 0) throw unreadable(lazy)
  try {
    return lazy()
  } catch (error) {
    throw unreadable(lazy, error)
  }
}

/** A lazy schema must not return another one, which could go on forever. */
function rejectLazy(made: unknown): unknown {
  if (typeof made === 'function' && !isStandardSchema(made)) throw unreadable(made)
  return made
}

function unreadable(source: unknown, cause?: unknown): ToolfitError {
  const message = `${nameOf(source)} is not a schema. Pass a Zod schema, a Standard Schema, jsonSchema() of the AI SDK, or a JSON Schema object.`
  return new ToolfitError('schema-unreadable', message, { type: source === null ? 'null' : typeof source }, { cause })
}

function nameOf(source: unknown): string {
  if (source === null || source === undefined) return String(source)
  if (typeof source === 'function') return `The function ${source.name || '(anonymous)'}`
  if (Array.isArray(source)) return 'An array'
  if (typeof source === 'object') return `An object of class ${source.constructor?.name ?? '(unknown)'}`
  return `The ${typeof source} ${typeof source === 'string' ? showValue(source, 40) : String(source).slice(0, 40)}`
}

/** A registered symbol, so that two copies of this package recognise each other's schemas. */
const marker = Symbol.for('toolfit.source')

/** Attaches the source to a schema that was made from it: the source says more than its JSON Schema. */
export function attachSource<SCHEMA extends object>(schema: SCHEMA, source: unknown): SCHEMA {
  return Object.defineProperty(schema, marker, { value: source })
}

/** The source that was attached to a schema. */
export function attachedSource(schema: object): unknown {
  return (schema as Record<symbol, unknown>)[marker]
}
