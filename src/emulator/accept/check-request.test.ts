import { describe, expect, test } from 'vitest'
import type { GenerateContentRequest } from '../api/message.ts'
import { findModel, type Model } from '../api/model.ts'
import { type CheckRequestOptions, checkRequest } from './check-request.ts'
import { errorMessage } from './rule/rule.ts'

const modelNamed = (id: string) => findModel(id) as Model
const question = [{ role: 'user', parts: [{ text: 'q' }] }]

function rejections(request: GenerateContentRequest, options: Partial<CheckRequestOptions> = {}) {
  return checkRequest(
    { contents: question, ...request },
    { endpoint: 'ai-studio', model: modelNamed('gemini-3-flash-preview'), ...options },
  )
}
const said = (...given: Parameters<typeof rejections>) => errorMessage(rejections(...given))
const parameters = (schema: NonNullable<GenerateContentRequest['tools']>[number]) => ({ tools: [schema] })
const taking = (schema: object) => parameters({ functionDeclarations: [{ name: 'f', parameters: schema }] })
const answering = (responseSchema: object) => ({
  generationConfig: { responseMimeType: 'application/json', responseSchema },
})

describe('the validator', () => {
  test('tells every violation, in the order of the request’s fields, and ends each line', () => {
    const request: GenerateContentRequest = {
      contents: [
        { role: 'user', parts: [] },
        { role: 'model', parts: [{}] },
      ],
      systemInstruction: { parts: [{}] },
      tools: [{ functionDeclarations: [{ name: '1', parameters: { type: 'OBJECT', required: ['a'] } }] }],
      generationConfig: { temperature: 3, responseSchema: { type: 'ARRAY' } },
    }
    expect(rejections(request).map(({ message }) => message.replace(/: [^:]*$/, ''))).toEqual([
      '* GenerateContentRequest.contents[0].parts',
      '* GenerateContentRequest.contents[1].parts[0].data',
      '* GenerateContentRequest.generation_config.temperature',
      expect.stringContaining('* GenerateContentRequest.tools[0].function_declarations[0].name: Invalid'),
      '* GenerateContentRequest.generation_config.response_schema.items',
      '* GenerateContentRequest.tools[0].function_declarations[0].parameters.required[0]',
      '* GenerateContentRequest.system_instruction.parts[0].data',
    ])
    expect(said(request).endsWith('field\n')).toBe(true)
  })
  test('hides the serving side', () => {
    const request = { contents: [{ role: 'assistant', parts: [] }] }
    expect(rejections(request).map(({ rule }) => rule)).toEqual(['parts-empty'])
  })
  test('is hidden by the older validator, which speaks first', () => {
    const request = { tools: [{ functionDeclarations: [{ name: '1', parameters: { type: 'ARRAY' as const } }] }] }
    expect(rejections(request, { endpoint: 'cloud-code' }).map(({ rule }) => rule)).toEqual(['function-name-invalid'])
  })
})

