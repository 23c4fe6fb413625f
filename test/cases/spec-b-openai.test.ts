import { describe, expect, test } from 'vitest'
import { compileResponse, compileTools } from '../../src/index.ts'
import { compileSchema } from '../../src/schema/index.ts'
import { acceptedEverywhere } from '../acceptance/accepted-everywhere.ts'

/** The document's worked example, before. */
const getWeather = {
  type: 'function',
  function: {
    name: 'get_weather',
    strict: true,
    parameters: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { location: { type: 'string', exclusiveMinimum: 0 }, units: { const: 'celsius' } },
      additionalProperties: false,
      required: ['location'],
    },
  },
}

const parameters = {
  type: 'OBJECT',
  properties: { location: { type: 'STRING' }, units: { type: 'STRING', enum: ['celsius'] } },
  required: ['location'],
}

describe('the worked example (B3)', () => {
  const compiled = compileTools([getWeather], { to: 'gemini' })

  test('the same properties, without what Gemini refuses (B3)', () => {
    expect(compiled.tools).toEqual([{ functionDeclarations: [{ name: 'get_weather', parameters }] }])
    expect(acceptedEverywhere(parameters, 'parameters')).toEqual([])
  })

  test('every loss is reported, and names the tool (B3)', () => {
    const reported = compiled.changes.map(({ tool, at, keyword, effect }) => `${tool} ${at} ${keyword}: ${effect}`)
    expect(reported.sort()).toEqual([
      'get_weather  $schema: dropped',
      'get_weather  additionalProperties: rewritten',
      'get_weather  strict: dropped',
      'get_weather /properties/location exclusiveMinimum: dropped',
      'get_weather /properties/units const: rewritten',
    ])
  })

  test('calls come back, and are held to the original (B3)', () => {
    const call = (args: unknown) => compiled.receiveCall({ name: 'get_weather', args })
    const input = { location: 'Graz', units: 'celsius' }
    expect(call(input)).toEqual({ toolName: 'get_weather', input, issues: [] })
    expect(call({ units: 'celsius' }).issues).toMatchObject([{ level: 'error', keyword: 'required' }])
    expect(call({ location: 'Graz', units: 'kelvin' }).issues).toMatchObject([{ level: 'error', pointer: '/units' }])
  })
})

describe('with no manual step (B4)', () => {
  const request = {
    model: 'gemini',
    messages: [{ role: 'user', content: 'How is the weather?' }],
    tools: [getWeather],
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'weather', strict: true, schema: getWeather.function.parameters },
    },
  }

  test('the tools of a whole request (B4)', () => {
    expect(compileTools(request, { to: 'gemini' }).tools).toEqual([
      { functionDeclarations: [{ name: 'get_weather', parameters }] },
    ])
  })

  test.each<[string, unknown]>([
    ['a whole request', request],
    ['its response_format', request.response_format],
    ['the json_schema inside', request.response_format.json_schema],
    ['the schema inside', request.response_format.json_schema.schema],
  ])('the response schema, from %s (B4)', (_what, source) => {
    expect(compileResponse(source, { to: 'gemini' }).config).toEqual({
      responseMimeType: 'application/json',
      responseSchema: parameters,
    })
  })

  test('any OpenAI schema on its own (B4)', () => {
    expect(compileSchema(getWeather.function.parameters, { to: 'gemini' }).schema).toEqual(parameters)
  })
})

describe('the OpenAI envelope with the restrictions of Gemini (B6)', () => {
  test('the worked example, after (B6)', () => {
    const compiled = compileTools([getWeather], { to: 'gemini-openai' })
    expect(compiled.tools).toEqual([
      {
        type: 'function',
        function: {
          name: 'get_weather',
          parameters: {
            type: 'object',
            properties: { location: { type: 'string' }, units: { type: 'string', enum: ['celsius'] } },
            required: ['location'],
          },
        },
      },
    ])
    expect(compiled.changes).toContainEqual(
      expect.objectContaining({ tool: 'get_weather', keyword: 'strict', effect: 'dropped' }),
    )
  })

  test('const becomes enum (B6)', () => {
    const config = compileResponse({ type: 'string', const: 'fixed-value' }, { to: 'gemini-openai' }).config
    expect(config).toEqual({
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'response', schema: { type: 'string', enum: ['fixed-value'] } },
      },
    })
  })

  test('additionalProperties: false is gone (B6)', () => {
    const schema = { type: 'object', properties: { name: { type: 'string' } }, additionalProperties: false }
    const source = { type: 'json_schema', json_schema: { name: 'person', strict: true, schema } }
    expect(compileResponse(source, { to: 'gemini-openai' }).config).toEqual({
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'person', schema: { type: 'object', properties: { name: { type: 'string' } } } },
      },
    })
  })

  test('a tool without parameters has no parameters key (B6)', () => {
    const tool = { type: 'function', function: { name: 'ping', parameters: { type: 'object', properties: {} } } }
    expect(compileTools([tool], { to: 'gemini-openai' }).tools).toEqual([
      { type: 'function', function: { name: 'ping' } },
    ])
  })
})
