import fc from 'fast-check'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { setOwn } from '../../src/core/json.ts'
import { propertyName } from './arbitrary-name.ts'

/** Schemas that say only what Gemini's Schema message can say: closed objects, string enums, unions without siblings, nullable. */
export const supportedSchema: fc.Arbitrary<JsonObject> = supported(3)

function supported(depth: number): fc.Arbitrary<JsonObject> {
  const leaves = [
    some(
      { type: 'string' },
      { minLength: fc.nat(3), maxLength: fc.integer({ min: 3, max: 6 }), pattern: fc.constantFrom('^[a-z]+$', '^a') },
    ),
    some({ type: 'integer' }, { minimum: fc.integer({ min: -5, max: 0 }), maximum: fc.integer({ min: 1, max: 10 }) }),
    some(
      { type: 'number' },
      {
        minimum: fc.constantFrom(-0.5, 0),
        maximum: fc.constantFrom(2.5, 10),
        format: fc.constantFrom('float', 'double'),
      },
    ),
    some({ type: 'boolean' }, {}),
    fc
      .uniqueArray(fc.constantFrom('a', 'b', 'null', '5', 'c d'), { minLength: 1 })
      .chain((values) => some({ type: 'string', enum: values }, {})),
  ]
  if (depth === 0) return fc.oneof(...leaves)
  const child = supported(depth - 1)
  const inner = [
    child.chain((items) =>
      some({ type: 'array', items }, { minItems: fc.nat(2), maxItems: fc.integer({ min: 2, max: 4 }) }),
    ),
    closedObject(child),
    fc.array(child, { minLength: 2, maxLength: 3 }).map((anyOf): JsonObject => ({ anyOf })),
  ]
  return fc.oneof({ weight: 3, arbitrary: fc.oneof(...leaves) }, { weight: 5, arbitrary: fc.oneof(...inner) })
}

function closedObject(child: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  const name = propertyName.filter((each) => each !== '')
  return fc
    .uniqueArray(fc.tuple(name, child, fc.boolean()), { minLength: 1, maxLength: 4, selector: ([each]) => each })
    .chain((fields) => {
      const properties: Record<string, Json> = {}
      for (const [key, value] of fields) setOwn<Json>(properties, key, value)
      const required = fields.filter(([, , isRequired]) => isRequired).map(([key]) => key)
      const base: JsonObject = { type: 'object', properties, additionalProperties: false }
      const counts = {
        minProperties: fc.nat(1),
        maxProperties: fc.integer({ min: 4, max: 6 }),
        propertyOrdering: fc.constant(fields.map(([key]) => key)),
      }
      return some(required.length === 0 ? base : { ...base, required }, counts)
    })
}

function some(base: JsonObject, optional: Record<string, fc.Arbitrary<Json>>): fc.Arbitrary<JsonObject> {
  const notes = { nullable: fc.constant(true), title: fc.constant('Title'), description: fc.constant('Text.') }
  return fc
    .record({ ...optional, ...notes } as Record<string, fc.Arbitrary<Json>>, {
      requiredKeys: [],
      noNullPrototype: true,
    })
    .map((more) => ({ ...base, ...(more as JsonObject) }))
}
