import type { GenerateContentRequest, Schema } from '../../api/message.ts'
import type { Model } from '../../api/model.ts'
import type { RuleContext } from '../rule/rule.ts'
import type { SchemaPlace } from '../schema/backend-rules.ts'
import { checkJsonSchema, type JsonSchemaRejection } from '../schema/check-json-schema.ts'
import { refuseSchema, type SchemaRejection, validateSchema } from '../schema/check-schema.ts'
import { readSchemaMessage, type SchemaMessage } from '../schema/schema-message.ts'
import { declarationsOf, type RequestSubject } from './request-rule.ts'

/** A Schema message of the request, and its position. */
export interface RequestSchema {
  readonly message: SchemaMessage
  /** As the validator writes it. */
  readonly path: string
  readonly place: SchemaPlace
  readonly functionName: string
  /** `response` of a declaration: no rejection of one is recorded. */
  readonly isFunctionResponse: boolean
}

/** The Schema messages of the request: that of the generation config first, as in the proto. */
export function readRequestSchemas(
  request: GenerateContentRequest,
  { endpoint, strict }: RuleContext,
): readonly RequestSchema[] {
  const schemas: RequestSchema[] = []
  const read = (schema: Schema | undefined, path: string, place: SchemaPlace, functionName?: string) => {
    if (schema === undefined) return
    const message = readSchemaMessage(schema, endpoint, strict)
    const isFunctionResponse = place === 'response' && functionName !== undefined
    schemas.push({ message, path, place, functionName: functionName ?? '', isFunctionResponse })
  }
  read(request.generationConfig?.responseSchema, 'GenerateContentRequest.generation_config.response_schema', 'response')
  for (const { declaration, path } of declarationsOf(request)) {
    const functionName = declaration.name ?? ''
    read(declaration.parameters, `GenerateContentRequest.${path}.parameters`, 'parameters', functionName)
    read(declaration.response, `GenerateContentRequest.${path}.response`, 'response', functionName)
  }
  return schemas
}

/** The validator's lines about schemas. */
export function validateRequestSchemas(
  schemas: readonly RequestSchema[],
  { model }: RequestSubject,
  context: RuleContext,
): SchemaRejection[] {
  return schemas.flatMap((schema) => {
    const lines = validateSchema(schema.message, schema.path, context)
    return lines.filter(
      ({ rule, message: line }) => rule !== 'properties-empty' || !takesEmptyObject(schema, line, model, context),
    )
  })
}

/** Whether the model takes the object without properties that a line of the validator is about. */
function takesEmptyObject(
  { path, place }: RequestSchema,
  line: string,
  { supports }: Model,
  { endpoint }: RuleContext,
) {
  const isRoot = line.startsWith(`* ${path}.properties:`)
  if (place === 'parameters' && isRoot && supports.has('empty-parameters')) return true
  if (endpoint !== 'ai-studio' || !supports.has('empty-objects')) return false
  // In a response schema, an empty object that is a property was refused as late as 2025-12.
  return place === 'parameters' || /\.any_of\[\d+\]\.properties:/.test(line)
}

/** The serving side's first sentence about a schema, in either notation. */
export function refuseRequestSchemas(
  request: GenerateContentRequest,
  schemas: readonly RequestSchema[],
  context: RuleContext,
): SchemaRejection | JsonSchemaRejection | undefined {
  for (const { message, place, functionName, isFunctionResponse } of schemas) {
    if (isFunctionResponse && !context.strict) continue
    const found = refuseSchema(message, place, functionName, context)
    if (found !== undefined) return found
  }
  for (const { schema, place, functionName } of jsonSchemasOf(request, context)) {
    const [found] = checkJsonSchema(schema, { ...context, place, functionName })
    if (found !== undefined) return found
  }
  return undefined
}

function* jsonSchemasOf(request: GenerateContentRequest, { strict }: RuleContext) {
  const ofAnswer = request.generationConfig?.responseJsonSchema
  if (ofAnswer !== undefined) yield { schema: ofAnswer, place: 'response' as const, functionName: '' }
  for (const { declaration } of declarationsOf(request)) {
    const { name: functionName = '', parametersJsonSchema, responseJsonSchema } = declaration
    if (parametersJsonSchema !== undefined) {
      yield { schema: parametersJsonSchema, place: 'parameters' as const, functionName }
    }
    // No rejection of a function's own response schema is recorded.
    if (responseJsonSchema !== undefined && strict) {
      yield { schema: responseJsonSchema, place: 'response' as const, functionName }
    }
  }
}
