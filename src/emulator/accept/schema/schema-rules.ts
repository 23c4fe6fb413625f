import { type Endpoint, endpoints } from '../../api/endpoint.ts'
import type { Rejection } from '../rule/rejection.ts'
import { checkBackend } from './check-backend.ts'
import { parseSchema } from './parse-schema.ts'
import { type SchemaLocation, type SchemaPlace, schemaPath } from './schema-location.ts'
import { validateSchema } from './validate-schema.ts'

export interface CheckSchemaOptions {
  readonly endpoint: Endpoint
  /** `parameters` of a function declaration, or `responseSchema` of the generation config. */
  readonly place: SchemaPlace
  /** Named in some sentences. Default `function`. */
  readonly functionName?: string
  readonly location?: SchemaLocation
  /** Whether rules that the evidence leaves in doubt are enforced. Default true. */
  readonly strict?: boolean
  /** Levels of OBJECT and ARRAY that the model takes. Google publishes no number: without one, only the JSON parser's limit holds. */
  readonly nestingLimit?: number
}

/**
 * Judges a Gemini `Schema` message as an endpoint does: `[]` means accepted.
 * Written from the public proto and from recorded rejections, never from a dialect of the compiler.
 * Total: any JavaScript value gets a verdict. A schema that contains itself is nested too deep.
 *
 * @example
 * ```ts
 * checkSchema({ type: 'OBJECT', properties: { a: { type: 'ARRAY' } } }, { endpoint: 'ai-studio', place: 'parameters' })
 * // [{ stage: 'validate', rule: 'items-missing', message:
 * //    '* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties[a].items: missing field.' }]
 * ```
 */
export function checkSchema(schema: unknown, options: CheckSchemaOptions): Rejection[] {
  const { endpoint, place, functionName = 'function', strict = true, nestingLimit } = options
  const path = schemaPath(endpoint, place, options.location)
  const { message, rejections } = parseSchema(schema, endpoint, path, strict)
  if (message === undefined) return [...rejections]
  const violations = validateSchema(message, path.validate, { endpoint, strict })
  if (violations.length > 0) return violations
  return checkBackend(message, { endpoint, place, functionName, strict, nestingLimit })
}

/** Why some endpoint, read strictly, refuses the schema. `[]`: all three accept it. */
export function acceptedEverywhere(schema: unknown, place: SchemaPlace): Rejection[] {
  return endpoints.flatMap((endpoint) => checkSchema(schema, { endpoint, place }))
}
