import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../core/json.ts'
import { compileSchema } from './compile.ts'

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more })
const choose = (source: JsonObject) => compileSchema(source, { to: 'gemini-auto', root: 'object' })
const text = { type: 'string' }

describe('gemini-auto writes', () => {
  test.each([
    ['gemini', 'lengths and patterns', object({ a: { ...text, minLength: 2, pattern: '^a' } })],
    [
      'gemini',
      'one list of numbers beside constraints',
      object({ n: { enum: [1, 7] }, a: { ...text, pattern: '^a' }, b: { ...text, pattern: '^b', minLength: 3 } }),
    ],
    ['gemini', 'what neither can say', object({ n: { type: 'number', multipleOf: 5 } })],
    ['gemini-json', 'any value', object({ any: {} })],
    ['gemini-json', 'records', object({ by: { type: 'object', additionalProperties: text } })],
    [
      'gemini-json',
      'tuples',
      object({ pair: { type: 'array', prefixItems: [text, text], minItems: 2, items: false } }),
    ],
    ['gemini-json', 'recursion', object({ child: { $ref: '#' } })],
    ['gemini-json', 'further properties beside declared ones', object({ a: text }, { additionalProperties: true })],
  ] as const)('%s for %s', (dialect, _, source) => {
    const { dialect: chosen, schema } = choose(source)
    expect(chosen).toBe(dialect)
    expect(schema).toEqual(compileSchema(source, { to: dialect, root: 'object' }).schema)
  })
})

test('the report says which dialect was chosen and why, first and as an implicit change', () => {
  const change = {
    at: '',
    keyword: 'dialect',
    code: 'dialect-chosen',
    effect: 'rewritten',
    enforced: true,
    implicit: true,
  }
  expect(choose(object({ a: text })).changes[0]).toEqual({
    ...change,
    note: 'Written in gemini, which says all of it without encodings.',
  })
  expect(choose(object({ any: {}, a: { ...text, pattern: '^a' } })).changes[0]).toEqual({
    ...change,
    note: 'Written in gemini-json: gemini-json scores 148 (1 constraint not in the schema), gemini scores 139 (1 JSON text).',
  })
})

test('a choice alone is no change that onChange: throw reports', () => {
  const source = object({ a: text })
  expect(() => compileSchema(source, { to: 'gemini-auto', root: 'object', onChange: 'throw' })).not.toThrow()
})

test('values come back from the chosen form', () => {
  const records = choose(object({ by: { type: 'object', additionalProperties: { type: 'number' } } }))
  expect(records.encode({ by: { tea: 3 } })).toEqual({ by: { tea: 3 } })
  const numbers = choose(
    object({ n: { enum: [1, 7] }, a: { ...text, pattern: '^a' }, b: { ...text, pattern: '^b', minLength: 3 } }),
  )
  expect(numbers.receive({ n: '7' })).toEqual({ value: { n: 7 }, issues: [] })
})

test('an impossible schema is refused as in its dialects', () => {
  expect(() => choose({ type: 'string', minLength: 2, maxLength: 1 })).toThrow(
    expect.objectContaining({ code: 'schema-impossible' }),
  )
})

test('the compiled schema is cached, and those of the dialects that were tried', () => {
  const source = object({ any: {}, a: { ...text, pattern: '^a' } })
  const chosen = choose(source)
  expect(choose(source)).toBe(chosen)
  expect(compileSchema(source, { to: 'gemini-json', root: 'object' }).schema).toBe(chosen.schema)
})

describe('a value in the form that was not chosen', () => {
  const source = object({ by: { type: 'object', additionalProperties: { type: 'number' } } }, { required: ['by'] })
  const issue = { level: 'warning', pointer: '', keyword: 'dialect' }

  test('is read, with a warning: the history shows the model calls of that form', async () => {
    const received = {
      value: { by: { tea: 3 } },
      issues: [{ ...issue, message: 'Read in the form of gemini, which was not asked for.' }],
    }
    expect(choose(source).receive({ by: [{ key: 'tea', value: 3 }] })).toEqual(received)
    expect(await choose(source).receiveAsync({ by: [{ key: 'tea', value: 3 }] })).toEqual(received)
  })

  test('is not read where it is valid in no form: the issues are those of the chosen one', () => {
    const { issues } = choose(source).receive({ by: 'tea' })
    expect(issues).toMatchObject([{ level: 'error', pointer: '/by' }])
  })
})
