import { describe, expect, test } from 'vitest'
import type { Json } from '../../core/json.ts'
import type { AnyAssistantPart, AnyModelMessage, AnyToolResultOutput } from '../../core/message.ts'
import { decodeRequest } from './decode-request.ts'
import { encodeRequest } from './encode-request.ts'
import type { GeminiTraits } from './gemini-traits.ts'
import type { DecodeContext } from './stream-decoder.ts'

const traits: GeminiTraits = {
  family: '3.0',
  needsSignatures: true,
  callIds: true,
  prefill: true,
  filesInResponses: true,
  systemInstruction: true,
  functions: true,
  jsonSchemas: true,
  sampling: true,
  penalties: false,
  json: 'always',
  toolCombination: true,
  thinking: { levels: true, minimal: true, lowest: 1, highest: 65_535 },
}
const origin = { keys: ['google'], family: '3.0' }

function contextOf(): DecodeContext {
  let count = 0
  return { origin, nextId: () => `id-${count++}` }
}

const signature = { google: { thoughtSignature: 'CgEB', family: '3.0' } }
const conversation: AnyModelMessage[] = [
  { role: 'system', content: 'Be brief.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Rome?' },
      { type: 'file', data: 'AA==', mediaType: 'image/png' },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Let me see.' },
      { type: 'tool-call', toolCallId: 'a', toolName: 'weather', input: { city: 'Rome' }, providerOptions: signature },
      { type: 'tool-call', toolCallId: 'b', toolName: 'weather', input: { city: 'Oslo' } },
    ],
  },
  {
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: 'a', toolName: 'weather', output: { type: 'json', value: { $ref: 1 } } },
      { type: 'tool-result', toolCallId: 'b', toolName: 'weather', output: { type: 'error-text', value: 'No.' } },
    ],
  },
  { role: 'assistant', content: [{ type: 'text', text: '31.', providerOptions: signature }] },
  { role: 'user', content: [{ type: 'text', text: 'Thanks.' }] },
]

describe('a request', () => {
  test('groups calls and responses, keeps signatures where they were, and says who said what', () => {
    const { body, warnings } = encodeRequest({ messages: conversation, traits, origin })
    expect(warnings).toEqual([])
    expect(body).toEqual({
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'Rome?' }, { inlineData: { mimeType: 'image/png', data: 'AA==' } }] },
        {
          role: 'model',
          parts: [
            { text: 'Hm.', thought: true },
            { text: 'Let me see.' },
            { functionCall: { id: 'a', name: 'weather', args: { city: 'Rome' } }, thoughtSignature: 'CgEB' },
            { functionCall: { id: 'b', name: 'weather', args: { city: 'Oslo' } } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { id: 'a', name: 'weather', response: { _$ref: 1 } } },
            { functionResponse: { id: 'b', name: 'weather', response: { error: 'No.' } } },
          ],
        },
        { role: 'model', parts: [{ text: '31.', thoughtSignature: 'CgEB' }] },
        { role: 'user', parts: [{ text: 'Thanks.' }] },
      ],
    })
  })

  test('is read back as the messages that it was made of', () => {
    const { body } = encodeRequest({
      messages: conversation,
      traits,
      origin,
      temperature: 0.5,
      toolChoice: { type: 'none' },
    })
    expect(decodeRequest(body, contextOf())).toEqual({ messages: conversation, temperature: 0.5 })
  })

  test('results of any form go and come back: texts, values that are no objects, and objects that look like ours', () => {
    const outputs = [
      { type: 'text', value: 'x' },
      { type: 'json', value: [1, null] },
      { type: 'json', value: null },
      { type: 'json', value: { output: 1 } },
      { type: 'json', value: { error: 'x', more: 1 } },
      { type: 'json', value: {} },
      { type: 'error-json', value: { $ref: 1 } },
      { type: 'error-text', value: '' },
    ] as const
    const messages: AnyModelMessage[] = [
      { role: 'user', content: [{ type: 'text', text: 'Go.' }] },
      {
        role: 'assistant',
        content: outputs.map((_, index) => ({ type: 'tool-call', toolCallId: `c${index}`, toolName: 'f', input: {} })),
      },
      {
        role: 'tool',
        content: outputs.map((output, index) => ({
          type: 'tool-result',
          toolCallId: `c${index}`,
          toolName: 'f',
          output,
        })),
      },
    ]
    const { body } = encodeRequest({ messages, traits: { ...traits, needsSignatures: false }, origin })
    expect(decodeRequest(body, contextOf()).messages).toEqual(messages)
  })

  test('signs only the first call of a step of the current turn, if it has no signature', () => {
    const step = (id: string): AnyModelMessage[] => [
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: id, toolName: 'f', input: {} }] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: id, toolName: 'f', output: { type: 'text', value: '' } }],
      },
    ]
    const said: AnyModelMessage = { role: 'user', content: 'Go.' }
    const { body } = encodeRequest({ messages: [said, ...step('a'), said, ...step('b'), ...step('c')], traits, origin })
    const contents = body['contents'] as unknown as { parts: { thoughtSignature?: string }[] }[]
    expect(contents.map(({ parts }) => parts[0]!.thoughtSignature)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      'skip_thought_signature_validator',
      undefined,
      'skip_thought_signature_validator',
      undefined,
    ])
  })

  test('opaque data of other providers is not in it (C14)', () => {
    const messages: AnyModelMessage[] = [
      {
        role: 'user',
        content: [{ type: 'text', text: 'a', providerOptions: { anthropic: { cacheControl: 'canary' } } }],
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'canary', providerOptions: { anthropic: { signature: 'canary' } } },
          { type: 'text', text: 'b', providerOptions: { vertex: { thoughtSignature: 'canary' } } },
          { type: 'tool-call', toolCallId: 'x', toolName: 'canary', input: {}, providerExecuted: true },
        ],
      },
      { role: 'user', content: 'c' },
    ]
    const { body, warnings } = encodeRequest({ messages, traits, origin })
    expect(JSON.stringify(body)).not.toContain('canary')
    expect(warnings).toMatchObject([{ feature: 'tool-call of another provider' }])
  })
})

