import { describe, expect, test } from 'vitest'
import { compileSchema } from '../../schema/compile.ts'
import { listAdvice } from './advice.ts'

/** The advice on a schema for Gemini, without its places. */
function adviceOn(schema: object): string[] {
  const { changes } = compileSchema(schema, { to: 'gemini', root: 'object' })
  return listAdvice([{ name: 'tool', results: [{ dialect: 'gemini', changes }] }], [{ schema }]).map(
    ({ advice }) => advice,
  )
}

const withProperty = (schema: unknown) => ({ type: 'object', properties: { a: schema } })

describe('advice', () => {
  test.each([
    [{ type: 'array' }, 'Give the array `items`.'],
    [
      { type: 'object' },
      'Declare the `properties` of the object, or the type of its values in `additionalProperties`.',
    ],
    [{}, 'Give it a `type`, unless every value is allowed.'],
    [{ minLength: 2 }, 'State the `type`.'],
    [{ type: 'string', minlength: 2 }, 'Write `minLength` for `minlength`.'],
    [{ $ref: 'https://example.com/a.json' }, 'Put the definition into the schema, under `$defs`: nothing is fetched.'],
    [{ type: 'number', exclusiveMinimum: 0 }, 'Use `minimum`, if the bound itself is acceptable.'],
    [
      { anyOf: [{ type: 'string' }, { type: 'object' }, { type: 'integer' }] },
      'Take one type, or declare what the free branch holds: a text and JSON text look alike.',
    ],
    [{ city: { type: 'string' } }, 'Put properties under `properties`.'],
    [{ enum: ['a', ''] }, 'Use a word such as "none" instead of the empty string.'],
    [{ enum: [128, 1024] }, 'List strings, if the values are names and not numbers to count with.'],
  ])('on %j', (schema, advice) => {
    expect(adviceOn(withProperty(schema))).toContain(advice)
  })

  test('is not given where nothing can be done, or nothing need be', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...withProperty({ type: 'string', format: 'email' }),
      additionalProperties: false,
    }
    expect(adviceOn(schema)).toEqual([])
  })

  test('names each thing once with all its places, mistakes first', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'array' }, b: { type: 'array' }, c: { type: 'string', desc: 'C' } },
    }
    const { changes } = compileSchema(schema, { to: 'gemini', root: 'object' })
    const results = ['gemini', 'vertex'].map((dialect) => ({ dialect, changes }))
    expect(listAdvice([{ name: 'tool', results }], [{ schema }])).toEqual([
      {
        advice: 'Write `description` for `desc`.',
        page: 'docs/guide/bad-input.md',
        code: 'keyword-misspelt',
        places: [{ part: 'tool', at: '/properties/c', dialects: ['gemini', 'vertex'] }],
      },
      {
        advice: 'Give the array `items`.',
        page: 'docs/guide/best-practices.md',
        code: 'free-form-to-json-text',
        places: [
          { part: 'tool', at: '/properties/a', dialects: ['gemini', 'vertex'] },
          { part: 'tool', at: '/properties/b', dialects: ['gemini', 'vertex'] },
        ],
      },
    ])
  })
})
