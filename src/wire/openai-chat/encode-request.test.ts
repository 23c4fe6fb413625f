import { describe, expect, test } from 'vitest'
import type { AnyAssistantPart, AnyModelMessage } from '../../core/message.ts'
import type { ModelRequest } from '../model-request.ts'
import { decodeRequest } from './decode-request.ts'
import { encodeRequest } from './encode-request.ts'
import { type ChatQuirks, openaiQuirks } from './quirks.ts'

function encode(request: ModelRequest, quirks: Partial<ChatQuirks> = {}) {
  return encodeRequest(request, { modelId: 'm', quirks: { ...openaiQuirks, ...quirks } })
}

function messagesOf(messages: readonly AnyModelMessage[], quirks: Partial<ChatQuirks> = {}): unknown {
  return encode({ messages }, quirks).body['messages']
}

const user: AnyModelMessage = { role: 'user', content: 'Hi' }
const call = { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: { at: 1 } } as const
const asked: AnyModelMessage = { role: 'assistant', content: [{ type: 'text', text: 'Wait.' }, call] }

describe('messages of chat completions', () => {
  test('text beside calls is kept, and each result is a message of its own', () => {
    const result = (toolCallId: string, value: string) =>
      ({ type: 'tool-result', toolCallId, toolName: 'look', output: { type: 'text', value } }) as const
    const messages: AnyModelMessage[] = [
      user,
      asked,
      { role: 'tool', content: [result('a', 'one'), result('b', 'two')] },
    ]
    expect(messagesOf(messages)).toEqual([
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: 'Wait.',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{"at":1}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'one' },
      { role: 'tool', tool_call_id: 'b', content: 'two' },
    ])
  })

  test('images of a result follow in a user message, after all results', () => {
    const picture = {
      type: 'content',
      value: [
        { type: 'text', text: 'see' },
        { type: 'image-data', data: 'iVBORw0KGgo=', mediaType: 'image/png' },
      ],
    } as const
    const messages: AnyModelMessage[] = [
      asked,
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'a', toolName: 'look', output: { ...picture, value: [...picture.value] } },
          { type: 'tool-result', toolCallId: 'b', toolName: 'look', output: { type: 'json', value: null } },
        ],
      },
    ]
    expect((messagesOf(messages) as unknown[]).slice(1)).toEqual([
      {
        role: 'tool',
        tool_call_id: 'a',
        content: 'see\nThe files of this result (1) follow in the next user message.',
      },
      { role: 'tool', tool_call_id: 'b', content: 'null' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Files of the result of tool call a:' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        ],
      },
    ])
  })

  test('images, audio, documents and texts are parts of a user message', () => {
    const content = [
      { type: 'image', image: new URL('https://a.example/b.png'), providerOptions: { openai: { imageDetail: 'low' } } },
      { type: 'file', data: 'UklGRg==', mediaType: 'audio/wav' },
      { type: 'file', data: 'JVBERi0=', mediaType: 'application/pdf', filename: 'a.pdf' },
      { type: 'file', data: 'Y2Fmw6k=', mediaType: 'text/plain' },
      { type: 'file', data: { type: 'reference', reference: { openai: 'file-1' } }, mediaType: 'application/pdf' },
    ] as never
    expect(messagesOf([{ role: 'user', content }])).toEqual([
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'https://a.example/b.png', detail: 'low' } },
          { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
          { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } },
          { type: 'text', text: 'café' },
          { type: 'file', file: { file_id: 'file-1' } },
        ],
      },
    ])
  })

  test('a file that chat completions have no place for is an error that names it', () => {
    const video: AnyModelMessage = { role: 'user', content: [{ type: 'file', data: 'AAAA', mediaType: 'video/mp4' }] }
    expect(() => messagesOf([video])).toThrow('Chat completions cannot carry a file of type video/mp4.')
  })

  test('thoughts go back only where they are wanted', () => {
    const thought: AnyModelMessage = {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm.' },
        { type: 'text', text: 'Yes.' },
      ],
    }
    const called: AnyModelMessage = { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.' }, call] }
    const sent = (quirks: Partial<ChatQuirks>) =>
      (messagesOf([thought, called, asked], quirks) as { reasoning_content?: string }[]).map(
        (message) => message.reasoning_content,
      )
    expect(sent({})).toEqual([undefined, undefined, undefined])
    expect(sent({ replaysReasoning: 'with-calls', missingReasoning: '' })).toEqual([undefined, 'Hm.', ''])
    expect(sent({ replaysReasoning: 'always', missingReasoning: '.' })).toEqual(['Hm.', 'Hm.', '.'])
  })

  test('details of thoughts go back to the server that issued them, unchanged and in order, and to no other', () => {
    const one = [{ format: 'b', signature: 'c2ln', type: 'reasoning.text', text: 'Hm.' }]
    const two = [{ data: 'eA==', type: 'reasoning.encrypted' }]
    const thought = (reasoningDetails: object[], issuer?: string) => {
      const openai = issuer === undefined ? { reasoningDetails } : { reasoningDetails, issuer }
      return { type: 'reasoning', text: 'Hm.', providerOptions: { openai } } as AnyAssistantPart
    }
    const sent = (content: AnyAssistantPart[], issuer?: string, quirks: Partial<ChatQuirks> = {}) => {
      const options = { modelId: 'm', quirks: { ...openaiQuirks, ...quirks }, issuer }
      const { body } = encodeRequest({ messages: [{ role: 'assistant', content }] }, options)
      return JSON.stringify((body['messages'] as { reasoning_details?: unknown }[])[0]?.reasoning_details)
    }
    const text = { type: 'text', text: 'Yes.' } as const
    const issued = [thought(one, 'a.example'), text, thought(two, 'a.example')]
    expect(sent(issued, 'a.example')).toBe(JSON.stringify([...one, ...two]))
    expect(sent(issued, 'b.example')).toBeUndefined()
    expect(sent(issued)).toBeUndefined()
    expect(sent([thought(one), call])).toBe(JSON.stringify(one))
    expect(sent([thought(one), call], 'openai')).toBeUndefined()
    const own = { replaysReasoning: 'always', reasoningField: 'reasoning_details' } as const
    expect(sent([thought(one), call], 'minimax', own)).toBe(JSON.stringify(one))
  })

  test('the signature of a text stands on its message', () => {
    const text = (said: string): AnyModelMessage => ({
      role: 'assistant',
      content: [{ type: 'text', text: said, providerOptions: { google: { thoughtSignature: 'c2ln' } } }],
    })
    const extra_content = { google: { thought_signature: 'c2ln' } }
    expect(messagesOf([text('Yes.'), text('')], { takesGoogleSignatures: true })).toEqual([
      { role: 'assistant', content: 'Yes.', extra_content },
      { role: 'assistant', content: '', extra_content },
    ])
    expect(messagesOf([text('Yes.'), text('')])).toEqual([{ role: 'assistant', content: 'Yes.' }])
  })

  test('details of thoughts in a request are encoded as they were decoded', () => {
    const message = {
      role: 'assistant',
      content: 'Yes.',
      reasoning_details: [{ type: 'reasoning.encrypted', data: 'eA==', index: 0 }],
    }
    const decoded = decodeRequest({ model: 'm', messages: [{ role: 'user', content: 'Hi' }, message] })
    if ('error' in decoded) throw new Error(decoded.error.message)
    expect(messagesOf(decoded.request.messages)).toEqual([{ role: 'user', content: 'Hi' }, message])
  })

  test("a signature of Google's goes to Google only", () => {
    const signed: AnyModelMessage = {
      role: 'assistant',
      content: [{ ...call, providerOptions: { google: { thoughtSignature: 'c2ln' } } }],
    }
    expect(JSON.stringify(messagesOf([signed]))).not.toContain('c2ln')
    expect(messagesOf([signed], { takesGoogleSignatures: true })).toMatchObject([
      { tool_calls: [{ extra_content: { google: { thought_signature: 'c2ln' } } }] },
    ])
  })
})

