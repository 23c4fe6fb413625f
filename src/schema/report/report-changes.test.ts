import { expect, test } from 'vitest'
import type { JsonObject } from '../../core/json.ts'
import { compileSchema } from '../compile.ts'
import type { DialectId } from '../dialects/index.ts'

/** The changes of a source, as place and keyword. */
function reported(source: JsonObject, to: DialectId): string[] {
  return compileSchema(source, { to }).changes.map(({ at, keyword }) => `${at} ${keyword}`)
}

test('text that stands for a whole schema does not carry what stands beside the reference to it', () => {
  const source = { type: 'object', properties: { a: {} }, required: ['a'], dependentSchemas: { a: { $ref: '#' } } }
  expect(reported(source, 'gemini')).toEqual(expect.arrayContaining([' type', ' properties', ' required']))
})

test('a definition that any value stands for does not carry the type of the schema that it lies in', () => {
  const source = { type: 'string', $ref: '#/$defs/a', $defs: { a: { $ref: '#' } } }
  expect(reported(source, 'anthropic')).toContain(' type')
})

test('a change of a keyword that a definition does not have says nothing about the other definitions', () => {
  const node = { properties: { a: { items: [{ $ref: '#/$defs/node' }], required: true } }, nullable: true }
  const places = reported({ $ref: '#/$defs/node', $defs: { node } }, 'gemini-json')
  expect(places).toContain('/$defs/node nullable')
  expect(places).toContain('/$defs/node/properties/a required')
})

test('an object that stands in several places of a source is reported in each', () => {
  const shared = { type: 'string', minLength: 2 }
  const places = reported({ properties: { a: shared, b: { anyOf: [shared, { type: 'integer' }] } } }, 'gemini-json')
  expect(places).toEqual(expect.arrayContaining(['/properties/a minLength', '/properties/b/anyOf/0 minLength']))
})

test('a property that is null is no branch of the nullable object around it', () => {
  const source = { type: 'string', nullable: true, properties: { a: { type: 'null' }, b: 'string' } }
  expect(reported(source, 'gemini')).toContain('/properties/a type')
})

test('of two annotations the one closer to where a definition is used is sent, also inside a rule', () => {
  const used = { anyOf: [{ $ref: '#/$defs/a', deprecated: true }] }
  const source = { type: 'object', dependentSchemas: { a: used }, $defs: { a: { deprecated: false } } }
  expect(compileSchema(source, { to: 'anthropic' }).schema).toMatchObject({
    dependentSchemas: { a: { deprecated: true } },
  })
  expect(reported(source, 'anthropic')).toContain('/$defs/a deprecated')
})

test('a bound that is said in words for one of two merged schemas is said for both', () => {
  const bound = { type: 'object', minProperties: 1 }
  const { changes } = compileSchema({ ...bound, oneOf: [bound] }, { to: 'gemini' })
  expect(
    changes.filter(({ keyword }) => keyword === 'minProperties').map(({ at, effect }) => `${at}: ${effect}`),
  ).toEqual(['/oneOf/0: described', ': described'])
})
