import { expect, test } from 'vitest'
import type { JsonObject } from '../../core/json.ts'
import { compileSchema } from '../compile.ts'
import { reachableSchemas } from '../document/reachable-keywords.ts'
import { findUnread } from './find-unread.ts'

const unread = (schema: JsonObject) =>
  findUnread(reachableSchemas([{ schema, pointer: '' }]).all).map(({ at, keyword, code, note }) => ({
    at,
    keyword,
    code,
    note,
  }))

test('a value under properties that is not a schema is named, with the schema to write', () => {
  expect(unread({ properties: { a: 'string', b: null, c: [1], d: { type: 'string' }, e: true } })).toEqual([
    {
      at: '',
      keyword: 'properties',
      code: 'not-a-schema',
      note: '"a" is "string", not a schema (write { "type": "string" }). "b" is null, not a schema. "c" is [1], not a schema. Any value is accepted there.',
    },
  ])
})

test('a keyword that slipped in between the properties is recognised', () => {
  const [change] = unread({ properties: { a: {}, required: ['a'] } })
  expect(change!.note).toBe(
    '"required" is ["a"], not a schema: it seems to be the list of required names, which belongs beside properties, not inside. Any value is accepted there.',
  )
  expect(unread({ properties: { type: 'object' } })[0]!.note).toContain('the keyword type')
})

test.each(['$defs', 'definitions', 'patternProperties', 'dependentSchemas'])('%s holds schemas', (keyword) => {
  expect(unread({ [keyword]: { a: 1 } })).toMatchObject([{ at: '', keyword, code: 'not-a-schema' }])
})

test.each(['items', 'prefixItems', 'allOf', 'anyOf', 'oneOf'])('a list of %s holds schemas', (keyword) => {
  expect(unread({ [keyword]: [{}, null] })).toMatchObject([
    { keyword, code: 'not-a-schema', note: `${keyword}/1 is null, not a schema. Any value is accepted there.` },
  ])
})

test('a list of names says which of its members has no effect', () => {
  expect(unread({ required: [1, 'a'] })).toMatchObject([
    { code: 'keyword-malformed', note: '1 is not the name of a property. The rest of the list holds.' },
  ])
  expect(unread({ dependentRequired: { a: [null] } })).toMatchObject([{ code: 'keyword-malformed' }])
  expect(unread({ dependencies: { a: ['b'], c: 'd', e: {} } })).toEqual([])
})

test('a misspelt keyword names the keyword that is near', () => {
  expect(unread({ minlength: 1, 'x-own': 2, unit: 'm' })).toMatchObject([
    { keyword: 'minlength', code: 'keyword-misspelt', note: expect.stringContaining('Did you mean minLength?') },
  ])
})

test('a schema under a name of its own is taken for a property, unless a reference leads there', () => {
  expect(unread({ city: { type: 'string' }, 'x-form': { type: 'object' }, unit: { kind: 'm' } })).toMatchObject([
    {
      keyword: 'city',
      code: 'keyword-misspelt',
      note: 'Did you mean a property? Properties belong under `properties`. "city" is not a keyword and has no effect.',
    },
  ])
  const { changes } = compileSchema({ $ref: '#/city', city: { type: 'string' } }, { to: 'gemini' })
  expect(changes.map(({ code }) => code)).not.toContain('keyword-misspelt')
})

test('a note names a few values of many', () => {
  const properties = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`p${index}`, 'x'.repeat(500)]))
  expect(unread({ properties })[0]!.note).toContain('995 more are not.')
  expect(unread({ properties })[0]!.note.length).toBeLessThan(1_000)
})

test('every dialect reports them, also the one that sends the source as it is', () => {
  for (const to of ['gemini', 'gemini-json', 'openai', 'openai-strict', 'anthropic', 'json-schema'] as const) {
    const { changes } = compileSchema({ type: 'object', properties: { a: 'string', b: { Enum: ['x'] } } }, { to })
    expect(changes).toContainEqual(
      expect.objectContaining({ at: '', keyword: 'properties', code: 'not-a-schema', enforced: false }),
    )
    expect(changes).toContainEqual(
      expect.objectContaining({ at: '/properties/b', keyword: 'Enum', code: 'keyword-misspelt' }),
    )
  }
})

test('the other schemas of a list hold, in the output and in check', () => {
  const { schema, check } = compileSchema({ allOf: [null, { type: 'string' }] } as JsonObject, { to: 'gemini' })
  expect(schema).toEqual({ type: 'STRING' })
  expect(check(1)).toHaveLength(1)
})
