import { endpointProfiles } from '../../api/endpoint.ts'
import { asJson, JsonReader, ReadingStopped } from '../json/json-reader.ts'
import { protoRejection } from '../proto/proto-rules.ts'
import type { ParseRejection } from '../proto/transcoder.ts'
import { enforced, firstRejection, type Rejection } from '../rule/rule.ts'
import type { CheckSchemaOptions, SchemaPlace } from './backend-rules.ts'
import { readJsonSchemaDocument, resolveReference } from './json-schema-document.ts'
import { jsonSchemaRules } from './json-schema-rules.ts'

export type JsonSchemaRejection = ParseRejection | Rejection<(typeof jsonSchemaRules)[number]['id']>

/**
 * Checks a JSON Schema that goes to Gemini as `parametersJsonSchema` or `responseJsonSchema`: `[]` means accepted.
 * Keywords that Gemini does not know are no reason to refuse a schema.
 * Written from Google's documents and from recorded rejections, never from a dialect of the compiler.
 * Total, and linear in the size of the schema: references are followed and not expanded.
 */
export function checkJsonSchema(schema: unknown, options: CheckSchemaOptions): JsonSchemaRejection[] {
  const { endpoint, place, functionName = 'function', strict = true, generation, nestingLimit } = options
  const value = asJson(schema) ?? null
  // null is an unset field.
  if (value === null) return []
  const tooMuch = checkSize(value, place, strict)
  if (tooMuch !== undefined) return [tooMuch]
  if (endpoint === 'cloud-code' && strict) return [fieldMissing(place)]
  const document = readJsonSchemaDocument(value)
  // `definitions` was probed for tools. For responses one report has it unresolved (gemini-3.7-flash, through OpenRouter).
  const references = { definitions: place === 'parameters' || !strict, schemasOnly: strict }
  const resolve = (ref: string) => resolveReference(document, ref, references)
  const subject = { document, place, functionName, resolve }
  const context = { endpoint, strict, generation, nestingLimit }
  const found = firstRejection(enforced(jsonSchemaRules, context), subject, context)
  return found === undefined ? [] : [found]
}

/** The JSON parser's limits. The cost of a `google.protobuf.Value` by level was not measured: it gets the budget of a Schema. */
function checkSize(value: object | string | number | bigint | boolean, place: SchemaPlace, strict: boolean) {
  try {
    new JsonReader(strict).skip(value, 0, fieldName(place))
    return undefined
  } catch (error) {
    if (error instanceof ReadingStopped) return error.rejection
    throw error
  }
}

/** Clients had to rename the field for Cloud Code (Antigravity-Manager, pull request 1312), so it may not exist there. */
function fieldMissing(place: SchemaPlace): ParseRejection {
  const holder = place === 'response' ? 'generation_config' : 'tools[0].function_declarations[0]'
  const at = `${endpointProfiles['cloud-code'].prefix}${holder}`
  return protoRejection('unknown-field', { at, name: fieldName(place) })
}

function fieldName(place: SchemaPlace): string {
  return place === 'response' ? 'responseJsonSchema' : 'parametersJsonSchema'
}