describe('settings of chat completions', () => {
  test('are sent in the words of the API; what a provider does not take is told', () => {
    const request: ModelRequest = {
      messages: [user],
      maxOutputTokens: 9,
      temperature: 0,
      topP: 0.5,
      topK: 3,
      seed: 1,
      stopSequences: ['x'],
      reasoning: 'low',
      providerOptions: { openai: { parallelToolCalls: false, service_tier: 'flex' }, kimi: { other: 1 } },
    }
    expect(encode(request)).toEqual({
      body: {
        model: 'm',
        messages: [{ role: 'user', content: 'Hi' }],
        max_completion_tokens: 9,
        temperature: 0,
        top_p: 0.5,
        stop: ['x'],
        seed: 1,
        reasoning_effort: 'low',
        parallel_tool_calls: false,
        service_tier: 'flex',
      },
      warnings: [{ type: 'unsupported', feature: 'topK' }],
    })
  })
})

test('what is sent is read again, and sent again the same (P29)', () => {
  const messages: AnyModelMessage[] = [
    { role: 'system', content: 'Be short.' },
    user,
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Wait.' },
        { ...call, input: '{ "at": 1.0, "__proto__": "x" }' },
      ],
    },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'a', toolName: 'look', output: { type: 'text', value: '{"$ref":"#"}' } },
      ],
    },
    { role: 'assistant', content: 'Done.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'And this?' },
        { type: 'image', image: 'data:image/png;base64,iVBORw0KGgo=' },
      ],
    },
  ]
  const { body } = encode({ messages, temperature: 1, stopSequences: ['a', 'b'] })
  const decoded = decodeRequest(JSON.parse(JSON.stringify(body)))
  if ('error' in decoded) throw new Error(decoded.error.message)
  expect(encode(decoded.request).body).toEqual(body)
})

