import type { Feature } from '../feature.ts'
import type { Dialect } from './dialect.ts'
import { createJsonSchemaEmitter } from './emit-json-schema.ts'
import { gemini } from './gemini.ts'
import { passesFor } from './pass-order.ts'

// No `refSiblings`: "a sub-schema that contains $ref may not contain other fields", says the proto, but those that start with `$`.
const supports = new Set<Feature>([
  ...(['refs', 'anyOf', 'anyOfSiblings', 'nullTypes', 'freeForm', 'untyped', 'numericEnums', 'mixedEnums'] as const),
  ...(['tuples', 'optionalProperties', 'additionalProperties', 'propertyOrdering', 'emptyObjects'] as const),
])

/**
 * Gemini's JSON Schema door: `parametersJsonSchema` and `responseJsonSchema`. It takes nearly everything and heeds only what
 * stands here; the rest it ignores in silence, so the rest is said in words and held by `check`.
 *
 * Source: https://ai.google.dev/gemini-api/docs/structured-output (JSON Schema support) and the proto's comment on
 * `response_json_schema`.
 */
export const geminiJson: Dialect = {
  id: 'gemini-json',
  supports,
  // A JSON value nests deeper in the request's protocol buffer than a Schema message does.
  limits: { ...gemini.limits, depth: 20 },
  formats: {
    string: new Set(['date-time', 'date', 'time']),
    number: new Set(),
    integer: new Set(),
  },
  ...passesFor(supports),
  // Enums hold strings and numbers.
  emit: createJsonSchemaEmitter(supports, { nullInEnum: false }),
}
