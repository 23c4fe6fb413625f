import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { nativeOf, type Schema } from '../document/schema.ts'
import { readSource } from './read-source.ts'

describe('ArkType', () => {
  test('is read through its own converter and validated by itself', () => {
    const source = readSource(type({ name: 'string > 2', 'age?': 'number.integer' }))
    expect(source.schema).toMatchObject({
      type: 'object',
      properties: { name: { type: 'string', minLength: 3 }, age: { type: 'integer' } },
      required: ['name'],
    })
    expect(source.changes).toEqual([])
    expect(source.validator!.parse({ name: 'abc' })).toEqual({ value: { name: 'abc' } })
    expect(source.validator!.parse({ name: 'a' })).toEqual({
      issues: [
        { level: 'error', pointer: '/name', keyword: 'refine', message: 'name must be at least length 3 (was 1).' },
      ],
    })
  })

  test('reports the checks that its converter drops', () => {
    const even = type('number').narrow((value) => value % 2 === 0)
    expect(readSource(even)).toMatchObject({
      schema: { type: 'number' },
      changes: [{ at: '', keyword: 'refine', code: 'refine-not-expressible', enforced: true }],
    })
  })

  test('marks dates', () => {
    const { schema, hasNatives } = readSource(type({ at: 'Date' }))
    const { at } = (schema as unknown as { properties: Record<string, Schema> }).properties
    expect(hasNatives).toBe(true)
    expect(at).toMatchObject({ type: 'string', format: 'date-time' })
    expect(nativeOf(at!)).toBe('date')
  })
})

describe('Valibot', () => {
  const schema = v.object({ a: v.pipe(v.string(), v.minLength(2)), b: v.optional(v.number(), 3) })

  test('without its converter: the error tells the line to write', () => {
    expect(() => readSource(schema)).toThrow(
      expect.objectContaining({
        code: 'schema-unreadable',
        message: expect.stringContaining("import { toStandardJsonSchema } from '@valibot/to-json-schema'"),
      }),
    )
  })

  test('with it is read, and validated by itself', () => {
    const source = readSource(toStandardJsonSchema(schema))
    expect(source.schema).toMatchObject({
      type: 'object',
      properties: { a: { type: 'string', minLength: 2 }, b: { type: 'number', default: 3 } },
      required: ['a'],
    })
    expect(source.validator!.parse({ a: 'xy' })).toEqual({ value: { a: 'xy', b: 3 } })
    expect(source.validator!.parse({ a: 'x' })).toMatchObject({ issues: [{ pointer: '/a', level: 'error' }] })
  })

  test('reports what its converter refuses', () => {
    const checked = v.object({
      a: v.pipe(
        v.number(),
        v.check((value) => value > 1),
      ),
    })
    expect(readSource(toStandardJsonSchema(checked))).toMatchObject({
      schema: { properties: { a: { type: 'number' } } },
      changes: [{ at: '', keyword: 'refine', effect: 'dropped', enforced: true }],
    })
  })

  test('with asynchronous checks promises an outcome', async () => {
    const slow = v.pipeAsync(
      v.string(),
      v.checkAsync(async (text) => text === 'ok'),
    )
    const source = readSource({
      '~standard': { ...slow['~standard'], jsonSchema: { input: () => ({ type: 'string' }) } },
    })
    expect(source.validator!.parse('ok')).toBeInstanceOf(Promise)
    expect(await source.validator!.parse('ok')).toEqual({ value: 'ok' })
  })
})

test('a converter that throws is quoted', () => {
  const input = () => {
    throw new Error('no maps, please')
  }
  const source = { '~standard': { version: 1, vendor: 'acme', validate: () => ({ value: 1 }), jsonSchema: { input } } }
  expect(() => readSource(source)).toThrow(
    expect.objectContaining({ code: 'schema-unreadable', message: expect.stringContaining('no maps, please') }),
  )
})

test.each([
  [{ issues: [] }, 'The value does not pass a check of the tool.'],
  [{ issues: [], value: {} }, 'The value does not pass a check of the tool.'],
  [{ issues: [null] }, 'The value does not pass a check of the tool.'],
  [{ issues: null }, 'The value does not pass a check of the tool.'],
  [{ issues: [{ message: 'Odd', path: [null] }] }, 'Odd.'],
  [{}, 'The validator returned no result.'],
  [5, 'The validator returned no result.'],
  [null, 'The validator returned no result.'],
  [undefined, 'The validator returned no result.'],
  ['ok', 'The validator returned no result.'],
])('a validator that returns %j refuses the value', (result, message) => {
  const jsonSchema = { input: () => ({ type: 'object' }) }
  const schema = { '~standard': { version: 1, vendor: 'odd', validate: () => result, jsonSchema } }
  expect(readSource(schema).validator!.parse({ a: 1 })).toMatchObject({ issues: [{ level: 'error', message }] })
})

test('a validator may return undefined as the value', () => {
  const validate = () => ({ value: undefined })
  const schema = { '~standard': { version: 1, vendor: 'odd', validate, jsonSchema: { input: () => ({}) } } }
  expect(readSource(schema).validator!.parse(1)).toEqual({ value: undefined })
})
