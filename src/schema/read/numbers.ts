import type { JsonObject } from '../../core/json.ts'
import { ownValue } from '../../core/json.ts'

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