describe('a schema', () => {
  test('is checked at its place: parameters, response of a function, response schema', () => {
    const broken = { type: 'ARRAY' } as const
    const at = 'GenerateContentRequest.tools[1].function_declarations[2]'
    const functions = [{ name: 'a' }, { name: 'b' }, { name: 'c', parameters: broken, response: broken }]
    expect(said({ tools: [{ codeExecution: {} }, { functionDeclarations: functions }] })).toBe(
      `* ${at}.parameters.items: missing field.\n* ${at}.response.items: missing field.\n`,
    )
    expect(said(answering(broken))).toBe(
      '* GenerateContentRequest.generation_config.response_schema.items: missing field.\n',
    )
  })
  test('gets the sentences of the serving side with the name of its function', () => {
    expect(said(taking({ type: 'OBJECT', properties: { a: {} } }), { endpoint: 'vertex' })).toBe(
      "Unable to submit request because `f` functionDeclaration `parameters.a` schema didn't specify the schema type field. Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling",
    )
  })
  test('may be an object without properties by the age of the model, the endpoint and the place', () => {
    // Canonical: the transcoder leaves out an empty map.
    const empty = { type: 'OBJECT' }
    const root = 'GenerateContentRequest.tools[0].function_declarations[0].parameters'
    const complaint = 'should be non-empty for OBJECT type\n'
    expect(said(taking(empty))).toBe('')
    expect(said(taking(empty), { endpoint: 'vertex' })).toBe('')
    const [early, old] = [modelNamed('gemini-2.5-flash'), modelNamed('gemini-2.0-flash')]
    expect(said(taking(empty), { model: early })).toBe('')
    expect(said(taking(empty), { model: early, endpoint: 'vertex' })).toBe(`* ${root}.properties: ${complaint}`)
    expect(said(taking(empty), { model: old })).toBe(`* ${root}.properties: ${complaint}`)
    const branch = { type: 'OBJECT', properties: { a: { anyOf: [{ type: 'STRING' }, { type: 'OBJECT' }] } } }
    expect(said(taking(branch), { model: early })).toBe('')
    expect(said(answering(branch), { model: early })).toBe('')
    const nested = { type: 'OBJECT', properties: { a: empty } }
    expect(said(taking(nested))).toBe('')
    expect(said(taking(nested), { endpoint: 'vertex' })).toBe(`* ${root}.properties[a].properties: ${complaint}`)
    expect(said(answering(nested))).toBe(
      `* GenerateContentRequest.generation_config.response_schema.properties[a].properties: ${complaint}`,
    )
    expect(said(answering(empty))).toBe(
      `* GenerateContentRequest.generation_config.response_schema.properties: ${complaint}`,
    )
  })
  test('has formats and no types with models from Gemini 3 on, which early ones refused', () => {
    const schema = { type: 'OBJECT', properties: { a: { type: 'STRING', format: 'uri' }, b: { description: 'any' } } }
    expect(said(taking(schema))).toBe('')
    const early = rejections(taking(schema), { model: modelNamed('gemini-2.5-flash') })
    expect(early.map(({ rule }) => rule)).toEqual(['string-format-unknown', 'type-missing'])
  })
  test('may be as deep as the caller says, in both notations', () => {
    const deep = (type: (name: string) => string) => ({
      type: type('array'),
      items: { type: type('object'), properties: { a: { type: type('array'), items: { type: type('string') } } } },
    })
    const both = [
      answering(deep((name) => name.toUpperCase())),
      { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: deep((name) => name) } },
    ]
    for (const request of both) {
      expect(said(request, { nestingLimit: 3 })).toBe('')
      expect(said(request, { nestingLimit: 2 })).toBe(
        'A schema in GenerationConfig in the request exceeds the maximum allowed nesting depth.',
      )
    }
  })
})

describe('a JSON Schema', () => {
  const declared = (parametersJsonSchema: { [key: string]: string | object }) =>
    parameters({ functionDeclarations: [{ name: 'f', parametersJsonSchema: parametersJsonSchema as never }] })
  test('is refused where it refers to nothing', () => {
    const schema = { type: 'object', properties: { a: { $ref: '#/$defs/Missing' } } }
    expect(said(declared(schema))).toBe('reference to undefined schema at properties.a')
  })
  test('may say something beside a reference with models from Gemini 3 on', () => {
    const schema = { type: 'object', properties: { a: { $ref: '#/$defs/A', title: 't' } }, $defs: { A: {} } }
    expect(said(declared(schema))).toBe('')
    expect(said(declared(schema), { model: modelNamed('gemini-2.5-flash') })).toBe(
      "schema at properties.a can only contain properties starting with '$' when $ref is present",
    )
  })
})

test('the first sentence is the only one', () => {
  const request = {
    contents: [{ role: 'assistant', parts: [{ text: 'a' }] }],
    tools: [{ functionDeclarations: [{ name: 'f' }, { name: 'f' }] }],
  }
  expect(rejections(request).map(({ rule }) => rule)).toEqual(['function-duplicate'])
})

test('an empty request gets exactly one rejection everywhere', () => {
  for (const endpoint of ['ai-studio', 'vertex', 'cloud-code'] as const) {
    for (const strict of [true, false]) {
      const found = checkRequest({}, { endpoint, model: modelNamed('gemini-3.8-flash'), strict })
      expect(found).toHaveLength(1)
    }
  }
})

test('AI Studio takes responses in several contents with models up to 2.5', () => {
  const part = (name: string) => ({ functionResponse: { name, response: {} } })
  const contents = [
    ...question,
    { role: 'model', parts: [{ functionCall: { name: 'f' } }, { functionCall: { name: 'g' } }] },
    { role: 'user', parts: [part('f')] },
    { role: 'user', parts: [part('g')] },
  ]
  const model = modelNamed('gemini-2.5-flash')
  expect(rejections({ contents }, { model })).toEqual([])
  expect(rejections({ contents }, { model, endpoint: 'vertex' })).not.toEqual([])
  expect(rejections({ contents: contents.slice(0, 3) }, { model })).not.toEqual([])
})
