import { describe, expect, test } from 'vitest'
import { type DecodedRequest, decodeRequest } from './decode-request.ts'

const hi = [{ role: 'user', content: 'Hi' }]

function decode(body: object): DecodedRequest {
  const decoded = decodeRequest({ model: 'm', messages: hi, ...body })
  if ('error' in decoded) throw new Error(decoded.error.message)
  return decoded
}

describe('requests of clients', () => {
  test('settings are read, also as null, and stop as one text', () => {
    const { request, count, stream, includesUsage, logprobs } = decode({
      temperature: null,
      max_tokens: 5,
      stop: 'x',
      n: 2,
      seed: 0,
      reasoning_effort: 'minimal',
      stream: true,
      stream_options: { include_usage: true },
      logprobs: true,
      top_logprobs: 3,
    })
    expect(request).toEqual({ messages: hi, maxOutputTokens: 5, stopSequences: ['x'], seed: 0, reasoning: 'minimal' })
    expect({ count, stream, includesUsage, logprobs }).toEqual({
      count: 2,
      stream: true,
      includesUsage: true,
      logprobs: 3,
    })
  })

  test('max_completion_tokens counts before max_tokens', () => {
    expect(decode({ max_tokens: 5, max_completion_tokens: 6 }).request.maxOutputTokens).toBe(6)
  })

  test.each([
    ['auto', { type: 'auto' }, undefined],
    ['none', { type: 'none' }, undefined],
    ['required', { type: 'required' }, undefined],
    [{ type: 'function', function: { name: 'look' } }, { type: 'tool', toolName: 'look' }, undefined],
    [
      {
        type: 'allowed_tools',
        allowed_tools: { mode: 'required', tools: [{ type: 'function', function: { name: 'look' } }] },
      },
      { type: 'required' },
      ['look'],
    ],
  ])('tool_choice %j', (tool_choice, toolChoice, allowedTools) => {
    const decoded = decode({ tool_choice })
    expect([decoded.request.toolChoice, decoded.allowedTools]).toEqual([toolChoice, allowedTools])
  })

  test('tools are read, also the functions of the old API, and their schemas stay as they are', () => {
    const parameters = { type: 'object', properties: { $ref: { type: 'string' } } }
    const expected = { type: 'function', name: 'look', description: 'd', inputSchema: parameters }
    const declared = { name: 'look', description: 'd', parameters }
    expect(decode({ tools: [{ type: 'function', function: { ...declared, strict: true } }] }).tools).toEqual([
      { ...expected, strict: true },
    ])
    expect(decode({ functions: [declared] }).tools).toEqual([expected])
    expect(decode({ tools: [{ type: 'function', function: { name: 'now' } }] }).tools).toEqual([
      { type: 'function', name: 'now', inputSchema: { type: 'object', properties: {} } },
    ])
  })

  test('response formats', () => {
    const schema = { type: 'object' }
    expect(decode({ response_format: { type: 'json_object' } }).responseFormat).toEqual({ type: 'json' })
    const own = { type: 'object', properties: { city: { type: 'string' } } }
    const withSchema = { type: 'json_object', schema: own }
    expect(decode({ response_format: withSchema }).responseFormat).toEqual({ type: 'json', schema: own })
    expect(
      decode({ response_format: { type: 'json_schema', json_schema: { name: 'a', schema, strict: true } } })
        .responseFormat,
    ).toEqual({
      type: 'json',
      name: 'a',
      schema,
      strict: true,
    })
  })

  test('a system message of parts, and a developer, are system messages', () => {
    const messages = [
      {
        role: 'system',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      { role: 'developer', content: 'c' },
      ...hi,
    ]
    expect(decode({ messages }).request.messages.slice(0, 2)).toEqual([
      { role: 'system', content: 'ab' },
      { role: 'system', content: 'c' },
    ])
  })

  test('calls keep their text and their bytes; results are one message, with the names of their calls', () => {
    const tool_calls = ['a', 'b'].map((id) => ({
      id,
      type: 'function',
      function: { name: `look_${id}`, arguments: '{ "n": 1.0 }' },
    }))
    const messages = [
      ...hi,
      { role: 'assistant', content: 'Wait.', tool_calls },
      { role: 'tool', tool_call_id: 'b', content: 'plain text' },
      { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: '{}' }] },
    ]
    expect(decode({ messages }).request.messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Wait.' },
          { type: 'tool-call', toolCallId: 'a', toolName: 'look_a', input: '{ "n": 1.0 }' },
          { type: 'tool-call', toolCallId: 'b', toolName: 'look_b', input: '{ "n": 1.0 }' },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'b', toolName: 'look_b', output: { type: 'text', value: 'plain text' } },
          { type: 'tool-result', toolCallId: 'a', toolName: 'look_a', output: { type: 'text', value: '{}' } },
        ],
      },
    ])
  })

  const signature = 'CiQBVKhc7kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk'
  test.each([
    { id: 'a', extra_content: { google: { thought_signature: signature } } },
    { id: 'a', function: { name: 'look', arguments: '{}', thought_signature: signature } },
    { id: 'a', provider_specific_fields: { thought_signature: signature } },
    { id: `a__thought__${signature}` },
    { id: `a_ts_${signature}` },
  ])('a thought signature is found in %j', (call) => {
    const tool_calls = [{ type: 'function', function: { name: 'look', arguments: '{}' }, ...call }]
    const messages = [...hi, { role: 'assistant', tool_calls }, { role: 'tool', tool_call_id: call.id, content: '1' }]
    expect(decode({ messages }).request.messages).toMatchObject([
      {},
      { content: [{ toolCallId: 'a', providerOptions: { google: { thoughtSignature: signature } } }] },
      { content: [{ toolCallId: 'a', toolName: 'look' }] },
    ])
  })

  test('a thought signature that a client copied from a call onto its message is the call’s alone', () => {
    const extra_content = { google: { thought_signature: signature } }
    const tool_calls = [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' }, extra_content }]
    const messages = [...hi, { role: 'assistant', content: 'Wait.', tool_calls, extra_content }]
    expect(decode({ messages }).request.messages.at(-1)?.content).toEqual([
      { type: 'text', text: 'Wait.' },
      expect.objectContaining({ toolCallId: 'a', providerOptions: { google: { thoughtSignature: signature } } }),
    ])
  })

  test('the thought signature of a text comes with the family of models that takes it, where it is known', () => {
    const extra_content = { google: { thought_signature: signature, family: '3.0' } }
    const messages = [...hi, { role: 'assistant', content: 'Yes.', extra_content }, ...hi]
    expect(decode({ messages }).request.messages[1]?.content).toEqual([
      {
        type: 'text',
        text: 'Yes.',
        providerOptions: { google: { thoughtSignature: signature, family: '3.0' } },
      },
    ])
  })

  test("Google's own settings are found where clients put them, and other fields are kept", () => {
    const google = { cached_content: 'c' }
    expect(decode({ google }).request.providerOptions).toEqual({ google })
    expect(decode({ extra_body: { google } }).request.providerOptions).toEqual({ google })
    expect(decode({ user: 'u', logit_bias: { 1: 2 } }).rest).toEqual({ user: 'u', logit_bias: { 1: 2 } })
  })

  test.each([
    [
      { messages: [] },
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      'messages',
      'empty_array',
    ],
    [
      { messages: 1 },
      "Invalid type for 'messages': expected an array of objects, but got an integer instead.",
      'messages',
      'invalid_type',
    ],
    [{ model: undefined }, "Missing required parameter: 'model'.", 'model', 'missing_required_parameter'],
    [
      { messages: [{ role: 'bot' }] },
      "Invalid value: 'bot'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.",
      'messages[0].role',
      'invalid_value',
    ],
    [
      { messages: [{ role: 'tool', content: '' }] },
      "Missing required parameter: 'messages[0].tool_call_id'.",
      'messages[0].tool_call_id',
      'missing_required_parameter',
    ],
    [
      { temperature: 'hot' },
      "Invalid type for 'temperature': expected a number, but got a string instead.",
      'temperature',
      'invalid_type',
    ],
    [
      { messages: [{ role: 'user', content: [{ type: 'video' }] }] },
      "Invalid value for 'messages[0].content[0]'.",
      'messages[0].content[0]',
      'invalid_value',
    ],
    [
      { tools: [{ type: 'custom', custom: { name: 'x' } }] },
      "Invalid value: 'custom'. Supported values are: 'function'.",
      'tools[0].type',
      'invalid_value',
    ],
    [
      { response_format: { type: 'xml' } },
      "Invalid value: 'xml'. Supported values are: 'json_object', 'json_schema', and 'text'.",
      'response_format.type',
      'invalid_value',
    ],
    [
      { response_format: {} },
      "Missing required parameter: 'response_format.type'.",
      'response_format.type',
      'missing_required_parameter',
    ],
    [
      { response_format: { type: 'json_schema' } },
      "Missing required parameter: 'response_format.json_schema'.",
      'response_format.json_schema',
      'missing_required_parameter',
    ],
  ])('%j is refused with the field that is wrong', (body, message, param, code) => {
    expect(decodeRequest({ model: 'm', messages: hi, ...body })).toEqual({
      error: { message, type: 'invalid_request_error', param, code, statusCode: 400, isRetryable: false },
    })
  })
})

