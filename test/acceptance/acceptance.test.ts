import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { accepts, type SentAs } from './index.ts'

const judge = (dialect: string, schema: unknown, place: SentAs = 'tool') =>
  accepts[dialect]!(schema as JsonObject, place)

test('every dialect that names an endpoint is judged, and json-schema by its meta-schema', () => {
  expect(Object.keys(accepts).sort()).toEqual(
    ['anthropic', 'gemini', 'gemini-json', 'gemini-openai', 'json-schema', 'openai-strict', 'vertex'].sort(),
  )
})

describe('the OpenAI-compatible endpoint of Google', () => {
  test('takes the envelope of its documents', () => {
    // https://ai.google.dev/gemini-api/docs/openai
    const location = { type: 'string', description: 'The city and state, e.g. Chicago, IL' }
    const unit = { type: 'string', enum: ['celsius', 'fahrenheit'] }
    expect(judge('gemini-openai', { type: 'object', properties: { location, unit }, required: ['location'] })).toEqual(
      [],
    )
  })
  test('has the restrictions of a Schema message', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', const: 'a' } }, additionalProperties: false }
    const breaches = judge('gemini-openai', schema).join('\n')
    expect(breaches).toContain('Unknown name "additionalProperties"')
    expect(breaches).toContain('Unknown name "const"')
  })
  test('takes types in lower case, also of properties called type', () => {
    const schema = { type: 'object', properties: { type: { type: 'array', items: { type: 'STRING' } } } }
    expect(judge('gemini-openai', schema)).toEqual(['/properties/type/items/type: STRING is not lower case'])
  })
})

describe('Vertex', () => {
  test('takes definitions and records', () => {
    const schema = {
      type: 'OBJECT',
      properties: {
        pet: { ref: '#/defs/Pet' },
        tags: { type: 'OBJECT', additionalProperties: { type: 'STRING' } },
        closed: { type: 'OBJECT', properties: { a: { type: 'STRING' } }, additionalProperties: false },
      },
      defs: { Pet: { type: 'OBJECT', properties: { name: { type: 'STRING' } } } },
    }
    expect(judge('vertex', schema)).toEqual([])
    expect(judge('vertex', schema, 'response')).toEqual([])
    expect(judge('gemini', schema).join()).toContain('Unknown name "ref"')
  })
  test('knows neither $ref nor const', () => {
    const schema = { type: 'OBJECT', properties: { a: { $ref: '#/defs/A' }, b: { const: 1 } } }
    expect(judge('vertex', schema)).toEqual([
      expect.stringContaining('Unknown name "$ref"'),
      expect.stringContaining('Unknown name "const"'),
    ])
  })
  test('wants an object for a tool only', () => {
    expect(judge('vertex', { type: 'STRING' })).toHaveLength(1)
    expect(judge('vertex', { type: 'STRING' }, 'response')).toEqual([])
  })
})

describe('Gemini with JSON Schema', () => {
  test('is asked at both endpoints', () => {
    expect(judge('gemini-json', { type: 'object', properties: { a: { $ref: '#/$defs/A' } } })).toEqual([
      'ai-studio: reference to undefined schema at properties.a',
      'vertex: reference to undefined schema at properties.a',
    ])
    expect(judge('gemini-json', { type: 'object', properties: { a: { const: 1 } } })).toEqual([])
  })
})

describe('json-schema', () => {
  test('is what the meta-schema of 2020-12 takes', () => {
    expect(judge('json-schema', { type: 'string', pattern: '^a', default: 1 })).toEqual([])
    expect(judge('json-schema', { $schema: 'https://json-schema.org/draft/2020-12/schema' })).toEqual([])
    expect(judge('json-schema', { $schema: 'http://json-schema.org/draft-07/schema#' })).toHaveLength(1)
    expect(judge('json-schema', { properties: { a: { type: 'STRING' } } })).not.toEqual([])
    expect(judge('json-schema', { properties: { a: { maxItems: -1 } } })).not.toEqual([])
    expect(judge('json-schema', { items: { $ref: '#/$defs/A' } })).toEqual([
      '/items: refers to #/$defs/A, which is not there',
    ])
  })
})
