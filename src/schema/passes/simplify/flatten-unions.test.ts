import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import type { JsonObject } from '../../../core/json.ts'
import { compileSchema } from '../../compile.ts'
import { flattenUnions } from './flatten-unions.ts'

test('makes a branch for null nullable', () => {
  const { tree, changes } = runPass(flattenUnions, { anyOf: [{ type: 'string' }, { type: 'null' }] })
  expect(tree).toEqual({ kind: 'string', nullable: true })
  expect(changes).toEqual([' anyOf: null-to-nullable, rewritten', ' anyOf: any-of-simplified, rewritten'])
})

test('takes the branches of a union inside a union', () => {
  const { tree, changes } = runPass(flattenUnions, {
    anyOf: [{ type: 'string' }, { anyOf: [{ type: 'number' }, { type: 'boolean' }] }],
  })
  expect(tree).toEqual({
    kind: 'union',
    keyword: 'anyOf',
    options: [{ kind: 'string' }, { kind: 'number', integer: false }, { kind: 'boolean' }],
  })
  expect(changes).toEqual(['/anyOf/1 anyOf: any-of-simplified, rewritten'])
})

test('drops a branch that no value satisfies', () => {
  const { tree, changes } = runPass(flattenUnions, { anyOf: [{ type: 'string' }, { type: 'number' }, false] })
  expect(tree).toEqual({
    kind: 'union',
    keyword: 'anyOf',
    options: [{ kind: 'string' }, { kind: 'number', integer: false }],
  })
  expect(changes).toEqual([' anyOf: impossible-part-removed, rewritten'])
})

test('keeps a oneOf inside an anyOf', () => {
  expect(
    runPass(flattenUnions, { anyOf: [{ type: 'string' }, { oneOf: [{ type: 'number' }, { type: 'integer' }] }] })
      .isSame,
  ).toBe(true)
})

test('leaves a plain union', () => {
  expect(runPass(flattenUnions, { anyOf: [{ type: 'string' }, { type: 'number' }] }).isSame).toBe(true)
})

test('reports no keyword where the union inside was concluded from keywords of several types', () => {
  const { tree, changes } = runPass(flattenUnions, {
    anyOf: [{ type: 'boolean' }, { minLength: 1, properties: { a: { type: 'string' } } }],
  })
  expect(tree).toMatchObject({ options: [{ kind: 'boolean' }, { kind: 'string' }, { kind: 'object' }] })
  expect(changes).toEqual([])
})

test('refuses null where two branches take it and only one may fit', () => {
  const { tree, changes } = runPass(flattenUnions, {
    oneOf: [{ type: ['string', 'null'] }, { type: ['integer', 'null'] }, { type: 'null' }],
  })
  expect(tree).toEqual({
    kind: 'union',
    keyword: 'oneOf',
    options: [{ kind: 'string' }, { kind: 'number', integer: true }],
  })
  expect(changes).toEqual([' oneOf: impossible-part-removed, rewritten'])
})

test.each(['gemini-json', 'openai-strict'] as const)(
  'says that null is refused where a reference takes it (%s)',
  (to) => {
    const { schema, changes } = compileSchema(
      {
        type: 'object',
        properties: { a: { oneOf: [{ $ref: '#/$defs/name' }, { type: 'null' }] }, b: { $ref: '#/$defs/name' } },
        required: ['a', 'b'],
        additionalProperties: false,
        $defs: { name: { type: ['string', 'null'] } },
      },
      { to },
    )
    expect((schema['properties'] as JsonObject)['a']).toEqual({
      anyOf: [{ $ref: '#/$defs/name' }],
      description: 'Must not be null.',
    })
    expect(changes).toContainEqual(
      expect.objectContaining({ at: '/properties/a', keyword: 'oneOf', effect: 'described', enforced: true }),
    )
  },
)

test('says which values are refused where a list is impossible because another branch takes its values too', () => {
  const { schema, check } = compileSchema(
    { type: 'object', properties: { a: { type: 'string', oneOf: [{ enum: ['', 'x'] }, { type: 'string' }] } } },
    { to: 'gemini' },
  )
  expect(schema['properties']).toEqual({ a: { type: 'STRING', description: 'Must not be "" or "x".' } })
  expect(check({ a: '' })).toHaveLength(1)
})

test('lets null through where a branch takes any value beside a list of types', () => {
  const source = { type: 'object', properties: { a: { type: ['string', 'null'], anyOf: [{}, { type: 'integer' }] } } }
  expect(compileSchema(source, { to: 'gemini' }).schema['properties']).toEqual({
    a: { type: 'STRING', nullable: true },
  })
})
