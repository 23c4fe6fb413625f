import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { checkAnthropic, checkAnthropicName } from './anthropic.ts'

const object = (properties: object, more: object = {}): JsonObject =>
  ({ type: 'object', properties, ...more }) as JsonObject

describe('Anthropic takes an input_schema', () => {
  test('of its documents', () => {
    // https://docs.claude.com/en/docs/agents-and-tools/tool-use/implement-tool-use
    const location = { type: 'string', description: 'The city and state, e.g. San Francisco, CA' }
    const unit = { type: 'string', enum: ['celsius', 'fahrenheit'], description: 'The unit of temperature' }
    expect(checkAnthropic(object({ location, unit }, { required: ['location'] }))).toEqual([])
  })

  test('with any keyword of 2020-12, unions below the root, and references', () => {
    const $defs = { A: { anyOf: [{ type: 'string' }, { not: { type: 'null' } }] } }
    const tuple = { type: 'array', prefixItems: [{ const: 1 }], items: false, contains: {} }
    const schema = object(
      { a: { $ref: '#/$defs/A', description: 'd' }, tuple },
      { $defs, patternProperties: { '^x': true } },
    )
    expect(checkAnthropic(schema)).toEqual([])
    expect(checkAnthropic(object({}))).toEqual([])
  })
})

describe('Anthropic refuses', () => {
  test.each(['oneOf', 'allOf', 'anyOf'])('%s at the top level', (keyword) => {
    // https://github.com/anthropics/claude-code/issues/5319
    expect(checkAnthropic(object({}, { [keyword]: [{ required: ['a'] }] }))).toEqual([
      ': input_schema does not support oneOf, allOf, or anyOf at the top level',
    ])
  })

  test.each([{}, { type: 'string' }, { type: ['object', 'null'] }])('a root that is no object: %j', (schema) => {
    expect(checkAnthropic(schema as JsonObject)).toEqual([": input_schema.type: Input should be 'object'"])
  })

  test.each([
    'filter[id]', // https://github.com/beautyfree/appstore-connect-mcp/issues/2
    '$top', // https://github.com/ComposioHQ/composio/issues/3500
    '@microsoft.graph.conflictBehavior',
    'a'.repeat(65), // https://github.com/ComposioHQ/composio/pull/3067
    '',
    'a b',
    'a\n',
  ])('a property called %j', (name) => {
    const text = "Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'"
    expect(checkAnthropic(object({ [name]: {} }))).toEqual([`/properties: ${text}`])
    expect(checkAnthropic(object({ list: { items: { properties: { [name]: {} } } } }))).toEqual([
      `/properties/list/items/properties: ${text}`,
    ])
  })

  test.each([
    { type: 'text' },
    { required: true },
    { minLength: '1' },
    { items: [{ type: 'string' }] },
    { exclusiveMinimum: true, minimum: 1 },
    { enum: 'a' },
    { pattern: '(' },
    { $ref: '#/$defs/Missing' },
  ])('what is not JSON Schema 2020-12: %j', (property) => {
    const breaches = checkAnthropic(object({ a: property }))
    expect(breaches).not.toEqual([])
    for (const breach of breaches) expect(breach).toContain('It must match JSON Schema draft 2020-12')
  })

  test('names of tools with other characters, or longer than 64', () => {
    expect(checkAnthropicName('get_weather-2')).toEqual([])
    for (const name of ['', 'a.b', 'get weather', 'a'.repeat(65)]) expect(checkAnthropicName(name)).toHaveLength(1)
  })
})
