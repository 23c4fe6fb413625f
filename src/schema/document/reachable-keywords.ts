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
  /** The keyword of the parent that holds it. */
  readonly keyword: string
  /** Its position in the list of all places. */
  index: number
  /** Whether an object of the source stands in several places, so that what it holds does too: then only pointers tell places apart. */
  isShared: boolean
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
  /** A place comes after the one that it lies in. */
  readonly all: readonly Place[]
  readonly #bySchema: ReadonlyMap<JsonObject, Place>
  /** Made when a pointer is first asked for: to compare pointers is to write them out. */
  #byPointer: Map<string, Place> | undefined

  constructor(all: readonly Place[], bySchema: ReadonlyMap<JsonObject, Place>) {
    this.all = all
    this.#bySchema = bySchema
  }

  at(pointer: string): Place | undefined {
    if (pointer === '') return this.all.find(({ at }) => at === '')
    if (this.#byPointer === undefined) {
      this.#byPointer = new Map()
      for (const place of this.all) this.#byPointer.set(place.at, place)
    }
    return this.#byPointer.get(pointer)
  }

  /** The place of a schema object; undefined if it has none, or several. */
  of(schema: JsonObject): Place | undefined {
    const place = this.#bySchema.get(schema)
    return place?.isShared ? undefined : place
  }
}

/**
 * Every schema object that is reachable from the roots: the document's root, and the definitions that references lead to.
 * An object that stands in several places is visited in each of them. Without recursion.
 */
export function reachableSchemas(roots: Iterable<Root>): Places {
  const places: Place[] = []
  const stack: Place[] = []
  for (const { schema, pointer } of roots) {
    if (typeof schema === 'object') stack.push(createPlace(schema, pointer, undefined, ''))
  }
  const bySchema = new Map<JsonObject, Place>()
  /** The further places of objects that have several. */
  let further: Set<string> | undefined
  let count = 0
  for (let place = stack.pop(); place !== undefined && count <= maxKeywords; place = stack.pop()) {
    const { schema, at, keywords } = place
    if (at.length > maxPointerLength) continue
    const known = bySchema.get(schema)
    if (known === undefined) bySchema.set(schema, place)
    else if (known.at === at || further?.has(at)) continue
    else further = (further ?? new Set()).add(at)
    place.index = places.length
    places.push(place)
    for (const keyword of keywords) {
      if (++count > maxKeywords) break
      const value = schema[keyword]
      if (typeof value === 'object' && value !== null) pushSubschemas(stack, keyword, value, place)
    }
  }
  if (further !== undefined || count > maxKeywords) for (const place of places) place.isShared = true
  return new Places(places, bySchema)
}

function createPlace(schema: JsonObject, at: string, parent: Place | undefined, keyword: string): Place {
  return { at, schema, keywords: Object.keys(schema), parent, keyword, index: -1, isShared: false }
}

function pushSubschemas(stack: Place[], keyword: string, value: Json & object, parent: Place): void {
  const kind = schemaKeywords.get(keyword)
  // Definitions are reached by references.
  if (kind === undefined || documentKeywords.has(keyword)) return
  if (Array.isArray(value) ? kind !== 'list' && kind !== 'either' : kind === 'list') return
  const under = `${parent.at}/${keyword}`
  if (!Array.isArray(value) && kind !== 'map') {
    stack.push(createPlace(value as JsonObject, under, parent, keyword))
    return
  }
  for (const name of Object.keys(value)) {
    const inner = (value as JsonObject)[name]
    if (isPlainObject(inner)) stack.push(createPlace(inner as JsonObject, joinPointer(under, name), parent, keyword))
  }
}
