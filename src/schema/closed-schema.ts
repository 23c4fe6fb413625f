import { isPlainObject } from '../core/json.ts'
import type { Schema } from './document/schema.ts'
import { isAiSdkSchema } from './read/ai-sdk-schema.ts'
import { isStandardSchema } from './read/standard-schema.ts'
import { zodViewOf } from './read/zod/read-zod.ts'

/**
 * The JSON Schema that `ai` hands to a model for this source: draft 7 of the library's own converter, with every object closed. Some
 * providers refuse an open one. JSON Schema, and what `jsonSchema()` wraps, stays as its author wrote it.
 */
export function closedSchema(source: unknown, read: Schema): Schema {
  if ((typeof source !== 'object' && typeof source !== 'function') || source === null) return read
  const isWritten = isAiSdkSchema(source) || (zodViewOf(source) === undefined && !isStandardSchema(source))
  return isWritten ? read : close(convert(source) ?? read)
}

/** By the library's own converter; undefined where it has none, or cannot write the schema. */
function convert(source: object): Schema | undefined {
  const standard = isStandardSchema(source) ? source['~standard'] : undefined
  if (typeof standard?.jsonSchema?.input !== 'function') return undefined
  try {
    return standard.jsonSchema.input({ target: 'draft-07' }) as Schema
  } catch {
    // Dates, maps and the like: our own reader has a form for them.
    return undefined
  }
}

const single = ['items', 'additionalProperties'] as const
const listed = ['anyOf', 'allOf', 'oneOf', 'items', 'prefixItems'] as const
const named = ['properties', 'definitions', '$defs'] as const

/** A copy in which objects take declared properties only. */
function close(schema: Schema): Schema {
  if (!isPlainObject(schema)) return schema
  const closed: Record<string, unknown> = { ...schema }
  for (const key of single) if (isPlainObject(closed[key])) closed[key] = close(closed[key] as Schema)
  for (const key of listed) if (Array.isArray(closed[key])) closed[key] = (closed[key] as Schema[]).map(close)
  for (const key of named) {
    if (!isPlainObject(closed[key])) continue
    const entries = Object.entries(closed[key] as Record<string, Schema>)
    closed[key] = Object.fromEntries(entries.map(([name, value]) => [name, close(value)]))
  }
  const { type } = closed
  const isObject = type === 'object' || (Array.isArray(type) && type.includes('object'))
  if (isObject && !isPlainObject(closed['additionalProperties'])) closed['additionalProperties'] = false
  return closed as Schema
}
