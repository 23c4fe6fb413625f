import type { Json } from '../../core/json.ts'
import type { GenerateContentRequest, Schema } from '../api/message.ts'
import type { Model } from '../api/model.ts'
import { declarationsOf } from './request/request-subject.ts'
import type { RuleContext } from './rule/rule.ts'
import type { Rejection } from './rules.ts'
import type { SchemaPlace } from './schema/backend-rules.ts'
import { readSchema } from './schema/read-schema.ts'
import { refuseJsonSchema } from './schema/refuse-json-schema.ts'
import { refuseSchema, validateSchema } from './schema/refuse-schema.ts'

/** A schema of the request, in one notation or in both, and its position. */
export interface RequestSchema {
  readonly message: Schema | undefined
  readonly json: Json | undefined
  /** As the validator writes it, below the request. */
  readonly path: string
  readonly place: SchemaPlace
  /** Undefined for that of the generation config. */
  readonly functionName?: string
}

/** The schemas of the request: that of the generation config first, as in the proto. */
export function readSchemas(
  request: GenerateContentRequest,
  { endpoint, strict }: RuleContext,
): readonly RequestSchema[] {
  const schemas: RequestSchema[] = []
  const add = (
    native: Schema | undefined,
    json: Json | undefined,
    where: Pick<RequestSchema, 'path' | 'place' | 'functionName'>,
  ) => {
    if (native === undefined && json === undefined) return
    schemas.push({ message: native && readSchema(native, endpoint, strict), json, ...where })
  }
  const { responseSchema, responseJsonSchema } = request.generationConfig ?? {}
  add(responseSchema, responseJsonSchema, { path: 'generation_config.response_schema', place: 'response' })
  for (const { declaration, path } of declarationsOf(request)) {
    const { name: functionName = '', parameters, parametersJsonSchema, response, responseJsonSchema } = declaration
    add(parameters, parametersJsonSchema, { path: `${path}.parameters`, place: 'parameters', functionName })
    add(response, responseJsonSchema, { path: `${path}.response`, place: 'response', functionName })
  }
  return schemas
}

/** The validator's lines about schemas, for a model that may take some of them. */
export function validateSchemas(schemas: readonly RequestSchema[], context: RuleContext, model?: Model): Rejection[] {
  return schemas.flatMap((schema) =>
    schema.message === undefined
      ? []
      : validateSchema(schema.message, `GenerateContentRequest.${schema.path}`, context).filter(
          ({ rule, message: line }) =>
            rule !== 'properties-empty' || model === undefined || !takesEmptyObject(schema, line, model, context),
        ),
  )
}

/** Whether the model takes the object without properties that a line of the validator is about. */
function takesEmptyObject(
  { path, place }: RequestSchema,
  line: string,
  { supports }: Model,
  { endpoint }: RuleContext,
) {
  const isRoot = line.startsWith(`* GenerateContentRequest.${path}.properties:`)
  if (place === 'parameters' && isRoot && supports.has('empty-parameters')) return true
  if (endpoint !== 'ai-studio' || !supports.has('empty-objects')) return false
  // In a response schema, an empty object that is a property was refused as late as 2025-12.
  return place === 'parameters' || /\.any_of\[\d+\]\.properties:/.test(line)
}

/** The serving side's first sentence about a schema: those in the native notation come first. */
export function refuseSchemas(schemas: readonly RequestSchema[], context: RuleContext): Rejection | undefined {
  // No rejection of a function's own response schema is recorded.
  const checked = schemas.filter(
    ({ place, functionName }) => context.strict || place === 'parameters' || functionName === undefined,
  )
  for (const { message, place, functionName = '' } of checked) {
    const found = message && refuseSchema(message, place, functionName, context)
    if (found !== undefined) return found
  }
  for (const { json, place, functionName = '' } of checked) {
    // null is an unset field.
    const found = (json ?? null) === null ? undefined : refuseJsonSchema(json!, place, functionName, context)
    if (found !== undefined) return found
  }
  return undefined
}
