import { isPlainObject, type Json, type JsonObject } from '../../core/json.ts'
import { joinPointer } from '../../core/pointer.ts'
import type { Schema } from './schema.ts'

/** A keyword of the source that a value can meet. */
export interface KeywordOccurrence {
  readonly at: string
  readonly keyword: string
  readonly value: Json
}

const single = new Set(
  (
    'items additionalItems additionalProperties contains propertyNames not if then else unevaluatedItems ' +
    'unevaluatedProperties contentSchema'
  ).split(' '),
)
/** Keywords that hold schemas by position. `items` may hold a single one too. */
export const lists: ReadonlySet<string> = new Set(['items', 'prefixItems', 'allOf', 'anyOf', 'oneOf'])
/** Keywords that hold schemas by name. */
export const maps: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependencies',
])

const longestPointer = 5_000

/** A document of more keywords than these is not looked through: no one reads so many changes. */
const most = 200_000

/**
 * Every keyword that can be reached from the roots: the document's, and the definitions that references lead to.
 * Without recursion, and each object once.
 */
export function* reachableKeywords(
  roots: Iterable<{ readonly schema: Schema; readonly pointer: string }>,
): Generator<KeywordOccurrence> {
  const stack = [...roots]
  const seen = new Set<unknown>()
  let count = 0
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { schema, pointer } = top
    // What lies so deep has become text long before, and its pointers would fill the memory.
    if (typeof schema !== 'object' || seen.has(schema) || pointer.length > longestPointer) continue
    seen.add(schema)
    for (const keyword of Object.keys(schema)) {
      const value = schema[keyword]
      if (value === undefined) continue
      if (++count > most) return
      yield { at: pointer, keyword, value }
      stack.push(...subschemas(keyword, value, joinPointer(pointer, keyword)))
    }
  }
}

function subschemas(keyword: string, value: Json, pointer: string): { schema: JsonObject; pointer: string }[] {
  if (Array.isArray(value)) {
    if (!lists.has(keyword)) return []
    return value.flatMap((item: Json, index) =>
      isPlainObject(item) ? [{ schema: item as JsonObject, pointer: `${pointer}/${index}` }] : [],
    )
  }
  if (!isPlainObject(value)) return []
  if (single.has(keyword)) return [{ schema: value as JsonObject, pointer }]
  if (!maps.has(keyword)) return []
  return Object.keys(value).flatMap((name) => {
    const inner = value[name]
    return isPlainObject(inner) ? [{ schema: inner as JsonObject, pointer: joinPointer(pointer, name) }] : []
  })
}
