import { Ajv } from 'ajv'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createValidator } from '../../src/schema/check/create-validator.ts'
import { openDocument } from '../../src/schema/document/document.ts'
import type { Schema } from '../../src/schema/document/schema.ts'
import { runs } from './runs.ts'

// Names such as `toString` are left to our own tests: ajv's deep equality stumbles over them.
const name = fc.constantFrom('a', 'b', 'c', 'd')
const size = fc.integer({ min: 0, max: 3 })
const number = fc.constantFrom(-1, 0, 1, 2, 2.5, 6)
const text = fc.constantFrom('', 'a', 'ab', 'abc', 'b1', '😀')

const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(number, text, fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 3 }),
    dictionary(tie('value')),
  ),
})).value

function dictionary(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.dictionary(name, values, { maxKeys: 3, noNullPrototype: true })
}

const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'array', 'object', 'null')

/**
 * The keywords of draft 7, with keywords beside `$ref`. Those of later drafts are left to the official suite: where ajv 8.20
 * tracks what is evaluated, it throws on one schema in a thousand.
 */
const schema: fc.Arbitrary<unknown> = fc.letrec((tie) => {
  const inner = tie('schema')
  const list = fc.array(inner, { minLength: 1, maxLength: 3 })
  const keywords: Record<string, fc.Arbitrary<unknown>> = {
    type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
    enum: fc.uniqueArray(value, {
      minLength: 1,
      maxLength: 10,
      comparator: (a, b) => JSON.stringify(a) === JSON.stringify(b),
    }),
    const: value,
    minimum: number,
    maximum: number,
    exclusiveMinimum: number,
    exclusiveMaximum: number,
    multipleOf: fc.constantFrom(1, 2, 3),
    minLength: size,
    maxLength: size,
    pattern: fc.constantFrom('^a', 'b$', '^[a-c]+$', '\\d'),
    minItems: size,
    maxItems: size,
    uniqueItems: fc.boolean(),
    items: fc.oneof(inner, list),
    additionalItems: inner,
    contains: inner,
    minProperties: size,
    maxProperties: size,
    required: fc.uniqueArray(name, { maxLength: 2 }),
    properties: dictionary(inner),
    patternProperties: fc.dictionary(fc.constantFrom('^a', '[bc]', 'd'), inner, { maxKeys: 2 }),
    additionalProperties: inner,
    propertyNames: inner,
    dependencies: fc.dictionary(fc.constantFrom('a', 'b'), fc.oneof(inner, fc.uniqueArray(name, { maxLength: 2 })), {
      maxKeys: 2,
    }),
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: inner,
    if: inner,
    then: inner,
    else: inner,
    $ref: fc.constantFrom('#/$defs/x', '#/$defs/y'),
  }
  const chosen = fc.uniqueArray(fc.constantFrom(...Object.keys(keywords)), { minLength: 1, maxLength: 4 })
  const object = chosen.chain((all) => {
    // Where a list of `items` stands beside it, ajv lets an empty array pass `contains`.
    const used = all.includes('items') ? all.filter((keyword) => keyword !== 'contains') : all
    return fc.record(Object.fromEntries(used.map((keyword) => [keyword, keywords[keyword]!])))
  })
  return { schema: fc.oneof({ depthSize: 'small' }, fc.boolean(), object) }
}).schema

const document = fc.tuple(schema, schema, schema).map(([root, x, y]) => {
  // Definitions refer to nothing, so that no reference can go round in circles.
  const $defs = { x: withoutRefs(x), y: withoutRefs(y) }
  return typeof root === 'object' ? { ...(root as object), $defs } : { allOf: [root], $defs }
})

function withoutRefs(part: unknown): unknown {
  return JSON.parse(JSON.stringify(part).replaceAll('"$ref"', '"$comment"'))
}

test('every verdict is that of ajv, on generated schemas and values', { timeout: 120_000 }, () => {
  const seen = { valid: 0, invalid: 0 }
  fc.assert(
    fc.property(document, fc.array(value, { minLength: 5, maxLength: 5 }), (source, values) => {
      const ajv = new Ajv({ strict: false, logger: false, validateSchema: false, ownProperties: true })
      const isValid = ajv.compile(source as object)
      const validator = createValidator(openDocument(source as Schema, { draft: '7' }))
      for (const each of values) {
        const verdict = isValid(each)
        seen[verdict ? 'valid' : 'invalid']++
        expect(validator.accepts(each)).toBe(verdict)
        expect(validator.validate(each).length === 0).toBe(verdict)
      }
    }),
    runs(2),
  )
  expect(Math.min(seen.valid, seen.invalid)).toBeGreaterThan(100)
})
