import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { compileResponse, compileResponseAsync } from './compile-response.ts'

const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] }
const fitted = { type: 'OBJECT', properties: { ok: { type: 'BOOLEAN' } }, required: ['ok'] }
const jsonSchema = { name: 'review', schema, strict: true }
const format = { type: 'json_schema', json_schema: jsonSchema }

describe('a response for Gemini', () => {
  const config = { responseMimeType: 'application/json', responseSchema: fitted }

  test.each<[string, unknown]>([
    ['a JSON Schema', schema],
    ['a Zod schema', z.object({ ok: z.boolean() })],
    ['a name and a schema', { name: 'review', schema }],
    ['a schema alone in its wrapper', { schema: z.object({ ok: z.boolean() }) }],
    ['a response_format of OpenAI', format],
    ['a format of the Responses API', { type: 'json_schema', ...jsonSchema }],
    ['a responseFormat of the AI SDK', { type: 'json', schema, name: 'review' }],
    ['a whole OpenAI request', { model: 'm', messages: [], response_format: format }],
  ])('from %s', (_form, source) => {
    expect(compileResponse(source, { to: 'gemini' }).config).toEqual(config)
  })

  test('what only the client sends is left out, unless it is to be kept', () => {
    const secret = { type: 'string', writeOnly: true }
    const source = { ...schema, properties: { ...schema.properties, id: { type: 'string', readOnly: true }, secret } }
    const names = (options: { access?: 'keep' }) =>
      Object.keys(compileResponse(source, { to: 'gemini', ...options }).compiled!.schema['properties'] as object)
    expect(names({})).toEqual(['ok', 'id'])
    expect(names({ access: 'keep' })).toEqual(['ok', 'id', 'secret'])
  })

  test('any JSON, or text, has no schema', () => {
    expect(compileResponse({ type: 'json_object' }, { to: 'gemini' }).config).toEqual({
      responseMimeType: 'application/json',
    })
    const text = compileResponse({ type: 'text' }, { to: 'gemini' })
    expect(text.config).toEqual({})
    expect(text.receive('hi')).toEqual({ value: 'hi', issues: [] })
  })

  test('strict and the description of the format are reported', () => {
    const source = { type: 'json_schema', json_schema: { ...jsonSchema, description: 'Is it good?' } }
    const { changes } = compileResponse(source, { to: 'gemini' })
    expect(changes.filter(({ implicit }) => !implicit).map(({ keyword, effect }) => [keyword, effect])).toEqual([
      ['description', 'dropped'],
      ['strict', 'dropped'],
    ])
  })

  test('the answer is decoded and checked', async () => {
    const compiled = compileResponse(z.record(z.string(), z.number()), { to: 'gemini' })
    expect(compiled.receive([{ key: 'ada', value: 10 }])).toEqual({ value: { ada: 10 }, issues: [] })
    expect((await compiled.receiveAsync([{ key: 'ada', value: 'x' }])).issues).toHaveLength(1)
  })
})

describe('a response for OpenAI', () => {
  test('a response_format passes as it came', () => {
    const compiled = compileResponse(format, { to: 'openai' })
    expect(compiled.config['response_format']).toBe(format)
    expect(compiled.changes).toEqual([])
    expect(compileResponse({ type: 'json_object' }, { to: 'openai' }).config).toEqual({
      response_format: { type: 'json_object' },
    })
  })

  test('a schema gets a name, and one that OpenAI takes', () => {
    expect(compileResponse(schema, { to: 'openai' }).config).toEqual({
      response_format: { type: 'json_schema', json_schema: { name: 'response', schema } },
    })
    const named = compileResponse({ name: 'my review', description: 'Good?', schema }, { to: 'openai' })
    expect(named.config).toEqual({
      response_format: { type: 'json_schema', json_schema: { name: 'my_review', description: 'Good?', schema } },
    })
    expect(named.changes).toMatchObject([{ code: 'name-fitted', keyword: 'name' }])
  })
})

test('json-schema gives the schema alone', () => {
  expect(compileResponse(schema, { to: 'json-schema' }).config).toMatchObject({ schema })
})

test('a promised schema is awaited', async () => {
  expect((await compileResponseAsync(Promise.resolve(schema), { to: 'gemini' })).config['responseSchema']).toEqual(
    fitted,
  )
  expect((await compileResponseAsync({ name: 'x', schema: async () => schema }, { to: 'gemini' })).config).toEqual({
    responseMimeType: 'application/json',
    responseSchema: fitted,
  })
})

test.each<[unknown]>([
  [undefined],
  [null],
  [5],
  ['text'],
  [[]],
  [{ response_format: {} }],
  [{ type: 'json_schema', json_schema: { name: 'x' } }],
  [{ type: 'json_schema', name: 'x' }],
])('%j is no response schema', (source) => {
  expect(() => compileResponse(source, { to: 'gemini' })).toThrow(
    expect.objectContaining({ code: 'schema-unreadable' }),
  )
})

test('a keyword that happens to be called schema makes no wrapper', () => {
  const source = { type: 'object', schema: { a: 1 }, properties: { ok: { type: 'boolean' } } }
  expect(compileResponse(source, { to: 'gemini' }).config['responseSchema']).toEqual({
    type: 'OBJECT',
    properties: { ok: { type: 'BOOLEAN' } },
  })
})
