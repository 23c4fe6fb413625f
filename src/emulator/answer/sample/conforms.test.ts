import { expect, test } from 'vitest'
import type { Json } from '../../../core/json.ts'
import { conforms } from './conforms.ts'

const check = (value: Json, schema: unknown) =>
  conforms(value, schema, { references: { root: schema }, effort: { left: 1000 }, overlaps: false })

test.each<[string, unknown, Json, Json]>([
  ['type', { type: ['integer', 'null'] }, 2, 2.5],
  ['nullable', { type: 'string', nullable: true }, null, 1],
  ['enum', { enum: [{ a: 1 }, 'b'] }, { a: 1 }, { a: 2 }],
  ['const', { const: null }, null, 0],
  ['bounds', { minimum: 1, exclusiveMaximum: 3 }, 1, 3],
  ['bounds of draft 4', { minimum: 1, exclusiveMinimum: true }, 2, 1],
  ['multipleOf', { multipleOf: 0.5 }, 1.5, 1.2],
  ['lengths in code points', { minLength: 2, maxLength: 2 }, '😀😀', '😀'],
  ['pattern', { pattern: '^a' }, 'ab', 'ba'],
  ['format', { format: 'email' }, 'a@b.c', 'a'],
  ['items', { items: { type: 'string' } }, ['a'], [1]],
  ['tuples', { prefixItems: [{ type: 'string' }], items: false }, ['a'], ['a', 1]],
  ['tuples of old', { items: [{ type: 'string' }], additionalItems: { type: 'number' } }, ['a', 1], ['a', 'b']],
  ['uniqueItems', { uniqueItems: true }, [1, 2], [1, 1]],
  ['contains', { contains: { type: 'number' }, minContains: 2 }, [1, 'a', 2], [1, 'a']],
  ['required', { required: ['a'] }, { a: 1 }, {}],
  ['additionalProperties', { properties: { a: {} }, additionalProperties: false }, { a: 1 }, { b: 1 }],
  [
    'patternProperties',
    { patternProperties: { '^x': { type: 'number' } }, additionalProperties: false },
    { x1: 1 },
    { x1: 'a' },
  ],
  ['propertyNames', { propertyNames: { maxLength: 1 } }, { a: 1 }, { ab: 1 }],
  ['dependentRequired', { dependentRequired: { a: ['b'] } }, { a: 1, b: 1 }, { a: 1 }],
  ['anyOf', { anyOf: [{ type: 'string' }, { type: 'number' }] }, 1, true],
  ['oneOf', { oneOf: [{ minimum: 1 }, { maximum: 5 }] }, 0, 3],
  ['unevaluatedItems', { prefixItems: [{}], unevaluatedItems: false }, [1], [1, 2]],
  ['not', { not: { type: 'string' } }, 1, 'a'],
  ['if', { if: { type: 'string' }, then: { minLength: 2 }, else: { type: 'number' } }, 'ab', 'a'],
  ['$ref', { $ref: '#/$defs/a', $defs: { a: { type: 'string' } } }, 'a', 1],
])('%s', (_, schema, good, bad) => {
  expect(check(good, schema)).toBe(true)
  expect(check(bad, schema)).toBe(false)
})

test('a reference to itself ends', () => {
  expect(check('a', { $ref: '#' })).toBe(false)
})
