import type { Json } from '../../core/json.ts'
import type { GenerateContentRequest, Schema } from '../api/message.ts'
import type { Model } from '../api/model.ts'
import { maxRejections } from './proto/transcoder.ts'
import { declarationsOf, type RequestSubject, readTools, readTurns } from './request/request-subject.ts'
import { allRejections, type CheckOptions, enforced, firstRejection, type RuleContext } from './rule/rule.ts'
import { type Rejection, requestStages } from './rules.ts'
import type { SchemaPlace } from './schema/backend-rules.ts'
import { checkJsonSchema } from './schema/check-json-schema.ts'
import { refuseSchema, validateSchema } from './schema/check-schema.ts'
import { readSchemaMessage, type SchemaMessage } from './schema/schema-message.ts'

export interface CheckRequestOptions extends Omit<CheckOptions, 'generation'> {
  readonly model: Model
}

/**
 * Checks a request that parsed, as the request validator and the serving side do: `[]` means accepted. The validator's lines
 * come together and hide the rest; of the serving side only the first sentence is reported.
 * Written from recorded rejections and Google's documents, never from what the library sends.
 */
export function checkRequest(request: GenerateContentRequest, options: CheckRequestOptions): Rejection[] {
  const { endpoint, model, strict = true, nestingLimit } = options
  const context: RuleContext = { endpoint, strict, generation: model.generation, nestingLimit }
  const { contents = [], generationConfig: config = {} } = request
  const subject = { request, config, turns: readTurns(contents), tools: readTools(request), model }
  const older = olderLines(subject, context)
  if (older.length > 0) return limited(older)
  const schemas = readSchemas(request, context)
  const { validate, validateLast, refuse, refuseLast } = requestStages
  const lines: Rejection[] = [
    ...allRejections(enforced(validate, context), subject, context, 'GenerateContentRequest'),
    ...schemas.flatMap((schema) => validateRequestSchema(schema, model, context)),
    ...allRejections(enforced(validateLast, context), subject, context, 'GenerateContentRequest'),
  ]
  if (lines.length > 0) return limited(lines)
  const sentence =
    firstRejection(enforced(refuse, context), subject, context) ??
    refuseSchemas(schemas, context) ??
    firstRejection(enforced(refuseLast, context), subject, context)
  return sentence === undefined ? [] : [sentence]
}

/** Lines repeat the path, which has names of the client's choice: many lines of a long path are more than a server can hold. */
const maxMessage = 1_000_000

/** The first lines. A request can have millions. */
function limited(lines: readonly Rejection[]): Rejection[] {
  let length = 0
  const end = lines.findIndex(({ message }, index) => {
    length += message.length
    return index > 0 && (index >= maxRejections || length > maxMessage)
  })
  return lines.slice(0, end < 0 ? lines.length : end)
}

/** The older validator has one head for all lines, and its message ends without a line break. */
function olderLines(subject: RequestSubject, context: RuleContext): Rejection[] {
  const rejections: Rejection[] = []
  for (const rule of enforced(requestStages.validate, context)) {
    if (!rule.olderOn?.includes(context.endpoint)) continue
    const found = rule.check(subject, context)
    for (const { path, text } of Array.isArray(found) ? found : []) {
      const head = rejections.length === 0 ? 'The GenerateContentRequest proto is invalid:\n' : ''
      rejections.push({ stage: 'backend', rule: rule.id, message: `${head}  * ${path}: ${text}` })
    }
  }
  return rejections
}

/** A schema of the request, in one notation or in both, and its position. */
interface RequestSchema {
  readonly message: SchemaMessage | undefined
  readonly json: Json | undefined
  /** As the validator writes it, below the request. */
  readonly path: string
  readonly place: SchemaPlace
  /** Undefined for that of the generation config. */
  readonly functionName?: string
}

/** The schemas of the request: that of the generation config first, as in the proto. */
function readSchemas(request: GenerateContentRequest, { endpoint, strict }: RuleContext): readonly RequestSchema[] {
  const schemas: RequestSchema[] = []
  const add = (
    native: Schema | undefined,
    json: Json | undefined,
    where: Pick<RequestSchema, 'path' | 'place' | 'functionName'>,
  ) => {
    if (native === undefined && json === undefined) return
    schemas.push({ message: native && readSchemaMessage(native, endpoint, strict), json, ...where })
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

/** The validator's lines about a schema. */
function validateRequestSchema(schema: RequestSchema, model: Model, context: RuleContext): Rejection[] {
  if (schema.message === undefined) return []
  return validateSchema(schema.message, `GenerateContentRequest.${schema.path}`, context).filter(
    ({ rule, message: line }) => rule !== 'properties-empty' || !takesEmptyObject(schema, line, model, context),
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
function refuseSchemas(schemas: readonly RequestSchema[], context: RuleContext): Rejection | undefined {
  // No rejection of a function's own response schema is recorded.
  const checked = schemas.filter(
    ({ place, functionName }) => context.strict || place === 'parameters' || functionName === undefined,
  )
  for (const { message, place, functionName = '' } of checked) {
    const found = message && refuseSchema(message, place, functionName, context)
    if (found !== undefined) return found
  }
  for (const { json, place, functionName = '' } of checked) {
    const [found] = json === undefined ? [] : checkJsonSchema(json, { ...context, place, functionName })
    if (found !== undefined) return found
  }
  return undefined
}
