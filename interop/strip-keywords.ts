import type { Json, JsonObject } from 'toolfit'

/** Keywords whose value is a map from names to schemas: a name in there is no keyword. */
const maps: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
])
/** Keywords whose value is data. */
const data: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'example', 'examples', 'required'])

/** A schema without some keywords, at any depth: what the crudest of converters does. */
export function stripKeywords(schema: JsonObject, keywords: readonly string[]): JsonObject {
  const stripped: [string, Json][] = []
  for (const [key, value] of Object.entries(schema)) {
    if (keywords.includes(key)) continue
    if (data.has(key)) stripped.push([key, value as Json])
    else if (maps.has(key) && isObject(value)) {
      const entries = Object.entries(value).map(([name, child]) => [name, stripAny(child as Json, keywords)] as const)
      stripped.push([key, Object.fromEntries(entries)])
    } else stripped.push([key, stripAny(value as Json, keywords)])
  }
  return Object.fromEntries(stripped)
}

function stripAny(value: Json, keywords: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((item: Json) => stripAny(item, keywords))
  return isObject(value) ? stripKeywords(value, keywords) : value
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
