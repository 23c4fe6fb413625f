import type { Json } from '../../../core/json.ts'
import { JsonReader, ReadingStopped } from '../json/json-reader.ts'
import type { JsonRuleId } from '../json/json-rules.ts'
import { enforced, firstRejection, type Rejection, type RuleContext } from '../rule/rule.ts'
import type { SchemaPlace } from './backend-rules.ts'
import { readJsonSchemaDocument, resolveReference } from './json-schema-document.ts'
import { jsonSchemaRules } from './json-schema-rules.ts'

type JsonSchemaRuleId = (typeof jsonSchemaRules)[number]['id']

/**
 * The first reason to refuse a JSON Schema that goes to Gemini as `parametersJsonSchema` or `responseJsonSchema`. Keywords that Gemini does
 * not know are no reason. Linear in the size of the schema: references are followed and not expanded.
 */
export function refuseJsonSchema(
  schema: Json,
  place: SchemaPlace,
  functionName: string,
  context: RuleContext,
): Rejection<JsonRuleId | JsonSchemaRuleId> | undefined {
  const { strict } = context
  const tooDeep = checkDepth(schema, place, strict)
  if (tooDeep !== undefined) return tooDeep
  const document = readJsonSchemaDocument(schema)
  // `definitions` was probed for tools. For responses one report has it unresolved (gemini-3.7-flash, through OpenRouter).
  const references = { definitions: place === 'parameters' || !strict, schemasOnly: strict }
  const resolve = (ref: string) => resolveReference(document, ref, references)
  return firstRejection(enforced(jsonSchemaRules, context), { document, place, functionName, resolve }, context)
}

/** The JSON parser's limit. The cost of a `google.protobuf.Value` by level was not measured: it gets the budget of a Schema. */
function checkDepth(schema: Json, place: SchemaPlace, strict: boolean): Rejection<JsonRuleId> | undefined {
  try {
    new JsonReader(strict).skip(schema, 0, place === 'response' ? 'responseJsonSchema' : 'parametersJsonSchema')
    return undefined
  } catch (error) {
    if (error instanceof ReadingStopped) return error.rejection
    throw error
  }
}
