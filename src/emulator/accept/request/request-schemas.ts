import type { GenerateContentRequest, Schema } from '../../api/message.ts'
import type { Rejection } from '../rule/rejection.ts'
import { checkBackend } from '../schema/check-backend.ts'
import { checkJsonSchema } from '../schema/json-schema-rules.ts'
import { type SchemaPlace, schemaPath } from '../schema/schema-location.ts'
import type { SchemaMessage } from '../schema/schema-message.ts'
import { toSchemaMessage } from '../schema/to-schema-message.ts'
import { validateSchema } from '../schema/validate-schema.ts'
import type { JudgeContext } from './request-rule.ts'

/** A Schema message of the request, and where it stands. */
export interface RequestSchema {
  readonly message: SchemaMessage
  /** As the validator writes it. */
  readonly path: string
  readonly place: SchemaPlace
  readonly functionName: string
  /** `response` of a declaration, of which no rejection is recorded. */
  readonly isFunctionResponse: boolean
}

/** The Schema messages of the request: those of the generation config first, as in the proto. */
export function readRequestSchemas(request: GenerateContentRequest, context: JudgeContext): RequestSchema[] {
  const { endpoint, strict } = context
  const schemas: RequestSchema[] = []
  const read = (schema: Schema | undefined, path: string, place: SchemaPlace, functionName?: string) => {
    if (schema === undefined) return
    const message = toSchemaMessage(schema, endpoint, strict)
    const isFunctionResponse = place === 'response' && functionName !== undefined
    schemas.push({ message, path, place, functionName: functionName ?? '', isFunctionResponse })
  }
  read(request.generationConfig?.responseSchema, schemaPath(endpoint, 'response').validate, 'response')
  for (const { declaration, tool, index } of declarationsOf(request)) {
    const functionName = declaration.name ?? ''
    const path = `GenerateContentRequest.tools[${tool}].function_declarations[${index}]`
    read(declaration.parameters, `${path}.parameters`, 'parameters', functionName)
    read(declaration.response, `${path}.response`, 'response', functionName)
  }
  return schemas
}

function* declarationsOf({ tools = [] }: GenerateContentRequest) {
  for (const [tool, { functionDeclarations = [] }] of tools.entries()) {
    for (const [index, declaration] of functionDeclarations.entries()) yield { declaration, tool, index }
  }
}

/** The validator's lines about schemas. */
export function schemaLines(schemas: readonly RequestSchema[], { endpoint, model, strict }: JudgeContext): Rejection[] {
  return schemas.flatMap(({ message, path, place }) => {
    const lines = validateSchema(message, path, { endpoint, strict, isLateModel: model.generation !== '2.5' })
    if (place !== 'parameters' || !model.supports.has('empty-parameters')) return lines
    const aboutRoot = `* ${path}.properties:`
    return lines.filter(({ rule, message: line }) => rule !== 'properties-empty' || !line.startsWith(aboutRoot))
  })
}

/** The serving side's first sentence about a schema, in either notation. */
export function schemaSentence(
  request: GenerateContentRequest,
  schemas: readonly RequestSchema[],
  context: JudgeContext,
): Rejection | undefined {
  const { endpoint, strict, nestingLimit } = context
  for (const { message, place, functionName, isFunctionResponse } of schemas) {
    if (isFunctionResponse && !strict) continue
    const [found] = checkBackend(message, { endpoint, place, functionName, strict, nestingLimit })
    if (found !== undefined) return found
  }
  return jsonSchemaSentence(request, context)
}

function jsonSchemaSentence(request: GenerateContentRequest, context: JudgeContext): Rejection | undefined {
  for (const { schema, place, functionName } of jsonSchemasOf(request, context)) {
    const [found] = checkJsonSchema(schema, {
      endpoint: context.endpoint,
      place,
      functionName,
      strict: context.strict,
      isLateModel: context.model.generation !== '2.5',
      nestingLimit: context.nestingLimit,
    })
    if (found !== undefined) return found
  }
  return undefined
}

function* jsonSchemasOf({ generationConfig, tools }: GenerateContentRequest, { strict }: JudgeContext) {
  const ofAnswer = generationConfig?.responseJsonSchema
  if (ofAnswer !== undefined) yield { schema: ofAnswer, place: 'response' as const, functionName: '' }
  for (const { declaration } of declarationsOf({ tools: tools ?? [] })) {
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
