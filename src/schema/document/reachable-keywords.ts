import { isPlainObject, type Json, type JsonObject } from '../../core/json.ts'
import { joinPointer } from '../../core/pointer.ts'
import type { Schema } from './schema.ts'
import { documentKeywords, schemaKeywords } from './schema-keywords.ts'

/** A schema of the source that applies to some value, and its JSON Pointer. */
export interface Place {
  readonly at: string
  readonly schema: JsonObject
}

/** Where the walk begins. */
export interface Root {
  readonly schema: Schema
  readonly pointer: string
}

/** Deeper subschemas became text long before, and their pointers would fill the memory. */
const maxPointerLength = 5_000

/** The walk stops after this many keywords. */
const maxKeywords = 200_000

/**
 * Every schema object that is reachable from the roots: the document's root, and the definitions that references lead to.
 * Visits each object once, without recursion.
 */
export function reachableSchemas(roots: Iterable<Root>): readonly Place[] {
  const places: Place[] = []
  const stack: Root[] = [...roots]
  const seen = new Set<unknown>()
  let count = 0
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { schema, pointer } = top
    if (typeof schema !== 'object' || seen.has(schema) || pointer.length > maxPointerLength) continue
    seen.add(schema)
    places.push({ at: pointer, schema })
    for (const keyword of Object.keys(schema)) {
      if (++count > maxKeywords) return places
      const value = schema[keyword]
      if (typeof value === 'object' && value !== null) pushSubschemas(stack, keyword, value, pointer)
    }
  }
  return places
}

function pushSubschemas(stack: Root[], keyword: string, value: Json & object, at: string): void {
  const kind = schemaKeywords.get(keyword)
  // Definitions are reached by references.
  if (kind === undefined || documentKeywords.has(keyword)) return
  if (Array.isArray(value) ? kind !== 'list' && kind !== 'either' : kind === 'list') return
  const pointer = `${at}/${keyword}`
  if (!Array.isArray(value) && kind !== 'map') {
    stack.push({ schema: value as JsonObject, pointer })
    return
  }
  for (const name of Object.keys(value)) {
    const inner = (value as JsonObject)[name]
    if (isPlainObject(inner)) stack.push({ schema: inner as JsonObject, pointer: joinPointer(pointer, name) })
  }
}
