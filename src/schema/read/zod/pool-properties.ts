import { isPlainObject, type Json } from '../../../core/json.ts'
import type { Schema } from '../source.ts'
import type { Draft } from './string-keywords.ts'

/**
 * Zod 4 calls a property of an intersection unknown only when both sides do not know it,
 * while `additionalProperties: false` inside `allOf` would refuse what the other side declares.
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
