import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../api/endpoint.ts'
import { parseRequest } from './parse-request.ts'
import { maxRejections } from './proto/transcoder.ts'

function parse(body: unknown, endpoint: Endpoint = 'ai-studio', strict = true) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return parseRequest(text, 'GenerateContentRequest', { endpoint, strict })
}

function messagesOf(body: unknown, endpoint?: Endpoint, strict?: boolean) {
  return parse(body, endpoint, strict).rejections?.map(({ message }) => message)
}

const inPart = (part: unknown) => ({ contents: [{ role: 'user', parts: [part] }] })
const packageOf = 'type.googleapis.com/google.ai.generativelanguage.v1beta'

describe('a request', () => {
  test('is canonical in camelCase, with lists, numbers and names of enums', () => {
    const body = {
      system_instruction: { parts: { text: 'Be brief.' } },
      contents: { role: 'user', parts: [{ text: 'hi' }, { inline_data: { mime_type: 'image/png', data: 'QUJD' } }] },
      tools: {
        function_declarations: {
          name: 'f',
          parameters: { type: 'object', properties: { a: { type: 'string', max_length: '10', nullable: 'true' } } },
        },
      },
      toolConfig: { function_calling_config: { mode: 'any', allowed_function_names: 'f' } },
      generation_config: { temperature: '0.5', maxOutputTokens: 10.0, thinking_config: { thinkingLevel: 'low' } },
      safetySettings: [{ category: 10, threshold: 'block-none' }],
    }
    expect(parse(body)).toEqual({
      message: {
        systemInstruction: { parts: [{ text: 'Be brief.' }] },
        contents: [{ role: 'user', parts: [{ text: 'hi' }, { inlineData: { mimeType: 'image/png', data: 'QUJD' } }] }],
        tools: [
          {
            functionDeclarations: [
              {
                name: 'f',
                parameters: { type: 'OBJECT', properties: { a: { type: 'STRING', maxLength: 10, nullable: true } } },
              },
            ],
          },
        ],
        toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['f'] } },
        generationConfig: { temperature: 0.5, maxOutputTokens: 10, thinkingConfig: { thinkingLevel: 'LOW' } },
        safetySettings: [{ category: 'HARM_CATEGORY_DANGEROUS_CONTENT', threshold: 'BLOCK_NONE' }],
      },
    })
  })
  test('has nothing that is null, empty or a default, because the wire has none of it either', () => {
    const body = {
      model: '',
      contents: [],
      tools: [
        { functionDeclarations: [{ name: 'f', description: '', parameters: { properties: {}, nullable: false } }] },
      ],
      systemInstruction: null,
      generationConfig: { responseMimeType: '', stopSequences: [] },
      labels: {},
    }
    expect(parse(body)).toEqual({
      message: { tools: [{ functionDeclarations: [{ name: 'f', parameters: {} }] }], generationConfig: {} },
    })
  })
  test('keeps a default where the proto can tell that it was sent', () => {
    const body = { ...inPart({ text: '' }), generationConfig: { temperature: 0, candidateCount: 0 } }
    expect(parse(body)).toEqual({ message: body })
  })
  test('may be written as Google reads JSON, and be empty', () => {
    expect(parse("{contents: [{parts: [{text: 'hi'},]}]}")).toEqual({
      message: { contents: [{ parts: [{ text: 'hi' }] }] },
    })
    expect(parse('')).toEqual({ message: {} })
    expect(parse('\ufeff{}')).toEqual({ message: {} })
  })
  test('keeps free values as they are, null included', () => {
    const args = { a: [null, 1.5, { b: 'x' }], max_length: 1 }
    expect(parse(inPart({ functionCall: { name: 'f', args } }))).toEqual({
      message: inPart({ functionCall: { name: 'f', args } }),
    })
    // To the proto, numbers in a free value are doubles.
    expect(
      parse('{"contents":[{"role":"user","parts":[{"functionCall":{"args":{"a":18446744073709551615}}}]}]}'),
    ).toEqual({
      message: inPart({ functionCall: { args: { a: 2 ** 64 } } }),
    })
    expect(parse({ tools: { functionDeclarations: { parametersJsonSchema: null } } })).toEqual({
      message: { tools: [{ functionDeclarations: [{ parametersJsonSchema: null }] }] },
    })
  })
  test('takes keys called __proto__ as data', () => {
    const { message } = parse('{"contents":[{"parts":[{"functionCall":{"name":"f","args":{"__proto__":{"x":1}}}}]}]}')
    const args = message?.contents?.[0]?.parts?.[0]?.functionCall?.args ?? {}
    expect(Object.keys(args)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(args)).toBe(Object.prototype)
  })
  test.each(['ai-studio', 'vertex'] as const)('knows fields that the published proto lacks, on %s', (endpoint) => {
    const file = { fileData: { mimeType: 'image/png', fileUri: 'files/a', displayName: 'a' } }
    for (const part of [
      { functionResponse: { name: 'f', response: { a: 1 }, parts: [file] } },
      { executableCode: { language: 'PYTHON', code: '1', id: 'x' } },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1', id: 'x' } },
    ]) {
      expect(parseRequest(JSON.stringify(inPart(part)), 'GenerateContentRequest', { endpoint })).toEqual({
        message: inPart(part),
      })
    }
  })

  test('merges a message that comes twice, and appends lists', () => {
    const text =
      '{"toolConfig":{"functionCallingConfig":{"mode":"ANY"}},"tool_config":{"functionCallingConfig":{"allowedFunctionNames":["a"]}},"contents":[{"role":"user"}],"contents":{"role":"model"}}'
    expect(parse(text)).toEqual({
      message: {
        toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['a'] } },
        contents: [{ role: 'user' }, { role: 'model' }],
      },
    })
  })
})

