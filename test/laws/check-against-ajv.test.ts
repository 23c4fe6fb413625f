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

/** What no value could satisfy as it is written may be read in another sense: a typed list, and a closed object beside `allOf`. */
function isReadAsMeant(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false
  const { type, enum: list, items, additionalProperties, allOf } = part as Record<string, unknown>
  const types: readonly unknown[] = [type].flat()
  const fits = (each: unknown) =>
    types.includes(Array.isArray(each) ? 'array' : typeof each) ||
    (typeof each === 'number' && types.includes('integer') && Number.isInteger(each))
  if (type !== undefined && Array.isArray(list) && !list.some(fits)) return true
  if (Array.isArray((items as { enum?: unknown } | undefined)?.enum) && (items as { enum: [] }).enum.length === 0)
    return true
  if (additionalProperties === false && allOf !== undefined) return true
  return Object.values(part).some(isReadAsMeant)
}

/** Draft 7 gives keywords beside a `$ref` no meaning; ajv applies them in every draft. */
function withoutSiblings(part: unknown): unknown {
  return JSON.parse(JSON.stringify(part), (_, each: unknown) => {
    if (typeof each !== 'object' || each === null || typeof (each as { $ref?: unknown }).$ref !== 'string') return each
    const { $ref, $defs } = each as { $ref: string; $defs?: unknown }
    return $defs === undefined ? { $ref } : { $ref, $defs }
  })
}

test('every verdict is that of ajv, on generated schemas and values', { timeout: 120_000 }, () => {
  const seen = { valid: 0, invalid: 0 }
  fc.assert(
    fc.property(document, fc.array(value, { minLength: 5, maxLength: 5 }), (source, values) => {
      fc.pre(!isReadAsMeant(source))
      const ajv = new Ajv({ strict: false, logger: false, validateSchema: false, ownProperties: true })
      const isValid = ajv.compile(withoutSiblings(source) as object)
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
