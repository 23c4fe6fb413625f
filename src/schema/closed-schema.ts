import { draft7, isPlainObject } from '../core/json.ts'
import type { Schema } from './document/schema.ts'
import { isAiSdkSchema } from './read/ai-sdk-schema.ts'
import { isStandardSchema, type StandardSchema } from './read/standard-schema.ts'
import { zodViewOf } from './read/zod/read-zod.ts'

/**
 * The JSON Schema that `ai` hands to a model for this source: draft 7 of the library's own converter, with every object closed. Some
 * providers refuse an open one. JSON Schema, and what `jsonSchema()` wraps, stays as its author wrote it.
 */
export function closedSchema(source: object, read: Schema): Schema {
  const isWritten = isAiSdkSchema(source) || (zodViewOf(source) === undefined && !isStandardSchema(source))
  const schema = isWritten ? read : (convert(source) ?? read)
  return isWritten || !isPlainObject(schema) ? schema : close({ $schema: draft7, ...schema })
}

/** By the library's own converter; undefined where it has none, or cannot write the schema. */
function convert(source: object): Schema | undefined {
  try {
    return (source as Partial<StandardSchema>)['~standard']?.jsonSchema?.input?.({ target: 'draft-07' }) as Schema
  } catch {
    // Dates, maps and the like: our own reader has a form for them.
    return undefined
  }
}

const listed = ['items', 'additionalProperties', 'anyOf', 'allOf', 'oneOf', 'prefixItems'] as const
const named = ['properties', 'definitions', '$defs'] as const

/** A copy in which objects take declared properties only, and lists of places are those of draft 7. */
function close(schema: Schema): Schema {
  if (!isPlainObject(schema)) return schema
  const closed: Record<string, unknown> = { ...schema }
  for (const key of listed) {
    const value = closed[key] as Schema | Schema[] | undefined
    if (value !== undefined) closed[key] = Array.isArray(value) ? value.map(close) : close(value)
  }
  for (const key of named) {
    if (!isPlainObject(closed[key])) continue
    const entries = Object.entries(closed[key] as Record<string, Schema>)
    closed[key] = Object.fromEntries(entries.map(([name, value]) => [name, close(value)]))
  }
  if (closed['prefixItems'] !== undefined) {
    closed['additionalItems'] = closed['items']
    closed['items'] = closed['prefixItems']
    delete closed['prefixItems']
  }
  const { type } = closed
  const isObject = type === 'object' || (Array.isArray(type) && type.includes('object'))
  if (isObject && !isPlainObject(closed['additionalProperties'])) closed['additionalProperties'] = false
  return closed as Schema
}
