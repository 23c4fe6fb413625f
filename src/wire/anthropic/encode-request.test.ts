import { describe, expect, test } from 'vitest'
import type { AnyModelMessage } from '../../core/message.ts'
import type { ModelRequest } from '../model-request.ts'
import { encodeRequest } from './encode-request.ts'

function encode(request: ModelRequest) {
  return encodeRequest(request, { modelId: 'claude', maxOutputTokens: 100 })
}

function messagesOf(...messages: AnyModelMessage[]): unknown {
  return encode({ messages }).body['messages']
}

const call = (toolCallId: string) => ({ type: 'tool-call', toolCallId, toolName: 'look', input: { at: 1 } }) as const
const use = (id: string) => ({ type: 'tool_use', id, name: 'look', input: { at: 1 } })

describe('turns of Anthropic', () => {
  test('results come first in the turn of the user, and neighbours of one role are one turn', () => {
    const result = (toolCallId: string, value: string) =>
      ({ type: 'tool-result', toolCallId, toolName: 'look', output: { type: 'error-text', value } }) as const
    expect(
      messagesOf(
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [{ type: 'text', text: 'Wait.' }] },
        { role: 'assistant', content: [call('a'), call('b')] },
        { role: 'tool', content: [result('a', 'no')] },
        { role: 'tool', content: [result('b', 'nor that')] },
        { role: 'user', content: [{ type: 'text', text: 'Well?' }] },
      ),
    ).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'Wait.' }, use('a'), use('b')] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: 'no', is_error: true },
          { type: 'tool_result', tool_use_id: 'b', content: 'nor that', is_error: true },
          { type: 'text', text: 'Well?' },
        ],
      },
    ])
  })

  test('a result may hold text, images and documents', () => {
    const value = [
      { type: 'text', text: 'see' },
      { type: 'image-data', data: 'iVBORw0KGgo=', mediaType: 'image/png' },
      { type: 'file-url', url: 'https://a.example/b.pdf', mediaType: 'application/pdf' },
    ] as never
    const output = { type: 'content', value } as const
    expect(
      messagesOf({ role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'look', output }] }),
    ).toEqual([
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'a',
            content: [
              { type: 'text', text: 'see' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
              { type: 'document', source: { type: 'url', url: 'https://a.example/b.pdf' } },
            ],
          },
        ],
      },
    ])
  })

  test('thoughts go back to Anthropic only with its signature; those of others are left out, and told', () => {
    const thoughts = [
      { type: 'reasoning', text: 'A', providerOptions: { anthropic: { signature: 'EqQB' } } },
      { type: 'reasoning', text: '', providerOptions: { anthropic: { redactedData: 'hidden' } } },
      { type: 'reasoning', text: 'B', providerOptions: { google: { thoughtSignature: 'c2ln' } } },
    ] as const
    const { body, warnings } = encode({ messages: [{ role: 'assistant', content: [...thoughts, call('a')] }] })
    expect(body['messages']).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'A', signature: 'EqQB' },
          { type: 'redacted_thinking', data: 'hidden' },
          use('a'),
        ],
      },
    ])
    expect(warnings).toHaveLength(1)
  })

  test('a tool that Anthropic ran goes back as the blocks that it came as', () => {
    const own = (blockType: string) => ({ providerOptions: { anthropic: { blockType } } })
    const found = [{ type: 'web_search_result', url: 'https://a.example' }]
    const content = [
      { ...call('srv'), providerExecuted: true, ...own('server_tool_use') },
      {
        type: 'tool-result' as const,
        toolCallId: 'srv',
        toolName: 'look',
        output: { type: 'json' as const, value: found },
        ...own('web_search_tool_result'),
      },
    ]
    expect(messagesOf({ role: 'assistant', content })).toEqual([
      {
        role: 'assistant',
        content: [
          { ...use('srv'), type: 'server_tool_use' },
          { type: 'web_search_tool_result', tool_use_id: 'srv', content: found },
        ],
      },
    ])
  })

  test('documents have a title and citations where the options say so', () => {
    const providerOptions = { anthropic: { citations: { enabled: true }, title: 'Report' } }
    const file = { type: 'file', data: 'JVBERi0=', mediaType: 'application/pdf', providerOptions } as const
    expect(messagesOf({ role: 'user', content: [file] })).toEqual([
      {
        role: 'user',
        content: [
          {
            type: 'document',
            source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
            title: 'Report',
            citations: { enabled: true },
          },
        ],
      },
    ])
  })
})

describe('settings of Anthropic', () => {
  test('are sent in the words of the API; what it does not take is told', () => {
    const messages: AnyModelMessage[] = [{ role: 'user', content: 'Hi' }]
    const settings = { temperature: 1.5, topK: 3, stopSequences: ['x'], seed: 1, presencePenalty: 1 }
    const { body, warnings } = encode({ messages, ...settings })
    expect(body).toEqual({
      model: 'claude',
      max_tokens: 100,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
      temperature: 1,
      top_k: 3,
      stop_sequences: ['x'],
    })
    expect(warnings.map((warning) => 'feature' in warning && warning.feature)).toEqual([
      'temperature',
      'presencePenalty',
      'seed',
    ])
  })
})
