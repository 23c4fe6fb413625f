import { isPlainObject, type Json, type JsonObject } from '../../core/json.ts'
import { joinPointer } from '../../core/pointer.ts'
import { documentKeywords, schemaKeywords } from './keywords.ts'
import type { Schema } from './schema.ts'

/** A keyword of the source that applies to some value. */
export interface KeywordOccurrence {
  readonly at: string
  readonly keyword: string
  readonly value: Json
}

/** Deeper subschemas became text long before, and their pointers would fill the memory. */
const maxPointerLength = 5_000

/** The walk stops after this many keywords. */
const maxKeywords = 200_000

/**
 * Every keyword that is reachable from the roots: the document's root, and the definitions that references lead to. Visits each
 * object once, without recursion.
 */
export function* reachableKeywords(
  roots: Iterable<{ readonly schema: Schema; readonly pointer: string }>,
): Generator<KeywordOccurrence> {
  const stack = [...roots]
  const seen = new Set<unknown>()
  let count = 0
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { schema, pointer } = top
    if (typeof schema !== 'object' || seen.has(schema) || pointer.length > maxPointerLength) continue
    seen.add(schema)
    for (const keyword of Object.keys(schema)) {
      const value = schema[keyword]
      if (value === undefined) continue
      if (++count > maxKeywords) return
      yield { at: pointer, keyword, value }
      stack.push(...subschemas(keyword, value, joinPointer(pointer, keyword)))
    }
  }
}

function subschemas(keyword: string, value: Json, pointer: string): { schema: JsonObject; pointer: string }[] {
  const kind = schemaKeywords.get(keyword)
  // Definitions are reached by references.
  if (kind === undefined || typeof value !== 'object' || value === null || documentKeywords.has(keyword)) return []
  if (Array.isArray(value) ? kind !== 'list' && kind !== 'either' : kind === 'list') return []
  if (!Array.isArray(value) && kind !== 'map') return [{ schema: value as JsonObject, pointer }]
  return Object.entries(value).flatMap(([name, inner]) =>
    isPlainObject(inner) ? [{ schema: inner as JsonObject, pointer: joinPointer(pointer, name) }] : [],
  )
}
