import { findShapeProblem } from '../../core/json.ts'
import { jsonTooDeep } from './json/json-rules.ts'
import { parseRequest } from './parse-request.ts'
import { readSchemas, refuseSchemas, validateSchemas } from './request-schemas.ts'
import { type CheckOptions, parseRejection, type RuleContext } from './rule/rule.ts'
import type { Rejection } from './rules.ts'
import type { SchemaPlace } from './schema/backend-rules.ts'

/** How a schema that stands alone is checked. */
export interface CheckSchemaOptions extends CheckOptions {
  readonly place: SchemaPlace
  /** Named in some sentences. Default `function`. */
  readonly functionName?: string
}

/**
 * Checks a Gemini `Schema` message, as an endpoint does in a request that has nothing else: `[]` means accepted. `schema` is JSON, of any
 * depth. Written from the public proto and from recorded rejections, never from a dialect of the compiler.
 */
export function checkSchema(schema: unknown, options: CheckSchemaOptions): readonly Rejection[] {
  return checkField(options.place === 'response' ? 'responseSchema' : 'parameters', schema, options)
}

/** The same for a JSON Schema: `parametersJsonSchema` and `responseJsonSchema`. */
export function checkJsonSchema(schema: unknown, options: CheckSchemaOptions): readonly Rejection[] {
  return checkField(options.place === 'response' ? 'responseJsonSchema' : 'parametersJsonSchema', schema, options)
}

/** No parser takes deeper JSON. Writing it would exhaust the stack. */
const deepest = 200

function checkField(field: string, schema: unknown, options: CheckSchemaOptions): readonly Rejection[] {
  const { endpoint, place, functionName: name = 'function', strict = true, generation, nestingLimit } = options
  const context: RuleContext = { endpoint, strict, generation, nestingLimit }
  if (findShapeProblem(schema, deepest) !== undefined) return [parseRejection(jsonTooDeep, { key: field })]
  const request =
    place === 'response'
      ? { generationConfig: { [field]: schema } }
      : { tools: [{ functionDeclarations: [{ name, [field]: schema }] }] }
  const text = JSON.stringify(endpoint === 'cloud-code' ? { request } : request)
  const { message, rejections } = parseRequest(text, 'GenerateContentRequest', context)
  if (rejections !== undefined) return rejections
  const schemas = readSchemas(message, context)
  const lines = validateSchemas(schemas, context)
  const sentence = lines.length > 0 ? undefined : refuseSchemas(schemas, context)
  return sentence === undefined ? lines : [sentence]
}
