import { type Feature, features } from '../feature.ts'
import type { Dialect } from './dialect.ts'
import { createJsonSchemaEmitter } from './emit-json-schema.ts'

// All that there is but the words of OpenAPI.
const supports: ReadonlySet<Feature> = new Set(
  features.filter((feature) => feature !== 'nullableKeyword' && feature !== 'example'),
)

/**
 * JSON Schema 2020-12, whichever draft or way of writing the source has.
 *
 * Source: https://json-schema.org/draft/2020-12
 */
export const jsonSchema: Dialect = {
  id: 'json-schema',
  supports,
  limits: {
    depth: 1_000,
    nodes: 10_000,
    unroll: 1,
    branches: 64,
    properties: Number.POSITIVE_INFINITY,
    enumValues: Number.POSITIVE_INFINITY,
  },
  formats: {},
  simplify: [],
  lower: [],
  emit: createJsonSchemaEmitter(supports, { isDocument: true }),
}
