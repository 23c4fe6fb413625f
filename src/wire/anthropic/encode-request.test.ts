import { describe, expect, test } from 'vitest'
import type { AnyAssistantPart, AnyModelMessage, ToolCallPart } from '../../core/message.ts'
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
      { type: 'image-file-id', fileId: 'file_1' },
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
              { type: 'image', source: { type: 'file', file_id: 'file_1' } },
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

test('a file of a result that Anthropic cannot carry does not end the conversation', () => {
  const output = { type: 'content', value: [{ type: 'file-data', data: 'AA==', mediaType: 'audio/ogg' }] } as const
  const { body, warnings } = encode({
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [call('a')] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'look', output }] },
    ],
  })
  const text = '[A file of type audio/ogg is missing here: it could not be sent.]'
  expect(body['messages']).toMatchObject([{}, {}, { content: [{ content: [{ type: 'text', text }] }] }])
  expect(warnings).toMatchObject([{ type: 'unsupported', feature: 'file of a tool result' }])
})

test('arguments that are no object are shown in one', () => {
  const odd: AnyModelMessage = { role: 'assistant', content: [{ ...call('a'), input: '42' }] }
  expect(messagesOf({ role: 'user', content: 'Hi' }, odd)).toMatchObject([
    {},
    { content: [{ input: { value: '42' } }] },
  ])
})

describe('thinking', () => {
  const thought = { type: 'reasoning', text: 'A', providerOptions: { anthropic: { signature: 'EqQB' } } } as const
  const output = { type: 'text', value: 'b' } as const
  const answered = (toolCallId: string): AnyModelMessage => {
    return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName: 'look', output }] }
  }
  const providerOptions = { anthropic: { thinking: { type: 'enabled', budgetTokens: 2000 } } }

  test('goes on through all steps of a turn that began with a thought: later steps need not have one', () => {
    const { body, warnings } = encode({
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [thought, call('a')] },
        answered('a'),
        { role: 'assistant', content: [call('b')] },
        answered('b'),
      ],
      providerOptions,
    })
    expect([body['thinking'], warnings]).toEqual([{ type: 'enabled', budget_tokens: 2000 }, []])
  })

  test('of an earlier turn does not help one that began without', () => {
    const { warnings } = encode({
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [thought, { type: 'text', text: 'Yes?' }] },
        { role: 'user', content: 'Look.' },
        { role: 'assistant', content: [call('a')] },
        answered('a'),
      ],
      providerOptions,
    })
    expect(warnings).toMatchObject([{ feature: 'thinking' }])
  })

  test('and the answer together stay within what the model can write', () => {
    const request = { messages: [{ role: 'user', content: 'Hi' }], providerOptions } as const
    const limited = { modelId: 'claude', maxOutputTokens: 4000, mostOutputTokens: 5000 }
    expect(encodeRequest(request, limited)).toMatchObject({ body: { max_tokens: 5000 }, warnings: [] })
    expect(encodeRequest({ ...request, maxOutputTokens: 3500 }, limited)).toMatchObject({
      body: { max_tokens: 5000 },
      warnings: [{ type: 'unsupported', feature: 'maxOutputTokens' }],
    })
  })
})

test('of temperature and topP, which cannot both be set, the first is sent', () => {
  const { body, warnings } = encode({ messages: [{ role: 'user', content: 'Hi' }], temperature: 0.5, topP: 0.9 })
  expect(body).toMatchObject({ temperature: 0.5 })
  expect(body).not.toHaveProperty('top_p')
  expect(warnings).toMatchObject([{ type: 'unsupported', feature: 'topP' }])
})

test('a cache mark on the whole call is sent, and counts as one of the four', () => {
  const cacheControl = { type: 'ephemeral' }
  const part = (text: string) => ({ type: 'text', text, providerOptions: { anthropic: { cacheControl } } }) as const
  const { body, warnings } = encode({
    messages: [{ role: 'user', content: ['1', '2', '3', '4'].map(part) }],
    providerOptions: { anthropic: { cacheControl } },
  })
  expect(body['cache_control']).toEqual(cacheControl)
  expect(JSON.stringify(body['messages']).match(/cache_control/g)).toHaveLength(3)
  expect(warnings).toMatchObject([{ feature: 'cacheControl' }])
})