describe('each kind of error has its text and its field', () => {
  const at = 'contents[0].parts[0]'
  test.each([
    // 1. Unknown names, at the root and below.
    [{ toolz: [{ x: [1] }] }, 'Invalid JSON payload received. Unknown name "toolz": Cannot find field.', undefined],
    [
      inPart({ functionCall: { name: 'f', thoughtSignature: 'QUJD' } }),
      `Invalid JSON payload received. Unknown name "thoughtSignature" at '${at}.function_call': Cannot find field.`,
      `${at}.function_call`,
    ],
    // 2. A list for a field that is none.
    [
      inPart({ functionResponse: { name: 'f', response: [1] } }),
      `Invalid JSON payload received. Unknown name "response" at '${at}.function_response': Proto field is not repeating, cannot start list.`,
      `${at}.function_response`,
    ],
    [
      { systemInstruction: [{}] },
      'Invalid JSON payload received. Unknown name "systemInstruction": Proto field is not repeating, cannot start list.',
      undefined,
    ],
    // 3. Scalars.
    [inPart({ text: 5 }), `Invalid value at '${at}.text' (TYPE_STRING), 5`, `${at}.text`],
    [
      { generationConfig: { maxOutputTokens: 1.5 } },
      "Invalid value at 'generation_config.max_output_tokens' (TYPE_INT32), 1.5",
      'generation_config.max_output_tokens',
    ],
    [
      { generationConfig: { temperature: 'hot' } },
      'Invalid value at \'generation_config.temperature\' (TYPE_FLOAT), "hot"',
      'generation_config.temperature',
    ],
    [
      inPart({ videoMetadata: { fps: true } }),
      `Invalid value at '${at}.video_metadata.fps' (TYPE_DOUBLE), true`,
      `${at}.video_metadata.fps`,
    ],
    [inPart({ thought: 'maybe' }), `Invalid value at '${at}.thought' (TYPE_BOOL), "maybe"`, `${at}.thought`],
    [
      { generationConfig: { stopSequences: ['a', 5] } },
      "Invalid value at 'generation_config.stop_sequences[1]' (TYPE_STRING), 5",
      'generation_config.stop_sequences[1]',
    ],
    // 4. Enums.
    [
      { toolConfig: { functionCallingConfig: { mode: 'SOME' } } },
      `Invalid value at 'tool_config.function_calling_config.mode' (${packageOf}.FunctionCallingConfig.Mode), "SOME"`,
      'tool_config.function_calling_config.mode',
    ],
    // 5. A scalar for a message.
    [{ contents: 'x' }, `Invalid value at 'contents' (${packageOf}.Content), "x"`, 'contents'],
    [
      inPart({ functionResponse: { name: 'f', response: 'done "well"' } }),
      `Invalid value at '${at}.function_response.response' (type.googleapis.com/google.protobuf.Struct), "done "well""`,
      `${at}.function_response.response`,
    ],
    // 6. An object for a scalar.
    [inPart({ text: { value: 'x' } }), `Invalid value at '${at}' (text), Starting an object on a scalar field`, at],
    // 7. Maps.
    [{ labels: ['a'] }, "Invalid value (Map), Cannot bind a list to map for field 'labels'.", undefined],
    [
      { labels: { a: ['b'] } },
      "Invalid value at 'labels[0].value' (Map), Cannot have repeated items ('a') within a map.",
      'labels[0].value',
    ],
    [{ labels: { a: 'x', b: 5 } }, "Invalid value at 'labels[1].value' (TYPE_STRING), 5", 'labels[1].value'],
    // 8. Oneofs.
    [
      inPart({ text: 'x', functionCall: { name: 'f' } }),
      `Invalid value at '${at}' (oneof), oneof field 'data' is already set. Cannot set 'functionCall'`,
      at,
    ],
    // 9. Bytes.
    [
      inPart({ thoughtSignature: 'no base64!' }),
      `Invalid value at '${at}.thought_signature' (TYPE_BYTES), Base64 decoding failed for "no base64!"`,
      `${at}.thought_signature`,
    ],
    [
      inPart({ thoughtSignature: 5 }),
      `Invalid value at '${at}.thought_signature' (TYPE_BYTES), 5`,
      `${at}.thought_signature`,
    ],
    [
      '{"contents":[{"parts":[{"functionCall":{"name":"f","args":{"x":1,"y":2,"x":3}}}]}]}',
      `Invalid JSON payload received. Unknown name "x" at '${at}.function_call.args.fields[1]': Repeated map key: 'x' is already set.`,
      `${at}.function_call.args.fields[1]`,
    ],
    [
      '{"generationConfig":{"responseSchema":{"properties":{"x":{},"x":{"zzz":1}}}}}',
      "Invalid JSON payload received. Unknown name \"x\" at 'generation_config.response_schema.properties[0]': Repeated map key: 'x' is already set.",
      'generation_config.response_schema.properties[0]',
    ],
    // 10. No message, and no name.
    ['[]', 'Invalid JSON payload received. Unknown name "": Root element must be a message.', undefined],
    ['"x"', 'Invalid JSON payload received. Unknown name "": Root element must be a message.', undefined],
    ['null', 'Invalid JSON payload received. Unknown name "": Root element must be a message.', undefined],
    [{ '': 1 }, 'Invalid JSON payload received. Unknown name "": Proto fields must have a name.', undefined],
    [
      { contents: [[{}]] },
      'Invalid JSON payload received. Unknown name "" at \'contents[0]\': Proto fields must have a name.',
      'contents[0]',
    ],
    [{ contents: [{ '': 1 }] }, `Invalid value at 'contents[0]' (${packageOf}.Content), 1`, 'contents[0]'],
    // Messages that JSON writes as a string.
    [
      inPart({ videoMetadata: { startOffset: '5' } }),
      `Invalid value at '${at}.video_metadata.start_offset' (type.googleapis.com/google.protobuf.Duration), Field 'startOffset', Illegal duration format; duration must end with 's'`,
      `${at}.video_metadata.start_offset`,
    ],
    [
      { tools: [{ googleSearch: { timeRangeFilter: { startTime: 'now' } } }] },
      "Invalid value at 'tools[0].google_search.time_range_filter.start_time' (type.googleapis.com/google.protobuf.Timestamp), Field 'startTime', Invalid time format: now",
      'tools[0].google_search.time_range_filter.start_time',
    ],
  ])('%j', (body, message, field) => {
    expect(parse(body).rejections).toMatchObject([{ stage: 'parse', message }])
    expect(parse(body).rejections?.[0]?.field).toBe(field)
  })
})

