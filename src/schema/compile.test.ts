import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { compileSchema, compileSchemaAsync, normaliseRequired, ToolfitError } from './index.ts'

const toGemini = (source: unknown) => compileSchema(source, { to: 'gemini' })
const reported = (source: unknown) => toGemini(source).changes.map(({ at, keyword, effect }) => [at, keyword, effect])

describe('what travels one to one', () => {
  test('types, lengths, bounds, patterns and words', () => {
    const source = {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 9, pattern: '^[a-z]+$', description: 'Who.' },
        age: { type: 'integer', minimum: 0, maximum: 150 },
      },
      required: ['name'],
      additionalProperties: false,
    }
    expect(toGemini(source).schema).toEqual({
      type: 'OBJECT',
      properties: {
        name: { type: 'STRING', minLength: '1', maxLength: '9', pattern: '^[a-z]+$', description: 'Who.' },
        age: { type: 'INTEGER', minimum: 0, maximum: 150 },
      },
      required: ['name'],
    })
    expect(reported(source)).toEqual([['', 'additionalProperties', 'rewritten']])
  })

  test('the same source and options give the same object, without compiling again', () => {
    const source = { type: 'string' }
    expect(toGemini(source)).toBe(toGemini(source))
    expect(toGemini(source)).not.toBe(compileSchema(source, { to: 'gemini', formats: 'assert' }))
  })

  test('a compiled schema serialises as { schema }', () => {
    expect(JSON.parse(JSON.stringify(toGemini({ type: 'string' })))).toEqual({ schema: { type: 'STRING' } })
  })
})

describe('what is rewritten', () => {
  test('allOf is merged by real intersection', () => {
    const base = { type: 'object', properties: { id: { type: 'integer', minimum: 1 } }, required: ['id'] }
    const more = { properties: { id: { maximum: 9 }, tag: { const: 'x' } } }
    expect(toGemini({ allOf: [base, more] }).schema).toEqual({
      type: 'OBJECT',
      properties: { id: { type: 'INTEGER', minimum: 1, maximum: 9 }, tag: { type: 'STRING', enum: ['x'] } },
      required: ['id'],
    })
  })

  test('siblings of anyOf go into its branches', () => {
    const source = {
      type: 'object',
      properties: { a: { type: 'string' } },
      anyOf: [{ required: ['a'] }, { maxProperties: 0 }],
    }
    expect(toGemini(source).schema).toEqual({
      anyOf: [
        { type: 'OBJECT', properties: { a: { type: 'STRING' } }, required: ['a'] },
        { type: 'OBJECT', properties: { a: { type: 'STRING' } }, maxProperties: '0' },
      ],
    })
  })
})

describe('what is encoded', () => {
  const trees = {
    $ref: '#/$defs/tree',
    $defs: { tree: { type: 'object', properties: { leaves: { type: 'array', items: { $ref: '#/$defs/tree' } } } } },
  }
  const cases: readonly [name: string, source: object, value: unknown, wire: unknown][] = [
    ['a record', { type: 'object', additionalProperties: { type: 'number' } }, { a: 1 }, [{ key: 'a', value: 1 }]],
    [
      'a tuple',
      { prefixItems: [{ type: 'string' }, {}], items: false, type: 'array' },
      ['x', [1]],
      { item_0: 'x', item_1: '[1]' },
    ],
    ['listed numbers', { enum: [1, 2.5, true, null] }, 2.5, '2.5'],
    ['anything', {}, { deep: ['x'] }, '{"deep":["x"]}'],
    ['a string that reads like JSON', {}, '5', '"5"'],
    [
      'recursion, as text where it is cut',
      trees,
      { leaves: [{ leaves: [{ leaves: [{ leaves: [{ leaves: [] }] }] }] }] },
      { leaves: [{ leaves: [{ leaves: [{ leaves: ['{"leaves":[]}'] }] }] }] },
    ],
    [
      'properties beside the declared ones',
      { type: 'object', properties: { id: { type: 'string' } }, additionalProperties: { type: 'integer' } },
      { id: 'x', a: 1 },
      { id: 'x', extra_properties: [{ key: 'a', value: 1 }] },
    ],
    [
      'branches that look alike on the wire',
      {
        anyOf: [
          { type: 'object', additionalProperties: { type: 'string' } },
          {
            type: 'array',
            items: {
              type: 'object',
              properties: { key: { type: 'string' }, value: { type: 'string' } },
              required: ['key', 'value'],
              additionalProperties: false,
            },
          },
        ],
      },
      { a: 'b' },
      { option_1: [{ key: 'a', value: 'b' }] },
    ],
  ]

  test.each(cases)('%s goes out and comes back', (_, source, value, wire) => {
    const compiled = toGemini(source)
    expect(compiled.check(value)).toEqual([])
    expect(compiled.encode(value)).toEqual(wire)
    expect(compiled.decode(wire)).toEqual(value)
    expect(compiled.changes.map(({ effect }) => effect)).toContain('encoded')
  })
})