describe('a conversation that ends with the assistant', () => {
  const user: AnyModelMessage = { role: 'user', content: 'Hi' }
  const ask = (content: AnyAssistantPart[], takesPrefill: boolean) =>
    encodeRequest(
      { messages: [user, { role: 'assistant', content }] },
      { modelId: 'c', maxOutputTokens: 9, takesPrefill },
    )

  test('is asked to go on, where the model refuses to by itself', () => {
    const { body, warnings } = ask([{ type: 'text', text: 'Well' }], false)
    expect(body['messages']).toMatchObject([{}, {}, { role: 'user', content: [{ type: 'text', text: 'Continue.' }] }])
    expect(warnings).toMatchObject([{ type: 'unsupported', feature: 'assistant message at the end' }])
  })

  test('is left alone where the model goes on, or where a tool of Anthropic made it pause', () => {
    const search: AnyAssistantPart = {
      type: 'tool-call',
      toolCallId: 'srvtoolu_1',
      toolName: 'web_search',
      input: {},
      providerExecuted: true,
      providerOptions: { anthropic: { blockType: 'server_tool_use' } },
    }
    expect(ask([{ type: 'text', text: 'Well' }], true)).toMatchObject({ body: { messages: [{}, {}] }, warnings: [] })
    expect(ask([search], false)).toMatchObject({ body: { messages: [{}, {}] }, warnings: [] })
  })
})

describe('what Anthropic wrote goes back as it came', () => {
  const thought = { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 'EqQB' } } } as const
  const text = { type: 'text', text: 'Yes.' } as const
  const own = (anthropic: object) => ({ providerOptions: { anthropic } }) as Pick<ToolCallPart, 'providerOptions'>
  const ran = { ...call('srv'), providerExecuted: true, ...own({ blockType: 'server_tool_use' }) }
  const found = {
    type: 'tool-result',
    toolCallId: 'srv',
    toolName: 'look',
    output: { type: 'json', value: [] },
    ...own({ blockType: 'look_tool_result', blockFields: { is_error: false } }),
  } as const
  const contentOf = (...content: AnyAssistantPart[]) => {
    const [turn] = messagesOf({ role: 'assistant', content }) as { content: unknown[] }[]
    return turn!.content
  }

  test('a block of an unknown kind, also alone', () => {
    const block = { type: 'hologram', state: 'x', n: { b: 1, a: 2 } }
    const opaque = { type: 'reasoning', text: '', ...own({ block }) } as const
    expect(JSON.stringify(contentOf(opaque, text))).toBe(JSON.stringify([block, text]))
    expect(contentOf(opaque)).toEqual([block])
  })

  test('thoughts after a tool that it ran; those after the words of another model are left out', () => {
    const types = (...content: AnyAssistantPart[]) =>
      contentOf(...content).map((block) => (block as { type: string }).type)
    expect(types(ran, found, thought, text)).toEqual(['server_tool_use', 'look_tool_result', 'thinking', 'text'])
    expect(types(text, thought, call('a'))).toEqual(['text', 'tool_use'])
  })

  test('citations of a text, and fields of calls and results that have no neutral form', () => {
    const citations = [{ type: 'web_search_result_location', encrypted_index: 'eA==', url: 'https://a.example' }]
    const caller = { type: 'direct' }
    expect(
      contentOf({ ...text, ...own({ citations }) }, ran, found, { ...call('a'), ...own({ blockFields: { caller } }) }),
    ).toEqual([
      { ...text, citations },
      { ...use('srv'), type: 'server_tool_use' },
      { type: 'look_tool_result', tool_use_id: 'srv', content: [], is_error: false },
      { ...use('a'), caller },
    ])
  })
})

test('a text of white space before calls is left out, and told', () => {
  const { body, warnings } = encode({
    messages: [{ role: 'assistant', content: [{ type: 'text', text: ' ' }, call('a')] }],
  })
  expect(body['messages']).toMatchObject([{ content: [{ type: 'tool_use' }] }])
  expect(warnings).toEqual([{ type: 'other', message: 'A text of white space cannot be sent, and was left out.' }])
})

test.each([
  ['free', { temperature: 0.5, topP: 0.9 }, { temperature: 0.5, top_p: 0.9 }, []],
  ['fixed', { temperature: 0.5, topP: 0.9, topK: 3 }, {}, ['temperature', 'topP', 'topK']],
  ['fixed', { temperature: 1, topP: 0.99 }, { temperature: 1, top_p: 0.99 }, []],
] as const)('a model whose sampling is %s gets of %j only %j', (sampling, settings, sent, unsupported) => {
  const messages: AnyModelMessage[] = [{ role: 'user', content: 'Hi' }]
  const { body, warnings } = encodeRequest({ messages, ...settings }, { modelId: 'c', maxOutputTokens: 1, sampling })
  expect(body).toEqual({
    model: 'c',
    max_tokens: 1,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    ...sent,
  })
  expect(warnings.map((warning) => 'feature' in warning && warning.feature)).toEqual(unsupported)
})

test('a model that thinks takes a temperature of 1 and a top-p of 0.95 or more', () => {
  const providerOptions = { anthropic: { thinking: { type: 'adaptive' } } }
  const messages: AnyModelMessage[] = [{ role: 'user', content: 'Hi' }]
  expect(encode({ messages, providerOptions, temperature: 1, topP: 0.95 }).body).toMatchObject({
    temperature: 1,
    top_p: 0.95,
  })
  expect(encode({ messages, providerOptions, temperature: 0.9 }).body).not.toHaveProperty('temperature')
})
