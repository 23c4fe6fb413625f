import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../core/json.ts'
import { compileSchema } from '../../compile.ts'

/** What the model reads about an object with these keywords. */
function say(keywords: JsonObject, more: JsonObject = {}): unknown {
  const properties = {
    kind: { enum: ['circle', 'rect'] },
    radius: { type: 'number' },
    length: { type: 'number' },
    width: { type: 'number' },
    ...more,
  }
  return compileSchema({ type: 'object', properties, ...keywords }, { to: 'gemini', root: 'object' }).schema[
    'description'
  ]
}

const radius = { required: ['radius'] }
const sides = { required: ['length', 'width'] }

describe('a choice of properties', () => {
  test.each([
    [{ anyOf: [radius, sides] }, 'Give radius, or length and width.'],
    [{ anyOf: [radius, { required: ['length'] }] }, 'Give radius or length.'],
    [
      { anyOf: [radius, { required: ['length'] }, { required: ['width'] }] },
      'Give at least one of radius, length or width.',
    ],
    [{ oneOf: [radius, { required: ['length'] }] }, 'Give either radius or length, not both.'],
    [{ oneOf: [radius, sides] }, 'Give either radius, or length and width, not both.'],
    [{ not: { required: ['radius', 'length'] } }, 'Do not give both radius and length.'],
    [
      { not: { anyOf: [radius, { required: ['length', 'width'] }] } },
      'Do not give radius. Do not give both length and width.',
    ],
  ])('%j', (keywords, sentence) => {
    expect(say(keywords)).toBe(sentence)
  })

  test('says the same where the branches repeat the type of a property', () => {
    const number = { type: 'number' }
    const options = [
      { properties: { radius: number }, ...radius },
      { properties: { length: number }, required: ['length'] },
    ]
    expect(say({ anyOf: options })).toBe('Give radius or length.')
  })

  test('names the values that a branch asks for', () => {
    const options = [
      { properties: { kind: { const: 'circle' } }, required: ['kind', 'radius'] },
      { properties: { kind: { const: 'rect' }, radius: false }, required: ['kind'] },
    ]
    expect(say({ oneOf: options })).toBe(
      'Exactly one of these must hold: kind is circle and radius is given; kind is rect and radius is not given.',
    )
  })
})

describe('a condition', () => {
  const isCircle = { properties: { kind: { const: 'circle' } }, required: ['kind'] }

  test.each([
    [{ if: isCircle, then: radius }, 'If kind is circle, give radius.'],
    [{ if: isCircle, then: radius, else: sides }, 'If kind is circle, give radius. Otherwise, give length and width.'],
    [{ if: isCircle, else: sides }, 'Unless kind is circle, give length and width.'],
    [{ if: radius, then: { not: { required: ['length'] } } }, 'If radius is given, leave out length.'],
    [{ if: isCircle, then: { properties: { radius: { minimum: 5 } } } }, 'If kind is circle, radius must be >= 5.'],
    [{ if: isCircle, then: { anyOf: [radius, sides] } }, 'If kind is circle, give radius, or length and width.'],
    [
      { if: isCircle, then: { properties: { length: false, width: false } } },
      'If kind is circle, leave out length and width.',
    ],
    [
      { dependentRequired: { length: ['width'], width: ['length'] } },
      'If length is given, give width. If width is given, give length.',
    ],
  ])('%j', (keywords, sentence) => {
    expect(say(keywords)).toBe(sentence)
  })

  test('says that an absent property meets a condition that does not require it', () => {
    expect(say({ if: { properties: { kind: { const: 'circle' } } }, then: radius })).toBe(
      'If kind is circle or not given, give radius.',
    )
  })

  test('says where a property belongs that only the condition declares', () => {
    expect(say({ if: isCircle, then: { properties: { label: { type: 'string' } } } })).toBe(
      'If kind is circle, label may be given.',
    )
  })

  test('puts names and values in quotes that could be read as a part of the sentence', () => {
    const given = { properties: { 'my kind': { const: 'true' } }, required: ['my kind'] }
    expect(say({ if: given, then: radius }, { 'my kind': { type: 'string' } })).toBe(
      'If "my kind" is "true", give radius.',
    )
  })
})

test('a condition inside of another is said with it', () => {
  const large = { if: { properties: { radius: { minimum: 8 } }, required: ['radius'] }, then: { required: ['width'] } }
  expect(say({ if: { properties: { kind: { const: 'rect' } } }, then: sides, else: { ...radius, ...large } })).toBe(
    'If kind is rect or not given, give length and width. Otherwise, give radius, and if radius is >= 8, give width.',
  )
})

test('alternatives that allow other properties are conditions all the same', () => {
  const open = { additionalProperties: true }
  expect(
    say({
      oneOf: [
        { properties: { kind: { const: 'circle' } }, required: ['kind', 'radius'], ...open },
        { properties: { kind: { const: 'rect' } }, required: ['kind', 'length'], ...open },
      ],
    }),
  ).toBe('Exactly one of these must hold: kind is circle and radius is given; kind is rect and length is given.')
})

test.each([
  [
    'Give either a or b, not both.',
    {
      oneOf: [
        { required: ['a'], not: { required: ['b'] } },
        { required: ['b'], not: { required: ['a'] } },
      ],
    },
  ],
  [
    'Give either a, or b and c, not both.',
    {
      anyOf: [
        { required: ['a'], properties: { b: false, c: false } },
        { required: ['b', 'c'], properties: { a: false } },
      ],
    },
  ],
  ['Do not give both a and b.', { anyOf: [{ not: { required: ['a'] } }, { not: { required: ['b'] } }] }],
])('says what may be given together: %s', (sentence, rules) => {
  const properties = { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } }
  const { schema } = compileSchema({ type: 'object', properties, ...rules }, { to: 'gemini' })
  expect(schema['description']).toBe(sentence)
})
