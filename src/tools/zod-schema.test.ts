import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { z as z3 } from 'zod3'
import { compileSchema } from '../schema/compile.ts'
import { jsonSchema } from './json-schema.ts'
import { zodSchema } from './zod-schema.ts'

describe.each([
  ['Zod 4', z.object({ city: z.string(), days: z.number().default(3) })],
  ['Zod 3', z3.object({ city: z3.string(), days: z3.number().default(3) })],
])('zodSchema() of %s', (_name, source) => {
  const made = zodSchema(source)

  test('has its JSON Schema at once, as ai 5 needs it: the side that a model writes, closed as ai closes it', () => {
    expect(made.jsonSchema).toMatchObject({
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'number', default: 3 } },
      required: ['city'],
      additionalProperties: false,
    })
    expect(made).toMatchObject({
      [Symbol.for('vercel.ai.schema')]: true,
      [Symbol.for('vercel.ai.validator')]: true,
    })
  })

  test('parses, with defaults', () => {
    expect(made.validate!({ city: 'Rome' })).toEqual({ success: true, value: { city: 'Rome', days: 3 } })
    expect(made['~standard'].validate({ city: 'Rome' })).toEqual({ value: { city: 'Rome', days: 3 } })
  })

  test('says what is wrong and where', () => {
    expect(made.validate!({ city: 5 })).toMatchObject({
      success: false,
      error: { code: 'tool-input-invalid', message: expect.stringMatching(/^\/city: .*string/) },
    })
    expect(made['~standard'].validate({ city: 5 })).toMatchObject({ issues: [{ path: ['city'] }] })
  })
})

test('zodSchema() takes what has no JSON form, as JSON', () => {
  const made = zodSchema(z.object({ at: z.date(), tags: z.set(z.string()) }))
  expect(made.jsonSchema).toMatchObject({ properties: { at: { type: 'string', format: 'date-time' } } })
  expect(made.validate!({ at: '2026-01-02T00:00:00Z', tags: ['a', 'a'] })).toEqual({
    success: true,
    value: { at: new Date('2026-01-02T00:00:00Z'), tags: new Set(['a']) },
  })
})

test('zodSchema() waits for checks that take their time', async () => {
  const made = zodSchema(z.string().refine(async (text) => text === 'ok', 'Not ok.'))
  expect(await made.validate!('ok')).toEqual({ success: true, value: 'ok' })
  expect(await made.validate!('no')).toMatchObject({ success: false, error: { message: 'Not ok.' } })
})

test('the compiler reads the Zod schema itself: what it checks beyond its JSON Schema is reported', () => {
  const even = z.object({ n: z.number().refine((n) => n % 2 === 0) })
  const direct = compileSchema(even, { to: 'gemini' })
  const wrapped = compileSchema(zodSchema(even), { to: 'gemini' })
  expect(wrapped.changes).toEqual(direct.changes)
  expect(wrapped.changes).toContainEqual(expect.objectContaining({ keyword: 'refine' }))
})

test('zodSchema() of a promised schema is an error', () => {
  const promised = zodSchema(jsonSchema(async () => ({})))
  expect(() => promised.jsonSchema).toThrow(expect.objectContaining({ code: 'schema-async' }))
})
