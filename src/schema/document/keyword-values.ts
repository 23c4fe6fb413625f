import { isPlainObject, type JsonObject, ownValue } from '../../core/json.ts'
import type { Schema } from './schema.ts'

/** The positions of an array schema with their own schemas, and the schema of the rest. */
export interface ItemsReading {
  readonly prefix: readonly Schema[]
  /** `prefixItems`, or `items` as a list (drafts before 2020-12). */
  readonly prefixKeyword: 'prefixItems' | 'items'
  readonly rest: Schema | undefined
  readonly restKeyword: 'items' | 'additionalItems'
}

/** Reads `prefixItems`, `items` and `additionalItems` of any draft. */
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
  return { prefix: none, prefixKeyword: 'prefixItems', rest: asSchema(items), restKeyword: 'items' }
}

function schemas(list: readonly unknown[]): Schema[] {
  return list.map((item) => asSchema(item) ?? true)
}

/** The value as a schema; undefined if it is not one (a string, null …). */
export function asSchema(value: unknown): Schema | undefined {
  if (typeof value === 'boolean') return value
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
}

/** The required names of an object schema, each once: its own list, then the properties with `required: true`. */
export function requiredNames(schema: JsonObject): readonly string[] {
  const properties = ownValue(schema, 'properties')
  return [...requiredSet(ownValue(schema, 'required'), isPlainObject(properties) ? properties : {})]
}

/** {@link requiredNames} as a set, in the same order. */
export function requiredSet(
  list: unknown,
  properties: Readonly<Record<string, unknown>>,
  declared: readonly string[] = Object.keys(properties),
): ReadonlySet<string> {
  let names: Set<string> | undefined
  const add = (name: string) => {
    names ??= new Set()
    names.add(name)
  }
  if (Array.isArray(list)) for (const name of list) if (typeof name === 'string') add(name)
  for (const name of declared) if (hasRequiredFlag(properties[name])) add(name)
  return names ?? noNames
}

/** The names that a property needs beside it; a single name is read as a list of one. Undefined if it is neither. */
export function dependentNames(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : undefined
}

const none: readonly never[] = []
const noNames: ReadonlySet<string> = new Set()

function hasRequiredFlag(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && (schema as { required?: unknown }).required === true
}

/** Reads a number, also from a string (Gemini's own Schema, hand-written registries). */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** The bounds of a schema, including the boolean `exclusiveMinimum` of draft 4 and OpenAPI 3.0. */
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