describe('files of results', () => {
  const output = {
    type: 'content',
    value: [
      { type: 'text', text: 'Heard.' },
      { type: 'file-data', data: 'AA==', mediaType: 'audio/ogg' },
      { type: 'custom', providerOptions: { other: { a: 1 } } },
    ],
  } as const
  const result = { type: 'tool-result', toolCallId: 'a', toolName: 'look', output } as const

  test('that a chat cannot carry do not end the conversation: the model is told, and the caller warned', () => {
    const { body, warnings } = encode({ messages: [user, asked, { role: 'tool', content: [result] }] })
    expect(body['messages']).toMatchObject([
      {},
      {},
      {
        role: 'tool',
        content: 'Heard.\n[A file of type audio/ogg is missing here: it could not be sent.]',
      },
    ])
    expect(warnings).toMatchObject([
      { type: 'unsupported', feature: 'file of a tool result' },
      { type: 'unsupported', feature: 'custom entry of a tool result' },
    ])
  })
})

test('arguments that are no object are shown in one', () => {
  const odd: AnyModelMessage = { role: 'assistant', content: [{ ...call, input: '42' }] }
  expect(messagesOf([user, odd])).toMatchObject([{}, { tool_calls: [{ function: { arguments: '{"value":"42"}' } }] }])
})

test('options that the AI SDK calls otherwise are sent under the names of the API', () => {
  const openai = { textVerbosity: 'low', logprobs: 3, metadata: { caseId: '1' }, parallelToolCalls: false }
  const { body } = encode({ messages: [user], providerOptions: { openai } })
  expect(body).toMatchObject({
    verbosity: 'low',
    logprobs: true,
    top_logprobs: 3,
    metadata: { caseId: '1' },
    parallel_tool_calls: false,
  })
  expect(body).not.toHaveProperty('text_verbosity')
  expect(encode({ messages: [user], providerOptions: { openai: { logprobs: true } } }).body).toMatchObject({
    logprobs: true,
  })
})

test('warns about a part of a later version of ai, and does not send a request for approval', () => {
  const later = { type: 'later' } as unknown as AnyAssistantPart
  const approval = { type: 'tool-approval-request', approvalId: 'x', toolCallId: 'a' } as const
  const { warnings } = encode({ messages: [user, { role: 'assistant', content: [later, call, approval] }] })
  expect(warnings).toEqual([{ type: 'unsupported', feature: 'later part of an assistant message' }])
})