describe('errors', () => {
  test('are all reported, in the order of the document', () => {
    const body = {
      tools: [{ functionDeclarations: [{ name: 5, parameters: { $ref: 'x', type: 'text' } }] }],
      toolz: 1,
      contents: [{ role: ['user'] }],
    }
    expect(messagesOf(body)).toEqual([
      "Invalid value at 'tools[0].function_declarations[0].name' (TYPE_STRING), 5",
      'Invalid JSON payload received. Unknown name "$ref" at \'tools[0].function_declarations[0].parameters\': Cannot find field.',
      `Invalid value at 'tools[0].function_declarations[0].parameters.type' (${packageOf}.Type), "text"`,
      'Invalid JSON payload received. Unknown name "toolz": Cannot find field.',
      'Invalid JSON payload received. Unknown name "role" at \'contents[0]\': Proto field is not repeating, cannot start list.',
    ])
  })
  test('are located without an index where a lone value stands for a list', () => {
    expect(messagesOf({ tools: { functionDeclarations: [{ x: 1 }] } })).toEqual([
      'Invalid JSON payload received. Unknown name "x" at \'tools.function_declarations[0]\': Cannot find field.',
    ])
  })
  test('count keys in the order of the document, also those that look like numbers', () => {
    const text = '{"generationConfig":{"responseSchema":{"properties":{"b":{},"1":{"zzz":1}}}}}'
    expect(messagesOf(text)).toEqual([
      'Invalid JSON payload received. Unknown name "zzz" at \'generation_config.response_schema.properties[1].value\': Cannot find field.',
    ])
  })
  test('of a second oneof field hide what is inside it', () => {
    expect(messagesOf(inPart({ text: 'x', functionCall: { zzz: 1 } }))).toHaveLength(1)
    expect(parse(inPart({ text: null, functionCall: { name: 'f' } }))).toEqual({
      message: inPart({ functionCall: { name: 'f' } }),
    })
  })
})

