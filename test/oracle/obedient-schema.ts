import type { Json, JsonObject } from '../../src/core/json.ts'
import { isPlainObject, setOwn } from '../../src/core/json.ts'

/** Sentences of ours that a program can read, and the keyword that says the same. Others are for models. */
const sentences: readonly (readonly [pattern: RegExp, keyword: string, read: (text: string) => Json])[] = [
  [/\bMust be a multiple of (\d+(?:\.\d+)?)\.(?=\s|$)/, 'multipleOf', Number],
  [/\bItems must be unique\./, 'uniqueItems', () => true],
  [/\bMust have (?:at least |exactly )?(\d+)(?: to \d+)? characters?\./, 'minLength', Number],
  [/\bMust have (?:at most |exactly |\d+ to )(\d+) characters?\./, 'maxLength', Number],
  [/\bMust not be empty\./, 'minLength', () => 1],
  [/\bMust be empty\./, 'maxLength', () => 0],
  [/\bMust be greater than (-?\d+(?:\.\d+)?)\.(?=\s|$)/, 'exclusiveMinimum', Number],
  [/\bMust be less than (-?\d+(?:\.\d+)?)\.(?=\s|$)/, 'exclusiveMaximum', Number],
]

/** Texts that a model writes where any JSON is asked for, or JSON of a type that has a name. */
const texts: Readonly<Record<string, readonly string[]>> = {
  any: ['1', 'true', '{"a":1}', '[1]', 'hello'],
  object: ['{}', '{"a":1}'],
  array: ['[]', '[1,"a"]'],
}

/**
 * What a model reads that also heeds the descriptions: the schema with the keywords that our sentences say, without the properties that are
 * to be left out, and with JSON where JSON text is asked for.
 * @param schema an output, restated as JSON Schema with its descriptions
 */
export function obedientSchema(schema: Json): Json {
  return mapSchemas(schema, (each) => withText(withSentences(each)))
}

/** An output in which only what is said of JSON texts is heeded. A text of a type that only a model can read is not written. */
export function withReadableTexts(schema: Json): Json {
  return mapSchemas(schema, withText)
}

function mapSchemas(schema: Json, heed: (schema: JsonObject) => Json): Json {
  if (Array.isArray(schema)) return schema.map((each) => mapSchemas(each, heed))
  if (!isPlainObject(schema)) return schema
  const out: Record<string, Json> = {}
  for (const [keyword, value] of Object.entries(schema as JsonObject)) {
    const isMap = keyword === 'properties' || keyword === '$defs' || keyword === 'definitions'
    const isData = keyword === 'enum' || keyword === 'const' || keyword === 'required' || keyword === 'default'
    setOwn<Json>(
      out,
      keyword,
      isData ? value! : isMap ? mapValues(value as JsonObject, heed) : mapSchemas(value!, heed),
    )
  }
  return heed(out)
}

function mapValues(map: JsonObject, heed: (schema: JsonObject) => Json): JsonObject {
  const out: Record<string, Json> = {}
  for (const [name, value] of Object.entries(map)) {
    const isUnused = isPlainObject(value) && String(value['description'] ?? '').startsWith('Not used.')
    if (!isUnused) setOwn<Json>(out, name, mapSchemas(value!, heed))
  }
  return out
}

function withSentences(schema: JsonObject): JsonObject {
  const { description } = schema
  if (typeof description !== 'string') return schema
  const said: Record<string, Json> = {}
  for (const [pattern, keyword, read] of sentences) {
    const match = pattern.exec(description)
    if (match !== null) said[keyword] = read(match[1] ?? '')
  }
  return { ...schema, ...said }
}

function withText(schema: JsonObject): Json {
  const { description, type } = schema
  const isString = type === 'string' || (Array.isArray(type) && type.includes('string'))
  if (!isString || typeof description !== 'string' || !/\bJSON text\b/.test(description)) return schema
  const named = /\bJSON text of type (object|array)(?: \| null)?\./.exec(description)?.[1]
  const kind = named ?? (description.includes('Any JSON value, as JSON text.') ? 'any' : undefined)
  // A type that only a model can read: such a text is not written.
  return kind === undefined ? false : { ...schema, enum: [...texts[kind]!] }
}
