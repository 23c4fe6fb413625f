import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../core/json.ts'
import { type DecodedRequest, decodeRequest } from './decode-request.ts'
import { encodeRequest } from './encode-request.ts'

function decode(body: JsonObject): DecodedRequest {
  const decoded = decodeRequest({ model: 'claude', max_tokens: 100, ...body })
  if ('error' in decoded) throw new Error(decoded.error.message)
  return decoded
}

function errorOf(body: unknown): string | undefined {
  const decoded = decodeRequest(body)
  return 'error' in decoded ? decoded.error.message : undefined
}

const hello = [{ role: 'user', content: 'Hello.' }]

describe('messages of Anthropic’s clients', () => {
  test('a text is a block of text, and the system prompt stands first', () => {
    expect(decode({ system: 'Be brief.', messages: hello }).request.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'Hello.' }] },
    ])
  })

  test('results become a tool message with the names of their calls, before what else the user says', () => {
    const messages = [
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: { at: 1 } }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Well?' },
          { type: 'tool_result', tool_use_id: 'a', content: 'no', is_error: true },
        ],
      },
    ]
    expect(decode({ messages }).request.messages).toEqual([
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'look', input: { at: 1 } }] },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'a', toolName: 'look', output: { type: 'error-text', value: 'no' } },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: 'Well?' }] },
    ])
  })

  test('a mark for the cache is an option of its part', () => {
    const content = [{ type: 'text', text: 'Long.', cache_control: { type: 'ephemeral' } }]
    expect(decode({ messages: [{ role: 'user', content }] }).request.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Long.', providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } },
        ],
      },
    ])
  })
})

describe('what is decoded is encoded to the same request', () => {
  const again = (body: JsonObject) => {
    const decoded = decode(body)
    const { ownTools, tools } = decoded
    const declared = tools.map(({ name, inputSchema }) => ({ name, input_schema: inputSchema }))
    return encodeRequest(decoded.request, {
      modelId: 'claude',
      maxOutputTokens: 1,
      tools: [...declared, ...ownTools],
    }).body
  }
  const same = (messages: JsonObject[]) => expect(again({ messages })['messages']).toEqual(messages)

  test('thoughts, tools that Anthropic ran, and blocks of unknown kinds', () => {
    same([
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
          { type: 'redacted_thinking', data: 'ZGF0YQ==' },
          { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'sky' } },
          {
            type: 'web_search_tool_result',
            tool_use_id: 's',
            content: [{ type: 'web_search_result', url: 'https://a.example' }],
          },
          { type: 'text', text: 'Blue.', citations: [{ type: 'web_search_result_location', encrypted_index: 'aW5k' }] },
          { type: 'compaction', content: 'Before.' },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: 'Why?' }] },
    ])
  })

  test('images, documents with their options, and files for a container', () => {
    same([
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
          { type: 'image', source: { type: 'url', url: 'https://a.example/b.png?x=1' } },
          { type: 'document', source: { type: 'url', url: 'https://a.example/b' }, title: 'B', context: 'A letter.' },
          {
            type: 'document',
            source: { type: 'text', media_type: 'text/plain', data: 'Hi' },
            citations: { enabled: true },
          },
          { type: 'document', source: { type: 'file', file_id: 'file_1' } },
          { type: 'container_upload', file_id: 'file_2' },
        ],
      },
    ])
  })

  test('results with images, documents, references to tools, marks and errors', () => {
    same([
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'a', name: 'look', input: {}, caller: { type: 'direct' } }],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'a',
            content: [
              { type: 'text', text: 'See.', cache_control: { type: 'ephemeral' } },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
              { type: 'tool_reference', tool_name: 'draw' },
            ],
            is_error: true,
            cache_control: { type: 'ephemeral' },
          },
        ],
      },
    ])
  })

  test('settings, the choice of a tool, and every parameter without a neutral form', () => {
    const body: JsonObject = {
      max_tokens: 3000,
      temperature: 1,
      top_p: 0.96,
      stop_sequences: ['END'],
      thinking: { type: 'enabled', budget_tokens: 2000 },
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
      metadata: { user_id: 'u' },
      mcp_servers: [{ type: 'url', url: 'https://a.example', name: 'a' }],
      tools: [
        { name: 'look', input_schema: { type: 'object' } },
        { type: 'web_search_20250305', name: 'web_search', max_uses: 2 },
      ],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello.' }] }],
    }
    expect(again(body)).toEqual({ model: 'claude', ...body })
    expect(decode(body).request.maxOutputTokens).toBe(1000)
  })
})

describe('tools', () => {
  test('a tool of the client keeps fields without a neutral form as options', () => {
    const tool = {
      name: 'look',
      description: 'Looks.',
      input_schema: { type: 'object' },
      strict: true,
      defer_loading: true,
    }
    expect(decode({ messages: hello, tools: [tool] }).tools).toEqual([
      {
        type: 'function',
        name: 'look',
        description: 'Looks.',
        inputSchema: { type: 'object' },
        strict: true,
        providerOptions: { anthropic: { defer_loading: true } },
      },
    ])
  })

  test.each([
    [{ type: 'any' }, { type: 'required' }],
    [
      { type: 'tool', name: 'look' },
      { type: 'tool', toolName: 'look' },
    ],
    [{ type: 'none' }, { type: 'none' }],
  ])('the choice %j is %j', (choice, expected) => {
    expect(decode({ messages: hello, tool_choice: choice }).request.toolChoice).toEqual(expected)
  })
})

describe('a request that the API would refuse is an error that names the field', () => {
  test.each([
    [null, 'body: Input should be an object'],
    [{ messages: hello }, 'model: Field required'],
    [{ model: 'c' }, 'messages: Field required'],
    [{ model: 'c', messages: [] }, 'messages: at least one message is required'],
    [
      { model: 'c', messages: [{ role: 'robot', content: 'Hi' }] },
      "messages.0.role: Input should be 'user' or 'assistant'",
    ],
    [
      { model: 'c', messages: [{ role: 'user', content: [{ text: 'Hi' }] }] },
      'messages.0.content.0.type: Field required',
    ],
    [{ model: 'c', messages: hello, tools: [{ name: 'a' }] }, 'tools.0.input_schema: Field required'],
    [{ model: 'c', messages: hello, temperature: 'hot' }, 'temperature: Input should be a valid number'],
    [
      { model: 'c', messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'url', url: 'x' } }] }] },
      'messages.0.content.0.source.url: Input should be a valid URL',
    ],
    [
      { model: 'c', messages: [{ role: 'user', content: [{ type: 'hologram' }] }] },
      "messages.0.content.0: Blocks of type 'hologram' are not supported here",
    ],
  ])('%j', (body, message) => {
    expect(errorOf(body)).toBe(message)
  })
})