test('more errors than anybody reads are not collected', () => {
  const { rejections } = parse(`{"contents":[${'5,'.repeat(1_000_000)}]}`)
  expect(rejections).toHaveLength(maxRejections)
})

describe('syntax errors', () => {
  test('stand alone', () => {
    expect(parse('{"toolz": 1 "contents": []}')).toEqual({
      rejections: [
        {
          stage: 'parse',
          rule: 'json-syntax',
          message:
            'Invalid JSON payload received. Expected , or } after key:value pair.\n{"toolz": 1 "contents": []}\n            ^',
        },
      ],
    })
  })
  test('come behind what was refused before the text ended too early', () => {
    expect(messagesOf('{"toolz": "x", "contents": [')).toEqual([
      'Invalid JSON payload received. Unknown name "toolz": Cannot find field.',
    ])
    expect(messagesOf('{"contents": [')).toEqual([
      'Invalid JSON payload received. Unexpected end of string. Expected a value or ] within an array.\n\n^',
    ])
    // The number could have gone on: it was not read when the text ended.
    expect(messagesOf('{"toolz": 1')).toEqual([
      'Invalid JSON payload received. Unexpected end of string. Expected , or } after key:value pair.\n1\n ^',
    ])
  })
})

describe('nesting', () => {
  test('is counted from the outermost schema, and in free values by the JSON parser alone', () => {
    const deep = (levels: number): object =>
      levels === 0 ? { type: 'STRING' } : { type: 'OBJECT', properties: { x: deep(levels - 1) } }
    const declaring = (parameters: object) => ({ tools: [{ functionDeclarations: [{ name: 'f', parameters }] }] })
    expect(messagesOf(declaring(deep(30)))).toBeUndefined()
    expect(messagesOf({ ...declaring(deep(31)), toolz: 1 })).toEqual([
      "Invalid JSON payload received. Message too deep. Max recursion depth reached for key 'x'",
    ])
    const wrapped = (levels: number): object => (levels === 0 ? {} : { y: wrapped(levels - 1) })
    expect(messagesOf(inPart({ functionCall: { name: 'f', args: wrapped(90) } }))).toBeUndefined()
    expect(messagesOf(inPart({ functionCall: { name: 'f', args: wrapped(100) } }))).toEqual([
      "Invalid JSON payload received. Message too deep. Max recursion depth reached for key 'y'",
    ])
  })
})

