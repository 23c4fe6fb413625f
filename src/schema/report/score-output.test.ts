import { expect, test } from 'vitest'
import type { JsonObject } from '../../core/json.ts'
import { compileSchema } from '../compile.ts'
import type { FittedSchema } from '../fitted-schema.ts'

const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties })
const scoreOf = (source: JsonObject, to: 'gemini' | 'gemini-json' = 'gemini') =>
  (compileSchema(source, { to, root: 'object' }) as FittedSchema).score()

test('a schema that a dialect says as it is costs its characters', () => {
  expect(scoreOf(object({ city: { type: 'string' } }))).toEqual({
    total: 57,
    isPlain: true,
    texts: 0,
    encodings: 0,
    unsaid: 0,
  })
})

test.each([
  ['JSON text', object({ any: {} }), { texts: 1, encodings: 0, unsaid: 0 }, 0],
  [
    'a list of entries',
    object({ by: { type: 'object', additionalProperties: { type: 'string' } } }),
    { encodings: 1 },
    400,
  ],
  ['numbers as strings', object({ n: { enum: [1, 7] } }), { encodings: 1 }, 100],
  ['a constraint in words', object({ n: { type: 'number', multipleOf: 5 } }), { unsaid: 1 }, 50],
  [
    'values that are lost',
    {
      ...object({ o: { ...object({ a: { type: 'string' } }), additionalProperties: true } }),
      additionalProperties: true,
    },
    { texts: 0, unsaid: 2 },
    200,
  ],
] as const)('%s is counted', (_, source, counts, cost) => {
  const score = scoreOf(source)
  const { length } = JSON.stringify(compileSchema(source, { to: 'gemini', root: 'object' }).schema)
  expect(score).toMatchObject({ isPlain: false, total: length + cost, ...counts })
})

test('a reference that is written out is not plain, and costs its characters only', () => {
  const source = { ...object({ a: { $ref: '#/$defs/A' } }), $defs: { A: { type: 'string' } } }
  expect(scoreOf(source)).toMatchObject({ isPlain: false, texts: 0, encodings: 0, unsaid: 0 })
  expect(scoreOf(source, 'gemini-json')).toMatchObject({ isPlain: true })
})

test('a default in words costs its characters only', () => {
  expect(scoreOf(object({ a: { type: 'string', default: 'x' } }), 'gemini-json')).toMatchObject({
    isPlain: true,
    unsaid: 0,
  })
})
