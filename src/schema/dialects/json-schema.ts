import type { Feature } from '../feature.ts'
import type { Dialect } from './dialect.ts'
import { emitJsonSchema } from './emit-json-schema.ts'

/** JSON Schema 2020-12, whichever draft or way of writing the source has. */
export const jsonSchema: Dialect = {
  id: 'json-schema',
  supports: new Set<Feature>([
    ...(['refs', 'allOf', 'anyOf', 'oneOf', 'not', 'conditions', 'anyOfSiblings', 'typeLists', 'freeForm'] as const),
    ...(['const', 'enumOfAnything', 'exclusiveBounds', 'multipleOf', 'uniqueItems', 'tuples'] as const),
    ...(['additionalProperties', 'patternProperties', 'propertyNames', 'contains', 'dependencies'] as const),
    ...([
      'unevaluated',
      'content',
      'examples',
      'annotations',
      'emptyObjects',
      'emptyNames',
      'undeclaredRequired',
    ] as const),
  ]),
  limits: { depth: 1_000, nodes: 10_000, unroll: 1, branches: 64 },
  formats: {},
  simplify: [],
  lower: [],
  emit: emitJsonSchema,
}