describe('cached content', () => {
  const messages: AnyModelMessage[] = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hi' },
  ]
  const ask = (google: Record<string, Json>, more: object = {}) =>
    encodeRequest({ messages, traits, origin, providerOptions: { google }, ...more })

  test('is not sent again: Gemini would refuse the request', () => {
    const tools = [{ functionDeclarations: [{ name: 'look' }] }]
    const { body, warnings } = ask({ cachedContent: 'cachedContents/1' }, { tools, toolChoice: { type: 'required' } })
    expect(Object.keys(body).sort()).toEqual(['cachedContent', 'contents'])
    expect(warnings.map((warning) => (warning.type === 'unsupported' ? warning.feature : warning))).toEqual([
      'systemInstruction',
      'tools',
      'toolConfig',
    ])
  })
})

test('a file of Google that is named without a URL, and a signed file, come back as they were', () => {
  const file = { type: 'file', data: { google: 'files/abc' }, mediaType: 'video/mp4' } as const
  const drawn = { type: 'file', data: 'AA==', mediaType: 'image/png', providerOptions: signature } as const
  const messages: AnyModelMessage[] = [
    { role: 'user', content: [file] },
    { role: 'assistant', content: [drawn] },
  ]
  const { body } = encodeRequest({ messages, traits, origin })
  expect(decodeRequest(body, contextOf()).messages).toEqual(messages)
})

test('an entry of a result that only another provider understands is told of', () => {
  const output = { type: 'content', value: [{ type: 'custom', providerOptions: { other: { a: 1 } } }] } as const
  const { warnings } = encodeRequest({
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} }] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'look', output }] },
    ],
    traits,
    origin,
  })
  expect(warnings).toMatchObject([{ type: 'unsupported', feature: 'custom entry of a tool result' }])
})

test('parts and outputs of a later version of ai are left out, or sent as JSON, and never break the request', () => {
  const later = { type: 'later', value: { a: 1 } } as unknown as AnyAssistantPart & AnyToolResultOutput
  const { body, warnings } = encodeRequest({
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [later, { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} }] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'look', output: later }] },
    ],
    traits,
    origin,
  })
  expect(body['contents']).toMatchObject([
    {},
    { parts: [{ functionCall: { name: 'look' } }] },
    { parts: [{ functionResponse: { response: { a: 1 } } }] },
  ])
  expect(warnings).toMatchObject([{ type: 'unsupported', feature: 'later part of an assistant message' }])
})

test.each([
  ['an object', { celsius: 31 }],
  ['an error', { error: 'Broken.' }],
  ['nothing', {}],
  ['a text', { output: 'Sunny.' }],
  ['texts', { output: ['a', 'b'] }],
])('a response of %s beside files is encoded as it was decoded', (_, response) => {
  const parts = [{ inlineData: { mimeType: 'image/png', data: 'iVBO' } }]
  const contents = [
    { role: 'user', parts: [{ text: 'Hi.' }] },
    { role: 'model', parts: [{ functionCall: { id: 'x', name: 'f', args: {} }, thoughtSignature: 'CgEB' }] },
    { role: 'user', parts: [{ functionResponse: { id: 'x', name: 'f', response, parts } }] },
  ]
  const { messages } = decodeRequest({ contents }, contextOf())
  const { body } = encodeRequest({ messages, traits, origin })
  expect(body['contents']).toEqual(contents)
})

test('a file that Google holds stays in the response of a function; one from elsewhere follows it', () => {
  const uri = 'https://generativelanguage.googleapis.com/v1beta/files/abc'
  const value = [
    { type: 'text', text: 'Here.' },
    { type: 'file-url', url: uri, mediaType: 'application/pdf' },
    { type: 'file-url', url: 'https://a.example/b.pdf', mediaType: 'application/pdf' },
  ] as const
  const output = { type: 'content', value } as AnyToolResultOutput
  const { body } = encodeRequest({
    messages: [
      { role: 'user', content: 'Get it.' },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'f', input: {} }] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'f', output }] },
    ],
    traits,
    origin,
  })
  expect((body['contents'] as unknown as { parts: unknown }[]).slice(2).map(({ parts }) => parts)).toEqual([
    [
      {
        functionResponse: {
          id: 'a',
          name: 'f',
          response: { output: 'Here.' },
          parts: [{ fileData: { mimeType: 'application/pdf', fileUri: uri } }],
        },
      },
    ],
    [
      { text: 'Files that f gave back:' },
      { fileData: { mimeType: 'application/pdf', fileUri: 'https://a.example/b.pdf' } },
    ],
  ])
})
