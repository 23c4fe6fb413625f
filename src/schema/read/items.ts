import type { JsonObject } from '../../core/json.ts'
import { ownValue } from '../../core/json.ts'
import type { Schema } from './source.ts'

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
