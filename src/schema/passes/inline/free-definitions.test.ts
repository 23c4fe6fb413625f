import { expect, test } from 'vitest'
import { compileSchema } from '../../compile.ts'

/** JSON as Zod writes it, with these types beside lists and objects of itself. */
const jsonOf = (...types: readonly string[]) => ({
  type: 'object',
  properties: { value: { $ref: '#/$defs/json' } },
  additionalProperties: false,
  $defs: {
    json: {
      anyOf: [
        ...types.map((type) => ({ type })),
        { type: 'array', items: { $ref: '#/$defs/json' } },
        { type: 'object', propertyNames: { type: 'string' }, additionalProperties: { $ref: '#/$defs/json' } },
      ],
    },
  },
})

test('takes a definition that lists every type, lists and objects of itself included, as any value', () => {
  const { schema, changes } = compileSchema(jsonOf('string', 'number', 'boolean', 'null'), { to: 'gemini' })
  expect(schema).toEqual({
    type: 'OBJECT',
    properties: { value: { type: 'STRING', description: 'Any JSON value, as JSON text.' } },
  })
  expect(changes).toContainEqual(
    expect.objectContaining({ at: '/$defs/json', keyword: 'anyOf', code: 'any-of-simplified', effect: 'rewritten' }),
  )
})

test('writes no loop out that the endpoint would refuse', () => {
  const { schema } = compileSchema(jsonOf('string', 'number', 'boolean', 'null'), { to: 'gemini-json' })
  expect(schema).toEqual({
    type: 'object',
    properties: { value: { $ref: '#/$defs/json' } },
    additionalProperties: false,
    $defs: { json: true },
  })
})

test('says where only null is missing', () => {
  const { schema, check } = compileSchema(jsonOf('string', 'number', 'boolean'), { to: 'gemini' })
  expect(schema['properties']).toEqual({
    value: { type: 'STRING', description: 'Must not be null or hold null. Any JSON value, as JSON text.' },
  })
  expect(check({ value: [null] })).toHaveLength(1)
})

test('follows definitions that hold the lists and the objects', () => {
  const source = {
    type: 'object',
    properties: { value: { $ref: '#/$defs/json' } },
    $defs: {
      json: {
        anyOf: [
          { $ref: '#/$defs/record' },
          { $ref: '#/$defs/list' },
          { type: ['string', 'number', 'boolean', 'null'] },
        ],
      },
      record: { type: 'object', additionalProperties: { $ref: '#/$defs/json' } },
      list: { type: 'array', items: { $ref: '#/$defs/json' } },
    },
  }
  expect(compileSchema(source, { to: 'gemini' }).schema['properties']).toEqual({
    value: { type: 'STRING', description: 'Any JSON value, as JSON text.' },
  })
})

test('leaves a definition that bounds one of the types', () => {
  const { schema } = compileSchema(jsonOf('string', 'integer', 'boolean', 'null'), { to: 'gemini-json' })
  expect(JSON.stringify(schema)).toContain('"integer"')
})