test('images in a result, which some clients send, are kept', () => {
  const url = 'data:image/png;base64,AA=='
  const decoded = decodeRequest({
    model: 'm',
    messages: [
      { role: 'user', content: 'Look.' },
      { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }] },
      {
        role: 'tool',
        tool_call_id: 'a',
        content: [
          { type: 'text', text: 'Seen.' },
          { type: 'image_url', image_url: { url } },
        ],
      },
    ],
  })
  expect(decoded).toMatchObject({
    request: {
      messages: [
        {},
        {},
        {
          content: [
            {
              output: {
                type: 'content',
                value: [
                  { type: 'text', text: 'Seen.' },
                  { type: 'image-url', url },
                ],
              },
            },
          ],
        },
      ],
    },
  })
})

const look = { type: 'function', function: { name: 'look' } }
const allowed = (tools: unknown, mode: unknown = 'auto') => ({ type: 'allowed_tools', allowed_tools: { mode, tools } })

test.each([
  [{ tools: 5 }, 'tools', 'invalid_type'],
  [{ tools: {} }, 'tools', 'invalid_type'],
  [{ tools: [null] }, 'tools[0]', 'invalid_type'],
  [{ tools: [look, 'x'] }, 'tools[1]', 'invalid_type'],
  [{ tools: [{}] }, 'tools[0].function', 'missing_required_parameter'],
  [{ tools: [{ type: 'retrieval' }] }, 'tools[0].type', 'invalid_value'],
  [{ tools: [{ type: 'function', function: 'look' }] }, 'tools[0].function', 'invalid_type'],
  [{ tools: [{ type: 'function', function: {} }] }, 'tools[0].function.name', 'missing_required_parameter'],
  [{ tools: [{ type: 'function', function: { name: 5 } }] }, 'tools[0].function.name', 'invalid_type'],
  [{ tools: [{ function: { name: 'a'.repeat(1_001) } }] }, 'tools[0].function.name', 'string_above_max_length'],
  [{ tools: [{ function: { name: 'a', description: 5 } }] }, 'tools[0].function.description', 'invalid_type'],
  [{ tools: [{ function: { name: 'a', parameters: [] } }] }, 'tools[0].function.parameters', 'invalid_type'],
  [{ tools: [{ function: { name: 'a', parameters: 'x' } }] }, 'tools[0].function.parameters', 'invalid_type'],
  [{ tools: [{ function: { name: 'a', strict: 'yes' } }] }, 'tools[0].function.strict', 'invalid_type'],
  [{ functions: 'x' }, 'functions', 'invalid_type'],
  [{ functions: [{}] }, 'functions[0].name', 'missing_required_parameter'],
  [{ functions: [{ name: 'a', type: 'custom' }] }, 'functions[0].type', 'invalid_value'],
  [{ functions: [{ name: 'a', parameters: 5 }] }, 'functions[0].parameters', 'invalid_type'],
  [{ tool_choice: 5 }, 'tool_choice', 'invalid_type'],
  [{ tool_choice: 'sometimes' }, 'tool_choice', 'invalid_value'],
  [{ tool_choice: { type: 'function' } }, 'tool_choice.function.name', 'missing_required_parameter'],
  [{ tool_choice: { function: { name: 5 } } }, 'tool_choice.function.name', 'invalid_type'],
  [{ tool_choice: { type: 'allowed_tools' } }, 'tool_choice.tools', 'missing_required_parameter'],
  [{ tool_choice: allowed([], 'any') }, 'tool_choice.allowed_tools.mode', 'invalid_value'],
  [{ tool_choice: allowed('x') }, 'tool_choice.allowed_tools.tools', 'invalid_type'],
  [{ tool_choice: allowed([5]) }, 'tool_choice.allowed_tools.tools[0]', 'invalid_type'],
  [
    { tool_choice: allowed([{ name: { toString: 0 } }]) },
    'tool_choice.allowed_tools.tools[0].function.name',
    'invalid_type',
  ],
  [{ function_call: 'look' }, 'function_call', 'invalid_value'],
  [{ function_call: {} }, 'function_call.name', 'missing_required_parameter'],
  [{ response_format: {} }, 'response_format.type', 'missing_required_parameter'],
  [{ response_format: { type: 'xml' } }, 'response_format.type', 'invalid_value'],
  [{ response_format: { type: 'json_schema' } }, 'response_format.json_schema', 'missing_required_parameter'],
  [
    { response_format: { type: 'json_schema', json_schema: { schema: 5 } } },
    'response_format.json_schema.schema',
    'invalid_type',
  ],
])('%j is refused, with its place', (body, param, code) => {
  expect(decodeRequest({ model: 'm', messages: hi, ...body })).toMatchObject({
    error: { param, code, statusCode: 400, isRetryable: false },
  })
})

test.each([
  {},
  { tools: null, functions: null, tool_choice: null, response_format: null },
  { tools: [look, { name: 'bare', parameters: null }], tool_choice: 'any' },
  { tools: [look], tool_choice: { type: 'function', function: { name: 'look' } } },
  { tools: [look], tool_choice: { type: 'tool', name: 'look' } },
  { tools: [look], tool_choice: allowed([look]) },
  { functions: [{ name: 'look' }], function_call: { name: 'look' } },
  { response_format: { type: 'json_schema', json_schema: { name: 'x', schema: {}, strict: null } } },
])('%j is taken', (body) => {
  expect(decodeRequest({ model: 'm', messages: hi, ...body })).not.toHaveProperty('error')
})
