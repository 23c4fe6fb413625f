import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../core/json.ts'
import { compileSchema } from '../compile.ts'

const accepts = (schema: JsonObject, value: unknown) =>
  compileSchema(schema, { to: 'gemini' }).check(value).length === 0
const changesOf = (schema: JsonObject) =>
  compileSchema(schema, { to: 'gemini' })
    .changes.filter(({ code }) => code === 'read-as-meant')
    .map(({ at, keyword, effect, enforced }) => `${at} ${keyword}: ${effect}, ${enforced}`)

describe('enum', () => {
  test('of strings on an array of strings lists the items', () => {
    const schema = { type: 'array', items: { type: 'string' }, enum: ['x', 'y'] }
    expect(compileSchema(schema, { to: 'gemini' }).schema).toEqual({
      type: 'ARRAY',
      items: { type: 'STRING', enum: ['x', 'y'] },
    })
    expect(accepts(schema, ['x', 'y', 'x'])).toBe(true)
    expect(accepts(schema, ['z'])).toBe(false)
    expect(accepts(schema, 'x')).toBe(false)
    expect(changesOf(schema)).toEqual([' enum: rewritten, true'])
  })

  test('of digits on an integer lists numbers, and of words on a boolean booleans', () => {
    const schema = { type: 'integer', enum: ['1', '2'] }
    expect(accepts(schema, 2)).toBe(true)
    expect(accepts(schema, '2')).toBe(false)
    expect(accepts({ type: 'boolean', enum: ['true'] }, true)).toBe(true)
    expect(accepts({ type: ['number', 'null'], enum: ['0.5', null] }, 0.5)).toBe(true)
    expect(accepts({ type: 'array', items: { type: 'integer' }, enum: ['1'] }, [1])).toBe(true)
    const { encode, receive } = compileSchema(schema, { to: 'gemini' })
    expect(receive(encode(2))).toEqual({ value: 2, issues: [] })
  })

  test('without members is ignored beside a type and in items', () => {
    expect(accepts({ type: 'string', enum: [] }, 'any')).toBe(true)
    expect(accepts({ type: 'string', enum: [] }, 1)).toBe(false)
    expect(accepts({ type: 'array', items: { enum: [] } }, [1, 'a'])).toBe(true)
    expect(changesOf({ type: 'array', items: { enum: [] } })).toEqual(['/items enum: dropped, false'])
  })

  test('that allows a value as it is written is read as it is written', () => {
    expect(accepts({ type: 'integer', enum: ['1', 2] }, 1)).toBe(false)
    expect(accepts({ type: 'array', enum: [['x'], 'y'] }, ['y'])).toBe(false)
    expect(changesOf({ type: 'integer', enum: ['1', 2] })).toEqual([])
  })

  test.each([
    { enum: [] },
    { type: 'string', enum: [1] },
    { type: 'integer', enum: ['one'] },
    { type: 'integer', enum: ['1.5'] },
    { type: 'array', items: { type: 'integer' }, enum: ['one'] },
    { type: 'object', enum: ['a'] },
  ])('%j that nobody could mean stays an error', (schema) => {
    expect(() => compileSchema(schema, { to: 'gemini' })).toThrow('No value can satisfy')
  })
})

describe('additionalProperties: false beside allOf', () => {
  const base = { properties: { id: { type: 'string' } }, required: ['id'] }
  const schema: JsonObject = {
    type: 'object',
    properties: { name: { type: 'string' } },
    additionalProperties: false,
    allOf: [{ $ref: '#/$defs/base' }],
    $defs: { base },
  }

  test('closes the whole where allOf requires other properties', () => {
    expect(compileSchema(schema, { to: 'gemini' }).schema).toMatchObject({
      properties: { name: { type: 'STRING' }, id: { type: 'STRING' } },
      required: ['id'],
    })
    expect(accepts(schema, { id: 'a', name: 'b' })).toBe(true)
    expect(accepts(schema, { id: 'a', other: 1 })).toBe(false)
    expect(changesOf(schema)).toEqual([' additionalProperties: rewritten, true'])
  })

  test('is read as it is written where some value is possible', () => {
    const open = { ...schema, $defs: { base: { properties: base.properties } } }
    expect(accepts(open, { id: 'a' })).toBe(false)
    expect(accepts(open, { name: 'b' })).toBe(true)
    expect(changesOf(open)).toEqual([])
  })

  test('a violation names the keyword and the place of the source', () => {
    const [issue] = compileSchema(schema, { to: 'gemini' }).check({ id: 'a', other: 1 })
    expect(issue).toMatchObject({ pointer: '/other', keyword: 'additionalProperties' })
  })
})

test('words beside the type of a boolean or a number are strings', () => {
  const schema: JsonObject = { type: 'boolean', enum: ['True', 'False', 'dontcare'] }
  expect(compileSchema(schema, { to: 'gemini' }).schema).toEqual({
    type: 'STRING',
    enum: ['True', 'False', 'dontcare'],
  })
  expect([accepts(schema, 'dontcare'), accepts(schema, true)]).toEqual([true, false])
  expect(changesOf(schema)).toEqual([' type: rewritten, true'])
  expect(accepts({ type: ['integer', 'null'], enum: ['1', 'any', null] }, null)).toBe(true)
})

describe('oneOf of which only the formats tell the branches apart', () => {
  const when = { oneOf: [{ type: 'string', format: 'date' }, { $ref: '#/$defs/Time' }] }
  const $defs = { Time: { type: 'string', format: 'date-time', description: 'A time.' } }

  test('lets a value fit several, because formats are not checked', () => {
    const { schema, check, changes } = compileSchema({ ...when, $defs }, { to: 'gemini' })
    expect(schema).toEqual({
      anyOf: [
        { type: 'STRING', description: 'Format: date.' },
        { type: 'STRING', format: 'date-time', description: 'A time.' },
      ],
    })
    expect(check('2026-01-02')).toEqual([])
    expect(check(1)).toMatchObject([{ keyword: 'oneOf' }])
    expect(changes.filter(({ keyword }) => keyword === 'oneOf')).toMatchObject([{ at: '', code: 'read-as-meant' }])
  })

  test('means what it says where formats are checked, or where something else tells them apart', () => {
    const checked = compileSchema({ ...when, $defs }, { to: 'gemini', formats: 'assert' })
    expect(checked.check('2026-01-02')).toEqual([])
    expect(checked.check('soon')).toMatchObject([{ keyword: 'oneOf' }])
    expect(accepts({ oneOf: [{ type: 'string' }, { type: 'string' }] }, 'a')).toBe(false)
    const short = { type: 'string', format: 'uri', maxLength: 3 }
    expect(accepts({ oneOf: [{ type: 'string', format: 'uri' }, short] }, 'a:b')).toBe(false)
  })
})

test('an empty list of types says nothing', () => {
  const { check, changes } = compileSchema({ type: [] }, { to: 'gemini-json' })
  expect(check(5)).toEqual([])
  expect(changes).toMatchObject([{ keyword: 'type', code: 'keyword-malformed', enforced: false }])
})
