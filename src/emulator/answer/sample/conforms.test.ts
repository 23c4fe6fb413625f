import { expect, test } from 'vitest'
import type { Json } from '../../../core/json.ts'
import { Steps } from '../../../core/pattern/steps.ts'
import { conforms } from './conforms.ts'
import { LoosePatterns } from './patterns.ts'

const check = (value: Json, schema: unknown) =>
  conforms(value, schema, {
    references: { root: schema },
    effort: { left: 1000 },
    patterns: new LoosePatterns(),
    overlaps: false,
  })

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

test.each<[string, unknown, Json]>([
  ['pattern', unknownText(), 'b'],
  ['not', { not: unknownText() }, 'b'],
  ['oneOf', { oneOf: [unknownText(), { const: 'b' }] }, 'b'],
  ['anyOf', { anyOf: [unknownText(), false] }, 'b'],
  ['if', { if: unknownText(), then: false }, 'b'],
  ['contains', { contains: unknownText(), maxContains: 0 }, ['b']],
  ['propertyNames', { propertyNames: unknownText() }, { b: 1 }],
  ['patternProperties', { patternProperties: { '(a)\\1': false }, additionalProperties: false }, { b: 1 }],
])('%s with a pattern that cannot be run is unknown, which refuses nothing', (_, schema, value) => {
  expect(check(value, schema)).toBe('unknown')
})

test('a pattern that cannot be run does not hide what else is wrong', () => {
  expect(check('b', { ...unknownText(), minLength: 2 })).toBe(false)
  expect(check('b', { if: unknownText(), then: { minLength: 2 }, else: { minLength: 3 } })).toBe(false)
  expect(check('b', { anyOf: [unknownText(), true] })).toBe(true)
})

function unknownText() {
  return { type: 'string', pattern: '(a)\\1' }
}

test('many patterns and many names share a bounded number of steps (X97)', () => {
  const patterns = new LoosePatterns(new Steps(100_000))
  const names = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`name${index}`, index]))
  const patternProperties = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`^a*b*${index}$`, true]))
  const checking = { references: { root: {} }, effort: { left: 1e6 }, patterns, overlaps: false }
  expect(conforms(names, { patternProperties }, checking)).toBe('unknown')
  expect(patterns.steps.left).toBeGreaterThan(-1000)
})