describe('Cloud Code', () => {
  test('has the request in an envelope, whose model and project the message keeps', () => {
    const body = {
      model: 'gemini-3-flash',
      project: 'p',
      user_prompt_id: 'u',
      request: { contents: [], session_id: 's' },
    }
    expect(parse(body, 'cloud-code')).toEqual({ message: { sessionId: 's', model: 'gemini-3-flash', project: 'p' } })
    expect(parse({ model: 'm' }, 'cloud-code')).toEqual({ message: { model: 'm' } })
  })
  test('locates errors in the envelope', () => {
    expect(messagesOf({ contents: [], request: { tools: [{ x: 1 }], contents: 5 } }, 'cloud-code')).toEqual([
      'Invalid JSON payload received. Unknown name "contents": Cannot find field.',
      'Invalid JSON payload received. Unknown name "x" at \'request.tools[0]\': Cannot find field.',
      "Invalid value at 'request.contents' (type.googleapis.com/google.cloud.aiplatform.master.Content), 5",
    ])
  })
  test('counts tokens of a request in an envelope too', () => {
    const text = '{"request":{"model":"models/m","contents":{"parts":{"text":"hi"}}}}'
    expect(parseRequest(text, 'CountTokensRequest', { endpoint: 'cloud-code' })).toEqual({
      message: { model: 'models/m', contents: [{ parts: [{ text: 'hi' }] }] },
    })
  })
})

describe('endpoints', () => {
  test('differ in what they know', () => {
    const shared = { generationConfig: { thinkingConfig: { thinkingLevel: 'HIGH' } } }
    for (const endpoint of ['ai-studio', 'vertex'] as const)
      expect(parse(shared, endpoint)).toEqual({ message: shared })
    expect(messagesOf({ toolConfig: { includeServerSideToolInvocations: true } }, 'vertex')).toHaveLength(1)
    expect(messagesOf({ toolConfig: { includeServerSideToolInvocations: true } })).toBeUndefined()
    expect(messagesOf({ generationConfig: { topK: 1.5 } }, 'vertex')).toBeUndefined()
    expect(messagesOf({ generationConfig: { topK: 1.5 } })).toHaveLength(1)
    expect(parse({ toolConfig: { functionCallingConfig: { mode: 5 } } }, 'vertex')).toEqual({
      message: { toolConfig: { functionCallingConfig: { mode: 'VALIDATED' } } },
    })
  })
  test('count tokens in different messages', () => {
    const contents = [{ parts: [{ text: 'hi' }] }]
    const inside = JSON.stringify({ generateContentRequest: { model: 'models/m', contents } })
    const beside = JSON.stringify({ contents, tools: [{ functionDeclarations: [{ name: 'f' }] }] })
    const read = (text: string, endpoint: Endpoint) =>
      parseRequest(text, 'CountTokensRequest', { endpoint }).rejections?.length ?? 0
    expect([read(inside, 'ai-studio'), read(beside, 'ai-studio')]).toEqual([0, 1])
    expect([read(inside, 'vertex'), read(beside, 'vertex')]).toEqual([1, 0])
  })
  test('take a doubtful field only when they are read leniently', () => {
    const body = { tools: [{ functionDeclarations: [{ name: 'f', parametersJsonSchema: {} }] }] }
    const wrapped = { request: body }
    expect(messagesOf(wrapped, 'cloud-code')).toHaveLength(1)
    expect(messagesOf(wrapped, 'cloud-code', false)).toBeUndefined()
    expect(messagesOf({ contents: [null] })).toHaveLength(1)
    expect(messagesOf({ contents: [null] }, 'ai-studio', false)).toBeUndefined()
  })
})
