import { expect, test } from 'vitest'
import { decodeRequest } from './decode-request.ts'

let made = 0
const context = { origin: { keys: ['google'], family: '3.0' }, nextId: () => `made-${++made}` }
const decode = (body: object) => {
  made = 0
  return decodeRequest(body, context)
}

test('takes a lone object for a list of one, as Google does', () => {
  const { messages } = decode({
    systemInstruction: { parts: { text: 'Be brief.' } },
    contents: { role: 'user', parts: { text: 'Hi.' } },
  })
  expect(messages).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: [{ type: 'text', text: 'Hi.' }] },
  ])
})

test('decodes the system instruction, settings and the choice of a tool', () => {
  expect(
    decode({
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [{ role: 'user', parts: [{ text: 'Hi.' }] }],
      generationConfig: { temperature: 0, stopSequences: ['x'], responseMimeType: 'application/json' },
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['f'] } },
    }),
  ).toEqual({
    temperature: 0,
    stopSequences: ['x'],
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'Hi.' }] },
    ],
    toolChoice: { type: 'tool', toolName: 'f' },
    responseConfig: { responseMimeType: 'application/json' },
  })
})

test.each([
  ['AUTO', { type: 'auto' }],
  ['NONE', { type: 'none' }],
  ['ANY', { type: 'required' }],
])('reads the mode %s of function calling', (mode, toolChoice) => {
  expect(decode({ toolConfig: { functionCallingConfig: { mode } } })).toEqual({ messages: [], toolChoice })
})

test('gives calls without an id one, and their responses the same, by name and order', () => {
  const call = (name: string) => ({ functionCall: { name, args: {} } })
  const response = (name: string, result: string) => ({ functionResponse: { name, response: { result } } })
  const { messages } = decode({
    contents: [
      { role: 'model', parts: [call('a'), call('b'), call('a')] },
      { role: 'user', parts: [response('b', 'of b'), response('a', 'first'), response('a', 'second')] },
    ],
  })
  const results = messages[1]?.role === 'tool' ? messages[1].content : []
  expect(results.map((part) => 'toolCallId' in part && [part.toolName, part.toolCallId])).toEqual([
    ['b', 'made-2'],
    ['a', 'made-1'],
    ['a', 'made-3'],
  ])
})

test('reads the request in the envelope of Cloud Code, and keeps signatures', () => {
  const parts = [
    { text: 'Hm.', thought: true },
    { functionCall: { id: 'x', name: 'f' }, thoughtSignature: 'CgEB' },
  ]
  expect(decode({ model: 'm', request: { contents: [{ role: 'model', parts }] } }).messages).toEqual([
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm.' },
        {
          type: 'tool-call',
          toolCallId: 'x',
          toolName: 'f',
          input: {},
          providerOptions: { google: { thoughtSignature: 'CgEB', family: '3.0' } },
        },
      ],
    },
  ])
})

test('reads files by their bytes, by URL and by name', () => {
  const parts = [
    { inlineData: { mimeType: 'image/png', data: 'iVBO' } },
    { fileData: { mimeType: 'text/plain', fileUri: 'https://example.com/a' } },
    { fileData: { fileUri: 'files/abc' } },
  ]
  expect(decode({ contents: [{ role: 'user', parts }] }).messages[0]?.content).toEqual([
    { type: 'file', data: 'iVBO', mediaType: 'image/png' },
    { type: 'file', data: new URL('https://example.com/a'), mediaType: 'text/plain' },
    { type: 'file', data: { google: 'files/abc' }, mediaType: 'application/octet-stream' },
  ])
})

test('reads arguments that came in pieces', () => {
  const partialArgs = [
    { jsonPath: '$.city', stringValue: 'Ro', willContinue: true },
    { jsonPath: '$.city', stringValue: 'me' },
    { jsonPath: '$.stops[0].days', numberValue: 2 },
  ]
  const { messages } = decode({ contents: [{ role: 'model', parts: [{ functionCall: { name: 'f', partialArgs } }] }] })
  expect(messages[0]?.content).toMatchObject([{ input: { city: 'Rome', stops: [{ days: 2 }] } }])
})

test('files of a response may be URLs and names', () => {
  const parts = [
    { fileData: { mimeType: 'application/pdf', fileUri: 'https://example.com/a' } },
    { fileData: { fileUri: 'files/abc' } },
  ]
  const response = { functionResponse: { name: 'f', response: { output: 'ok' }, parts } }
  const [message] = decode({ contents: [{ role: 'user', parts: [response] }] }).messages
  expect(message?.content).toMatchObject([
    {
      output: {
        value: [
          { type: 'text', text: 'ok' },
          { type: 'file-url', url: 'https://example.com/a', mediaType: 'application/pdf' },
          { type: 'file-reference', providerReference: { google: 'files/abc' } },
        ],
      },
    },
  ])
})

test.each([null, [], 'text', { contents: 5 }, { contents: [null, { parts: 1 }] }])(
  'reads no message from %j',
  (body) => {
    expect(decodeRequest(body, context).messages).toEqual([])
  },
)
