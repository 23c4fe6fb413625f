import { describe, expect, test } from 'vitest'
import type { DialectId } from '../schema/dialects/index.ts'
import { compileResponse } from './compile-response.ts'
import { compileTools } from './compile-tools.ts'
import { envelopeFor } from './envelopes.ts'

const name = 'weather'
const description = 'Tells it.'
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const closed = { ...schema, additionalProperties: false }
const native = { type: 'OBJECT', properties: { city: { type: 'STRING' } }, required: ['city'] }
const nothing = { type: 'object', properties: {}, required: [], additionalProperties: false }
const dated = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema }

/** What each provider gets for a tool with parameters and one without. */
const sent: Readonly<Record<DialectId, unknown>> = {
  gemini: [{ functionDeclarations: [{ name, description, parameters: native }, { name: 'ping' }] }],
  vertex: [{ functionDeclarations: [{ name, description, parameters: native }, { name: 'ping' }] }],
  'gemini-json': [{ functionDeclarations: [{ name, description, parametersJsonSchema: schema }, { name: 'ping' }] }],
  'gemini-openai': [
    { type: 'function', function: { name, description, parameters: schema } },
    { type: 'function', function: { name: 'ping' } },
  ],
  openai: [
    { type: 'function', function: { name, description, parameters: schema } },
    { type: 'function', function: { name: 'ping' } },
  ],
  'openai-strict': [
    { type: 'function', function: { name, description, parameters: closed, strict: true } },
    { type: 'function', function: { name: 'ping', parameters: nothing, strict: true } },
  ],
  anthropic: [
    { name, description, input_schema: schema },
    { name: 'ping', input_schema: { type: 'object', properties: {} } },
  ],
  'json-schema': [{ name, description, parameters: dated }, { name: 'ping' }],
}

describe.each(Object.keys(sent) as DialectId[])('tools for %s', (to) => {
  test('are declared in its envelope', () => {
    const { tools } = compileTools({ weather: { description, inputSchema: schema }, ping: {} }, { to })
    expect(tools).toEqual(sent[to])
  })

  test('whose strict it does not accept are reported, whatever its value', () => {
    const strictOf = (strict: boolean) =>
      compileTools([{ name, parameters: schema, strict }], { to })
        .changes.filter(({ keyword }) => keyword === 'strict')
        .map(({ code, effect }) => `${code} ${effect}`)
    const dropped = ['strict-mode-changed dropped']
    const expected = {
      'as-given': [[], []],
      always: [[], ['strict-mode-changed rewritten']],
      never: [dropped, dropped],
    }
    expect([strictOf(true), strictOf(false)]).toEqual(expected[envelopeFor(to).strict])
  })
})

test('strict reaches OpenAI from every form that has it', () => {
  expect(compileTools([{ type: 'function', name, parameters: schema, strict: true }], { to: 'openai' }).tools).toEqual([
    { type: 'function', function: { name, parameters: schema, strict: true } },
  ])
})

const format = (inner: object) => ({ response_format: { type: 'json_schema', json_schema: inner } })

const asked: Readonly<Record<Exclude<DialectId, 'anthropic'>, unknown>> = {
  gemini: { responseMimeType: 'application/json', responseSchema: native },
  vertex: { responseMimeType: 'application/json', responseSchema: native },
  'gemini-json': { responseMimeType: 'application/json', responseJsonSchema: schema },
  'gemini-openai': format({ name, schema }),
  openai: format({ name, schema }),
  'openai-strict': format({ name, schema: closed, strict: true }),
  'json-schema': { schema: dated },
}

test.each(Object.keys(asked) as (keyof typeof asked)[])('a response of %s is asked for in its own way', (to) => {
  expect(compileResponse({ name, schema }, { to }).config).toEqual(asked[to])
})

test('a response for openai-strict is wrapped where it is no object, and unwrapped again', () => {
  const compiled = compileResponse({ type: 'array', items: { type: 'string' } }, { to: 'openai-strict' })
  expect(compiled.config).toMatchObject({ response_format: { json_schema: { schema: { type: 'object' } } } })
  expect(compiled.receive({ value: ['a'] })).toEqual({ value: ['a'], issues: [] })
})

test('anthropic has no response schemas here, and says what to do', () => {
  expect(() => compileResponse(schema, { to: 'anthropic' })).toThrow(
    expect.objectContaining({ code: 'option-invalid', message: expect.stringContaining('as the arguments of a tool') }),
  )
})
