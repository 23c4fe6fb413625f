import type { Json, JsonObject } from '../../src/core/json.ts'
import { setOwn } from '../../src/core/json.ts'
import { childSchemas, isSchemaObject } from '../../src/emulator/accept/schema/json-schema-document.ts'
import { heededSchema } from './heeded-schema.ts'
import { jsonSchemaValidator, miscounts, type Oracle } from './source-validator.ts'
import { toJsonSchema } from './wire-validator.ts'

/**
 * "Valid under the output", for each dialect's notation, judged by ajv: undefined where ajv itself gives up.
 * Where a model is held to the schema token by token, objects hold declared properties only.
 */
export function readOutput(dialect: string, output: JsonObject): Oracle {
  const schema = outputAsJsonSchema(dialect, output)
  return readers[dialect] === asItStands && miscounts(schema) ? () => undefined : jsonSchemaValidator(schema)
}

/** The plain 2020-12 schema that says what an output says, to be judged by or to draw values from. */
export function outputAsJsonSchema(dialect: string, output: JsonObject): Json {
  const read = readers[dialect]
  if (read === undefined) throw new Error(`Nobody has said how to read the dialect ${dialect}.`)
  return read(output)
}

const asItStands = (output: JsonObject): Json => output

const readers: Readonly<Record<string, (output: JsonObject) => Json>> = {
  gemini: (output) => toJsonSchema(output) as Json,
  'gemini-openai': (output) => toJsonSchema(output) as Json,
  vertex: (output) => toJsonSchema(output) as Json,
  'gemini-json': (output) => closeValue(heededSchema(output) as Json),
  // Every object says `additionalProperties: false` itself, or is refused.
  'openai-strict': asItStands,
  // Tools that are not strict, and schemas for any reader: JSON Schema is what it says.
  anthropic: asItStands,
  'json-schema': asItStands,
}

/**
 * Closes every object that is declared: at each place that stands for a whole value, properties that no part of the schema
 * speaks of are refused. `oneOf` becomes `anyOf`, as Google reads it.
 */
function closeValue(schema: Json): Json {
  if (!isSchemaObject(schema)) return schema
  const { type, properties } = schema as JsonObject
  const out = closeInside(schema as JsonObject)
  const types = Array.isArray(type) ? type : [type]
  if (properties !== undefined || types.includes('object')) return { ...out, unevaluatedProperties: false }
  // Nothing here declares properties, so each branch stands for the whole value.
  const { anyOf } = out
  return Array.isArray(anyOf) ? { ...out, anyOf: anyOf.map((branch) => closeValue(branch as Json)) } : out
}

/** The same schema with the values inside of its values closed, and itself left open. */
function closeInside(schema: JsonObject): JsonObject {
  const out: Record<string, Json> = { ...schema }
  for (const { keyword, tokens, schema: child } of childSchemas(schema)) {
    const isBranch = keyword === 'anyOf' || keyword === 'oneOf'
    const closed = isBranch && isSchemaObject(child) ? closeInside(child as JsonObject) : closeValue(child as Json)
    if (tokens.length === 1) out[keyword] = closed
    else setOwn(ownHolder(out, schema, keyword), tokens.at(-1) as string, closed)
  }
  const { oneOf, anyOf, ...rest } = out
  if (oneOf === undefined) return out
  return anyOf === undefined ? { ...rest, anyOf: oneOf } : { ...rest, anyOf, allOf: [{ anyOf: oneOf }] }
}

/** The map or list under a keyword, copied before it is first written to. */
function ownHolder(out: Record<string, Json>, source: JsonObject, keyword: string): Record<string, Json> {
  const holder = source[keyword] as JsonObject | readonly Json[]
  if (out[keyword] === holder) out[keyword] = Array.isArray(holder) ? [...holder] : { ...holder }
  return out[keyword] as Record<string, Json>
}
