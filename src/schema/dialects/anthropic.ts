import type { Feature } from '../feature.ts'
import type { Dialect } from './dialect.ts'
import { createJsonSchemaEmitter } from './emit-json-schema.ts'
import { jsonSchema } from './json-schema.ts'
import { passesFor } from './pass-order.ts'

// `allOf` would do below the root; merged it says the same, and renamed properties need one object to stand in.
const supports = new Set<Feature>(
  [...jsonSchema.supports].filter((feature) => feature !== 'allOf' && feature !== 'emptyNames'),
)

/**
 * The `input_schema` of Anthropic's tools: any JSON Schema 2020-12 with an object at its root, without a union there, and
 * with property names of a few characters only. The model reads the schema; nothing holds it to it but `check`.
 *
 * Source: https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/implement-tool-use and the API's error texts.
 */
export const anthropic: Dialect = {
  id: 'anthropic',
  supports,
  limits: { ...jsonSchema.limits, depth: 100 },
  formats: {},
  // "Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'"
  names: /^[a-zA-Z0-9_.-]{1,64}$/,
  ...passesFor(supports),
  objectRoot: true,
  emit: createJsonSchemaEmitter(supports),
}
