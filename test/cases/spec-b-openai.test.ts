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

describe('B3: the worked example', () => {
  const compiled = compileTools([getWeather], { to: 'gemini' })

  test('B3: the same properties, without what Gemini refuses', () => {
    expect(compiled.tools).toEqual([{ functionDeclarations: [{ name: 'get_weather', parameters }] }])
    expect(acceptedEverywhere(parameters, 'parameters')).toEqual([])
  })

  test('B3: every loss is confessed, and names the tool', () => {
    const confessed = compiled.changes.map(({ tool, at, keyword, effect }) => `${tool} ${at} ${keyword}: ${effect}`)
    expect(confessed.sort()).toEqual([
      'get_weather  $schema: dropped',
      'get_weather  additionalProperties: rewritten',
      'get_weather  strict: dropped',
      'get_weather /properties/location exclusiveMinimum: dropped',
      'get_weather /properties/units const: rewritten',
    ])
  })

  test('B3: calls come back, and are held to the original', () => {
    const call = (args: unknown) => compiled.receiveCall({ name: 'get_weather', args })
    const input = { location: 'Graz', units: 'celsius' }
    expect(call(input)).toEqual({ toolName: 'get_weather', input, issues: [] })
    expect(call({ units: 'celsius' }).issues).toMatchObject([{ level: 'error', keyword: 'required' }])
    expect(call({ location: 'Graz', units: 'kelvin' }).issues).toMatchObject([{ level: 'error', pointer: '/units' }])
  })
})

describe('B4: with no manual step', () => {
  const request = {
    model: 'gemini',
    messages: [{ role: 'user', content: 'How is the weather?' }],
    tools: [getWeather],
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'weather', strict: true, schema: getWeather.function.parameters },
    },
  }

  test('B4: the tools of a whole request', () => {
    expect(compileTools(request, { to: 'gemini' }).tools).toEqual([
      { functionDeclarations: [{ name: 'get_weather', parameters }] },
    ])
  })

  test.each<[string, unknown]>([
    ['a whole request', request],
    ['its response_format', request.response_format],
    ['the json_schema inside', request.response_format.json_schema],
    ['the schema inside', request.response_format.json_schema.schema],
  ])('B4: the response schema, from %s', (_what, source) => {
    expect(compileResponse(source, { to: 'gemini' }).config).toEqual({
      responseMimeType: 'application/json',
      responseSchema: parameters,
    })
  })

  test('B4: any OpenAI schema on its own', () => {
    expect(compileSchema(getWeather.function.parameters, { to: 'gemini' }).schema).toEqual(parameters)
  })
})

describe('B6: the OpenAI envelope with the restrictions of Gemini', () => {
  test('B6: the worked example, after', () => {
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

  test('B6: const becomes enum', () => {
    const config = compileResponse({ type: 'string', const: 'fixed-value' }, { to: 'gemini-openai' }).config
    expect(config).toEqual({
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'response', schema: { type: 'string', enum: ['fixed-value'] } },
      },
    })
  })

  test('B6: additionalProperties: false is gone', () => {
    const schema = { type: 'object', properties: { name: { type: 'string' } }, additionalProperties: false }
    const source = { type: 'json_schema', json_schema: { name: 'person', strict: true, schema } }
    expect(compileResponse(source, { to: 'gemini-openai' }).config).toEqual({
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'person', schema: { type: 'object', properties: { name: { type: 'string' } } } },
      },
    })
  })

  test('B6: a tool without parameters has no parameters key', () => {
    const tool = { type: 'function', function: { name: 'ping', parameters: { type: 'object', properties: {} } } }
    expect(compileTools([tool], { to: 'gemini-openai' }).tools).toEqual([
      { type: 'function', function: { name: 'ping' } },
    ])
  })
})