describe('what comes back', () => {
  const compiled = compileSchema(
    {
      type: 'object',
      properties: { n: { type: 'integer', multipleOf: 5 }, note: { type: 'string' } },
      required: ['n'],
    },
    { to: 'gemini', root: 'object' },
  )

  test('a number in quotes and a null for an absent property are repaired, with a warning each', () => {
    const { value, issues } = compiled.receive({ n: '10', note: null })
    expect(value).toEqual({ n: 10 })
    expect(issues.map(({ level, pointer }) => [level, pointer])).toEqual([
      ['warning', '/n'],
      ['warning', '/note'],
    ])
  })

  test('what only words could say to the model is checked against the source', () => {
    expect(compiled.schema).toMatchObject({ properties: { n: { description: 'Must be a multiple of 5.' } } })
    expect(compiled.receive({ n: 7 }).issues).toMatchObject([{ level: 'error', pointer: '/n', keyword: 'multipleOf' }])
  })
})

describe('what is refused', () => {
  test.each([
    [null, 'schema-unreadable'],
    [5, 'schema-unreadable'],
    [{ type: 'string', minLength: 3, maxLength: 1 }, 'schema-impossible'],
    [{ city: z.string(), items: z.array(z.string()) }, 'schema-unreadable'],
    [{ type: 'object', properties: { city: z.string().min(3) } }, 'schema-unreadable'],
  ])('%j', (source, code) => {
    expect(() => toGemini(source)).toThrow(ToolfitError)
    expect(() => toGemini(source)).toThrow(expect.objectContaining({ code }))
  })

  test('but not JSON Schema that Zod wrote, which has a hidden `~standard`', () => {
    const city = z.toJSONSchema(z.string().min(3))
    expect(city).toHaveProperty('~standard')
    const whole = z.toJSONSchema(z.object({ city: z.string().min(3) }))
    for (const source of [whole, { type: 'object', properties: { city } }])
      expect(toGemini(source).schema).toMatchObject({ properties: { city: { type: 'STRING', minLength: '3' } } })
  })

  test('a promised schema by the synchronous door', async () => {
    const promised = Promise.resolve({ type: 'string' })
    expect(() => toGemini(promised)).toThrow(ToolfitError)
    expect((await compileSchemaAsync({ type: 'string' }, { to: 'gemini' })).schema).toEqual({ type: 'STRING' })
  })
})

test('openai: the very schema, nothing repaired', () => {
  const source = { type: 'object', properties: { a: { type: 'string', required: true } } }
  expect(compileSchema(source, { to: 'openai' }).schema).toEqual(structuredClone(source))
  expect(normaliseRequired(source)).toEqual({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] })
})

describe('keywords beside a $ref', () => {
  const source = {
    type: 'object',
    properties: { a: { $ref: '#/definitions/name', maxLength: 1, description: 'Short.', default: 'x' } },
    definitions: { name: { type: 'string' } },
  }

  test('have no effect in draft 7, which is reported; annotations stay', () => {
    const old = { $schema: 'http://json-schema.org/draft-07/schema#', ...source }
    const { schema, changes, check } = toGemini(old)
    expect(schema).toMatchObject({ properties: { a: { type: 'STRING', description: 'Short.', default: 'x' } } })
    expect(schema).not.toMatchObject({ properties: { a: { maxLength: expect.anything() } } })
    expect(check({ a: 'long' })).toEqual([])
    expect(changes).toContainEqual(
      expect.objectContaining({
        at: '/properties/a',
        keyword: 'maxLength',
        code: 'keyword-cannot-bind',
        enforced: false,
      }),
    )
  })

  test('count in a source that names no draft', () => {
    expect(toGemini(source).schema).toMatchObject({ properties: { a: { maxLength: '1' } } })
    expect(toGemini(source).check({ a: 'long' })).toHaveLength(1)
  })
})
