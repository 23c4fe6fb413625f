import { isPlainObject, type Json } from '../../../core/json.ts'
import type { Schema } from '../../document/schema.ts'
import type { Draft } from './check-keywords.ts'

/** The schema of literal values. A BigInt is a string of digits on the wire; undefined is omitted. */
export function valuesSchema(values: readonly unknown[], markBigint: (draft: Draft) => Draft): Schema {
  const json = values.filter(isJsonLiteral)
  const digits = values.filter((value) => typeof value === 'bigint').map(String)
  const plain = json.length === 0 ? undefined : literalSchema(json)
  const big = digits.length === 0 ? undefined : markBigint(literalSchema(digits))
  if (plain !== undefined && big !== undefined) return { anyOf: [plain, big] }
  return plain ?? big ?? false
}

function isJsonLiteral(value: unknown): value is string | number | boolean | null {
  if (typeof value === 'number') return Number.isFinite(value)
  return value === null || typeof value === 'string' || typeof value === 'boolean'
}

function literalSchema(values: readonly Json[]): Draft {
  const types = new Set(values.map((value) => (value === null ? 'null' : typeof value)))
  if (types.size > 1) return { enum: [...values] }
  const [type] = types as Set<string>
  if (type === 'null') return { type }
  return values.length === 1 ? { type: type!, const: values[0]! } : { type: type!, enum: [...values] }
}

/**
 * In Zod 4, a property of an intersection is unknown only if both sides do not declare it. `additionalProperties: false` inside
 * `allOf` would refuse the properties of the other side.
 */
export function poolProperties(sides: readonly Schema[]): Draft {
  const isClosed = (side: Schema) =>
    isPlainObject(side) && (side.additionalProperties === false || side.unevaluatedProperties === false)
  if (!sides.some(isClosed)) return { allOf: sides as Json[] }
  const open = sides.map((side) => {
    if (!isClosed(side)) return side as Json
    const { additionalProperties, unevaluatedProperties, ...rest } = side as Draft
    return rest
  })
  return sides.every(isClosed) ? { allOf: open, unevaluatedProperties: false } : { allOf: open }
}

type KeySchema = Record<string, Json>

/** The schema of a record's keys as strings, which JSON's keys are; undefined if every key is valid. */
export function asKeySchema(schema: Schema): KeySchema | undefined {
  if (schema === false) return { not: {} }
  if (schema === true) return undefined
  const keys = overStrings(schema as KeySchema)
  const { type, ...rest } = keys
  return Object.keys(rest).length === 0 && (type === 'string' || type === undefined) ? undefined : keys
}

/** Bounds of a number cannot be written for its digits; Zod still checks them. */
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
