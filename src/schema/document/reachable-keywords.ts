import { isPlainObject, type Json, type JsonObject } from '../../core/json.ts'
import { joinPointer } from '../../core/pointer.ts'
import type { Schema } from './schema.ts'
import { documentKeywords, schemaKeywords } from './schema-keywords.ts'

/** A schema of the source that applies to some value, and its JSON Pointer. */
export interface Place {
  readonly at: string
  readonly schema: JsonObject
  /** The names of its keywords: several walks ask for them. */
  readonly keywords: readonly string[]
  /** The place that it lies in; undefined where the walk begins. */
  readonly parent: Place | undefined
  /** The pointer of the keyword of the parent that holds it. */
  readonly under: string
  /** Its position in the list of all places. */
  index: number
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

/** The places of a source, and where each is. */
export class Places {
  readonly all: readonly Place[]
  /** Made when a place is first asked for. */
  #byPointer: Map<string, Place> | undefined

  constructor(all: readonly Place[]) {
    this.all = all
  }

  at(pointer: string): Place | undefined {
    if (this.#byPointer === undefined) {
      this.#byPointer = new Map()
      for (const place of this.all) this.#byPointer.set(place.at, place)
    }
    return this.#byPointer.get(pointer)
  }
}

/**
 * Every schema object that is reachable from the roots: the document's root, and the definitions that references lead to.
 * Visits each object once, without recursion. A place comes after the one that it lies in.
 */
export function reachableSchemas(roots: Iterable<Root>): readonly Place[] {
  const places: Place[] = []
  const stack: Place[] = []
  for (const { schema, pointer } of roots) {
    if (typeof schema === 'object') stack.push(createPlace(schema, pointer, undefined, ''))
  }
  const seen = new Set<JsonObject>()
  let count = 0
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    const { schema, at, keywords } = place
    if (seen.has(schema) || at.length > maxPointerLength) continue
    seen.add(schema)
    place.index = places.length
    places.push(place)
    for (const keyword of keywords) {
      if (++count > maxKeywords) return places
      const value = schema[keyword]
      if (typeof value === 'object' && value !== null) pushSubschemas(stack, keyword, value, place)
    }
  }
  return places
}

function createPlace(schema: JsonObject, at: string, parent: Place | undefined, under: string): Place {
  return { at, schema, keywords: Object.keys(schema), parent, under, index: -1 }
}

function pushSubschemas(stack: Place[], keyword: string, value: Json & object, parent: Place): void {
  const kind = schemaKeywords.get(keyword)
  // Definitions are reached by references.
  if (kind === undefined || documentKeywords.has(keyword)) return
  if (Array.isArray(value) ? kind !== 'list' && kind !== 'either' : kind === 'list') return
  const under = `${parent.at}/${keyword}`
  if (!Array.isArray(value) && kind !== 'map') {
    stack.push(createPlace(value as JsonObject, under, parent, under))
    return
  }
  for (const name of Object.keys(value)) {
    const inner = (value as JsonObject)[name]
    if (isPlainObject(inner)) stack.push(createPlace(inner as JsonObject, joinPointer(under, name), parent, under))
  }
}
