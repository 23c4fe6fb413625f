import fc from 'fast-check'
import type { JsonObject } from '../../src/core/json.ts'

const names = ['kind', 'min', 'max'] as const
const name = fc.constantFrom(...names)
const kind = fc.constantFrom('u', 's')

/**
 * Conditions, dependencies and unions that meet in one place: in `allOf`, beside a `$ref` to definitions that have conditions
 * of their own and refer to themselves, and beside lists of types. Each turns the others into branches.
 */
export const arbitraryConditions: fc.Arbitrary<JsonObject> = fc
  .letrec<{ schema: JsonObject; part: JsonObject }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'schema' },
      fc.constant({ $ref: '#/$defs/n' }),
      fc.constantFrom<JsonObject>({ type: 'integer' }, { const: 'u' }, { type: 'string' }, {}),
      fc.array(tie('part'), { minLength: 1, maxLength: 3 }).map((parts) => Object.assign({}, ...parts) as JsonObject),
    ),
    part: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'schema' },
      fc.constant<JsonObject>({ properties: { kind: { enum: ['u', 's'] } } }),
      fc.constantFrom<JsonObject>({ type: ['integer', 'object'] }, { type: 'object' }, { type: ['string', 'null'] }),
      fc.constantFrom<JsonObject>({ $ref: '#/$defs/n' }, { $ref: '#/$defs/m' }),
      fc.tuple(name, tie('schema')).map(([key, value]): JsonObject => ({ properties: { [key]: value } })),
      fc.tuple(kind, tie('schema'), fc.option(tie('schema'))).map(
        ([value, then, otherwise]): JsonObject => ({
          if: { properties: { kind: { const: value } } },
          then,
          ...(otherwise === null ? {} : { else: otherwise }),
        }),
      ),
      fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((allOf): JsonObject => ({ allOf })),
      fc.tuple(tie('schema'), tie('schema')).map((anyOf): JsonObject => ({ anyOf })),
      fc.tuple(tie('schema'), tie('schema')).map((oneOf): JsonObject => ({ oneOf })),
      fc.tuple(name, tie('schema')).map(([key, value]): JsonObject => ({ dependentSchemas: { [key]: value } })),
      fc.tuple(name, name).map(([key, needed]): JsonObject => ({ dependentRequired: { [key]: [needed] } })),
      tie('schema').map((items): JsonObject => ({ items })),
    ),
  }))
  .schema.chain((root) =>
    fc.tuple(fc.constant(root), definition, definition).map(([own, n, m]) => ({ ...own, $defs: { n, m } })),
  )

const definition: fc.Arbitrary<JsonObject> = fc
  .array(
    fc.oneof(
      fc.constant<JsonObject>({ properties: { kind: { enum: ['u', 's'] } } }),
      fc.tuple(kind, fc.constantFrom('#/$defs/n', '#/$defs/m')).map(([value, $ref]): JsonObject => {
        const then = { properties: { min: { $ref }, max: { $ref } } }
        return {
          allOf: [
            { if: { properties: { kind: { const: value } } }, then },
            { if: { properties: { kind: { const: 's' } } }, then: {} },
          ],
        }
      }),
      fc.constant<JsonObject>({ anyOf: [{ required: ['min'] }, { required: ['max'] }] }),
      fc.constant<JsonObject>({ dependentRequired: { min: ['max'] } }),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => Object.assign({}, ...parts) as JsonObject)
