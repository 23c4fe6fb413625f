import type { Json } from '../../../core/json.ts'
import type { Schema } from '../source.ts'

type KeySchema = Record<string, Json>

/** The schema of a record's keys over their written form: JSON's keys are strings. Undefined when every key fits. */
export function asKeySchema(schema: Schema): KeySchema | undefined {
  if (schema === false) return { not: {} }
  if (schema === true) return undefined
  const keys = overStrings(schema as KeySchema)
  const { type, ...rest } = keys
  return Object.keys(rest).length === 0 && (type === 'string' || type === undefined) ? undefined : keys
}

/** Bounds of a number say nothing about its digits; Zod still holds them. */
const numeric = new Set(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'allOf'])

function overStrings(schema: KeySchema): KeySchema {
  const keys: Record<string, Json> = {}
  const isNumber = schema.type === 'number' || schema.type === 'integer'
  for (const [keyword, value] of Object.entries(schema)) {
    if (isNumber && numeric.has(keyword)) continue
    if (keyword === 'const') keys.const = String(value)
    else if (keyword === 'enum') keys.enum = (value as Json[]).map(String)
    else if (keyword === 'anyOf' || keyword === 'oneOf')
      keys[keyword] = (value as Json[]).map((branch) =>
        typeof branch === 'boolean' ? branch : overStrings(branch as KeySchema),
      )
    else keys[keyword] = value
  }
  if (!isNumber) return keys
  keys.type = 'string'
  if (keys.enum === undefined && keys.const === undefined)
    keys.pattern = schema.type === 'integer' ? '^-?\\d+$' : '^-?\\d+(?:\\.\\d+)?$'
  return keys
}
