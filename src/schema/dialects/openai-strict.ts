import type { Feature } from '../feature.ts'
import type { Dialect } from './dialect.ts'
import { createJsonSchemaEmitter } from './emit-json-schema.ts'
import { passesFor } from './pass-order.ts'

const supports = new Set<Feature>([
  ...(['refs', 'requiredLoops', 'anyOf', 'anyOfSiblings', 'nullTypes', 'const', 'numericEnums'] as const),
  ...(['booleanEnums', 'patterns', 'exclusiveBounds', 'multipleOf', 'emptyObjects'] as const),
])

/**
 * OpenAI's Structured Outputs: tools with `strict: true`, and `response_format` of type `json_schema`. Every property is
 * required and every object closed; the model is held to the schema while it writes.
 *
 * Source: https://platform.openai.com/docs/guides/structured-outputs (supported schemas)
 */
export const openaiStrict: Dialect = {
  id: 'openai-strict',
  supports,
  limits: {
    // "up to 10 levels of nesting", "up to 5000 object properties total", "up to 1000 enum values across all enum properties".
    depth: 10,
    nodes: 10_000,
    unroll: 3,
    branches: 64,
    properties: 5_000,
    enumValues: 1_000,
  },
  formats: {
    string: new Set('date-time time date duration email hostname ipv4 ipv6 uuid'.split(' ')),
    number: new Set(),
    integer: new Set(),
  },
  ...passesFor(supports),
  objectRoot: true,
  emit: createJsonSchemaEmitter(supports),
}
