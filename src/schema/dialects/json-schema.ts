import type { Feature } from '../feature.ts'
import type { Dialect } from './dialect.ts'
import { createJsonSchemaEmitter } from './emit-json-schema.ts'

/**
 * JSON Schema 2020-12, whichever draft or way of writing the source has.
 *
 * Source: https://json-schema.org/draft/2020-12
 */
export const jsonSchema: Dialect = {
  id: 'json-schema',
  supports: new Set<Feature>([
    ...(['refs', 'refSiblings', 'requiredLoops', 'allOf', 'anyOf', 'oneOf', 'not', 'conditions'] as const),
    ...([
      'anyOfSiblings',
      'typeLists',
      'nullTypes',
      'freeForm',
      'untyped',
      'const',
      'numericEnums',
      'booleanEnums',
      'mixedEnums',
    ] as const),
    ...([
      'enumOfAnything',
      'lengths',
      'patterns',
      'lookarounds',
      'exclusiveBounds',
      'multipleOf',
      'uniqueItems',
      'tuples',
    ] as const),
    ...(['optionalProperties', 'openObjects', 'additionalProperties', 'patternProperties', 'objectCounts'] as const),
    ...([
      'propertyNames',
      'propertyOrdering',
      'contains',
      'dependencies',
      'unevaluated',
      'content',
      'defaults',
      'examples',
    ] as const),
    ...(['annotations', 'emptyObjects', 'emptyNames', 'undeclaredRequired'] as const),
  ]),
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
  emit: createJsonSchemaEmitter({
    namesDraft: true,
    closesObjects: false,
    refSiblings: true,
    nullInEnum: true,
    typesEnums: false,
    oneOf: true,
    typeLists: true,
    rootAllOf: true,
  }),
}
