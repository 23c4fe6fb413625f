import { isPlainObject, type JsonObject, ownValue } from '../../core/json.ts'
import type { Schema } from './schema.ts'

/** The positions of an array schema: those that have a schema of their own, and the rest. */
export interface ItemsReading {
  readonly prefix: readonly Schema[]
  /** `prefixItems`, or `items` where a list stands there (drafts before 2020-12). */
  readonly prefixKeyword: 'prefixItems' | 'items'
  readonly rest: Schema | undefined
  readonly restKeyword: 'items' | 'additionalItems'
}

/** Reads `prefixItems`, `items` and `additionalItems`, whichever draft they were written for. */
export function readItems(schema: JsonObject): ItemsReading {
  const prefixItems = ownValue(schema, 'prefixItems')
  const items = ownValue(schema, 'items')
  if (Array.isArray(prefixItems)) {
    const rest = Array.isArray(items) ? undefined : asSchema(items)
    return { prefix: schemas(prefixItems), prefixKeyword: 'prefixItems', rest, restKeyword: 'items' }
  }
  if (Array.isArray(items)) {
    const rest = asSchema(ownValue(schema, 'additionalItems'))
    return { prefix: schemas(items), prefixKeyword: 'items', rest, restKeyword: 'additionalItems' }
  }
  return { prefix: [], prefixKeyword: 'prefixItems', rest: asSchema(items), restKeyword: 'items' }
}

function schemas(list: readonly unknown[]): Schema[] {
  return list.map((item) => asSchema(item) ?? true)
}

/** The value as a schema, or undefined where none can stand (a string, null …). */
export function asSchema(value: unknown): Schema | undefined {
  if (typeof value === 'boolean') return value
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
}

/** The names that an object schema requires: its own list, then the properties that carry `required: true`. */
export function requiredNames(schema: JsonObject): readonly string[] {
  const list = ownValue(schema, 'required')
  const properties = ownValue(schema, 'properties')
  const names = new Set<string>()
  if (Array.isArray(list)) for (const name of list) if (typeof name === 'string') names.add(name)
  if (isPlainObject(properties)) {
    for (const name of Object.keys(properties)) if (hasRequiredFlag(properties[name])) names.add(name)
  }
  return names.size === 0 ? none : [...names]
}

const none: readonly string[] = []

function hasRequiredFlag(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && (schema as { required?: unknown }).required === true
}

/** A number, also when it is written as a string (Gemini's own Schema, hand-written registries). */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** The inclusive and exclusive bounds of a schema, the boolean `exclusiveMinimum` of draft 4 and OpenAPI 3.0 included. */
export interface Bounds {
  readonly minimum: number | undefined
  readonly maximum: number | undefined
  readonly exclusiveMinimum: number | undefined
  readonly exclusiveMaximum: number | undefined
}

/** Reads the four bounds of a number schema. */
export function readBounds(schema: JsonObject): Bounds {
  const low = readBound(schema, 'minimum', 'exclusiveMinimum')
  const high = readBound(schema, 'maximum', 'exclusiveMaximum')
  return {
    minimum: low.inclusive,
    exclusiveMinimum: low.exclusive,
    maximum: high.inclusive,
    exclusiveMaximum: high.exclusive,
  }
}

function readBound(schema: JsonObject, keyword: string, exclusiveKeyword: string) {
  const inclusive = readNumber(ownValue(schema, keyword))
  const exclusive = ownValue(schema, exclusiveKeyword)
  if (exclusive === true) return { inclusive: undefined, exclusive: inclusive }
  return { inclusive, exclusive: exclusive === false ? undefined : readNumber(exclusive) }
}
