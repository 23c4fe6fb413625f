import fc from 'fast-check'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { isPlainObject, setOwn } from '../../src/core/json.ts'
import { arbitrarySchema } from './arbitrary-schema.ts'

/** Names that are close to keywords, as people write them. */
export const misspeltKeywords: readonly string[] = [
  ...[
    'minlength',
    'Enum',
    'desc',
    'require',
    'additionalproperties',
    'max_length',
    'propreties',
    'Type',
    'discription',
  ],
]

const notSchemas: readonly Json[] = ['string', 'no type', null, 5, [], ['a'], [{ type: 'string' }]]
const maps = ['properties', 'patternProperties', 'dependentSchemas', '$defs']
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']
const singles = ['additionalProperties', 'items', 'not', 'propertyNames', 'contains', 'if']

const slip = fc.record({
  place: fc.nat(50),
  kind: fc.constantFrom('entry', 'entry', 'required inside', 'member', 'single', 'word', 'name', 'needed'),
  keyword: fc.nat(20),
  value: fc.constantFrom(...notSchemas),
})

type Slip = typeof slip extends fc.Arbitrary<infer T> ? T : never

/** Generated schemas with mistakes of people who write by hand: no schema where one is due, no names, misspelt keywords. */
export const arbitrarySlips: fc.Arbitrary<JsonObject> = fc
  .tuple(arbitrarySchema, fc.array(slip, { minLength: 1, maxLength: 3 }))
  .map(([source, slips]) => {
    const copy = JSON.parse(JSON.stringify(source)) as JsonObject
    for (const each of slips) {
      const places = schemasIn(copy)
      make(places[each.place % places.length]!, each)
    }
    return copy
  })

function make(schema: Record<string, Json>, { kind, keyword, value }: Slip): void {
  const map = maps[keyword % maps.length]!
  const list = lists.find((each) => Array.isArray(schema[each])) ?? lists[keyword % 3]!
  const single = singles[keyword % singles.length]!
  switch (kind) {
    case 'entry':
      schema[map] = withEntry(schema[map], map === 'patternProperties' ? '^slip' : 'slip', value)
      break
    case 'required inside':
      schema['properties'] = withEntry(schema['properties'], 'required', ['slip'])
      break
    case 'member':
      schema[list] = [...((schema[list] ?? []) as Json[]), value]
      break
    case 'single':
      // A list of items is a tuple.
      schema[single] = single === 'items' && Array.isArray(value) ? null : value
      break
    case 'word':
      schema[misspeltKeywords[keyword % misspeltKeywords.length]!] = value
      break
    case 'needed': {
      const dependency = ['dependentRequired', 'dependencies'][keyword % 2]!
      schema[dependency] = withEntry(schema[dependency], keyword % 3 === 0 ? '' : 'a', value)
      break
    }
    default:
      schema['required'] = [...(Array.isArray(schema['required']) ? schema['required'] : []), 1]
  }
}

function withEntry(map: Json | undefined, name: string, value: Json): JsonObject {
  const copy: Record<string, Json> = { ...((isPlainObject(map) ? map : {}) as JsonObject) }
  setOwn(copy, name, value)
  return copy
}

/** The schema objects of a source, root first. */
function schemasIn(source: JsonObject): Record<string, Json>[] {
  const found: Record<string, Json>[] = [source as Record<string, Json>]
  for (const schema of found) {
    const inner = [
      ...maps.flatMap((keyword) => (isPlainObject(schema[keyword]) ? Object.values(schema[keyword]) : [])),
      ...lists.flatMap((keyword) => (Array.isArray(schema[keyword]) ? (schema[keyword] as Json[]) : [])),
      ...singles.map((keyword) => schema[keyword]),
    ]
    for (const each of inner) if (isPlainObject(each)) found.push(each as Record<string, Json>)
  }
  return found
}
