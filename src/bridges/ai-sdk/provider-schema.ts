import { isPlainObject, type Json, type JsonObject, setOwn } from '../../core/json.ts'
import type { DialectId } from '../../schema/dialects/index.ts'

/** How schemas are written for a provider that takes JSON Schema and converts it for its API. */
export interface ProviderForm {
  /** The dialect to compile to. */
  readonly dialect: DialectId
  /** Rewrites a compiled schema for the provider's converter. */
  readonly write: (schema: JsonObject) => JsonObject
}

const asCompiled = (schema: JsonObject) => schema
const throughConverter: ProviderForm = { dialect: 'gemini-openai', write: restate }

const forms: Readonly<Record<DialectId, ProviderForm>> = {
  gemini: throughConverter,
  // Native references (`ref`, `defs`) mean nothing to a converter of JSON Schema.
  vertex: throughConverter,
  'gemini-openai': throughConverter,
  'gemini-json': { dialect: 'gemini-json', write: asCompiled },
  openai: { dialect: 'openai', write: asCompiled },
  'openai-strict': { dialect: 'openai-strict', write: asCompiled },
  anthropic: { dialect: 'anthropic', write: asCompiled },
  'json-schema': { dialect: 'json-schema', write: asCompiled },
}

export function providerFormFor(to: DialectId): ProviderForm {
  return forms[to]
}

/**
 * Gemini's schema as JSON Schema that converters to Gemini's schema leave intact. `nullable` becomes a null alternative, which they all
 * support. `@ai-sdk/google` up to 3 drops every bound but `minLength`, so the description repeats the bounds.
 */
function restate(schema: JsonObject): JsonObject {
  const { nullable, description: said, properties, items, anyOf, example, ...rest } = schema
  const out: Record<string, Json> = { ...rest }
  if (isPlainObject(properties)) out['properties'] = restateAll(properties as JsonObject)
  if (isPlainObject(items)) out['items'] = restate(items as JsonObject)
  if (Array.isArray(anyOf)) out['anyOf'] = anyOf.map((branch) => restate(branch as JsonObject))
  if (example !== undefined) out['examples'] = [example]
  const words = [...(typeof said === 'string' ? [said] : []), ...boundsInWords(schema)]
  const description = words.length === 0 ? {} : { description: words.join(' ') }
  return nullable === true ? { ...description, anyOf: [out, { type: 'null' }] } : { ...out, ...description }
}

function restateAll(properties: JsonObject): JsonObject {
  const out: Record<string, Json> = {}
  for (const [name, value] of Object.entries(properties)) setOwn<Json>(out, name, restate(value as JsonObject))
  return out
}

const sentences: readonly (readonly [keyword: string, say: (value: Json) => string])[] = [
  ['minimum', (value) => `Must be at least ${value}.`],
  ['maximum', (value) => `Must be at most ${value}.`],
  ['maxLength', (value) => `Must have at most ${value} characters.`],
  ['pattern', (value) => `Must match /${value}/.`],
  ['minItems', (value) => `Must have at least ${value} items.`],
  ['maxItems', (value) => `Must have at most ${value} items.`],
  ['minProperties', (value) => `Must have at least ${value} properties.`],
  ['maxProperties', (value) => `Must have at most ${value} properties.`],
  ['default', (value) => `Default: ${JSON.stringify(value)}.`],
]

function boundsInWords(schema: JsonObject): string[] {
  return sentences.flatMap(([keyword, say]) => {
    const value = schema[keyword]
    return value === undefined ? [] : [say(value)]
  })
}
