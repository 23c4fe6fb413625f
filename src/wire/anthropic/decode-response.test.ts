import { describe, expect, test } from 'vitest'
import { decodeResponse } from './decode-response.ts'

const options = { nextId: () => 'made' }
const message = (content: object[], more: object = {}) => ({
  type: 'message',
  id: 'm1',
  model: 'claude',
  content,
  stop_reason: 'end_turn',
  ...more,
})

describe('decodeResponse', () => {
  test('decodes thoughts with their signatures, text and calls', () => {
    const body = message(
      [
        { type: 'thinking', thinking: 'Hm.', signature: 'sig' },
        { type: 'redacted_thinking', data: 'opaque' },
        { type: 'text', text: 'Wait.' },
        { type: 'tool_use', id: 'a', name: 'look', input: { at: 1 } },
      ],
      { stop_reason: 'tool_use', usage: { input_tokens: 5, cache_read_input_tokens: 4, output_tokens: 7 } },
    )
    expect(decodeResponse(body, options)).toMatchObject({
      reply: {
        content: [
          { type: 'reasoning', text: 'Hm.', providerMetadata: { anthropic: { signature: 'sig' } } },
          { type: 'reasoning', text: '', providerMetadata: { anthropic: { redactedData: 'opaque' } } },
          { type: 'text', text: 'Wait.' },
          { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: '{"at":1}' },
        ],
        finishReason: { unified: 'tool-calls', raw: 'tool_use' },
        usage: { inputTokens: { total: 9, noCache: 5, cacheRead: 4 }, outputTokens: { total: 7 } },
        response: { id: 'm1', modelId: 'claude' },
      },
    })
  })

  test('a tool that Anthropic ran has its call and its result, which names the tool', () => {
    const found = [{ type: 'web_search_result', url: 'https://example.test/' }]
    const body = message([
      { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
      { type: 'web_search_tool_result', tool_use_id: 's', content: found },
    ])
    expect(decodeResponse(body, options)).toMatchObject({
      reply: {
        content: [
          { type: 'tool-call', toolCallId: 's', providerExecuted: true },
          { type: 'tool-result', toolCallId: 's', toolName: 'web_search', result: found },
        ],
      },
    })
  })

  test('cited pages are sources, and the citations stay with the text', () => {
    const citations = [{ type: 'web_search_result_location', url: 'https://example.test/', title: 'Example' }]
    expect(decodeResponse(message([{ type: 'text', text: 'a', citations }]), options)).toMatchObject({
      reply: {
        content: [
          { type: 'text', text: 'a', providerMetadata: { anthropic: { citations } } },
          { type: 'source', sourceType: 'url', id: 'made', url: 'https://example.test/', title: 'Example' },
        ],
      },
    })
  })

  test('keeps unknown blocks, the stop sequence and the usage in the metadata', () => {
    const usage = { input_tokens: 1, output_tokens: 2 }
    const body = message([{ type: 'hologram' }], { stop_reason: 'stop_sequence', stop_sequence: 'END', usage })
    expect(decodeResponse(body, options)).toMatchObject({
      reply: {
        content: [{ type: 'reasoning', text: '', providerMetadata: { anthropic: { block: { type: 'hologram' } } } }],
        finishReason: { unified: 'stop', raw: 'stop_sequence' },
        providerMetadata: { anthropic: { stopSequence: 'END', usage, unreadBlocks: [{ type: 'hologram' }] } },
      },
    })
  })

  test('an error, and a body without content, are errors', () => {
    const error = { type: 'overloaded_error', message: 'Overloaded' }
    expect(decodeResponse({ type: 'error', error }, options)).toMatchObject({ error: { statusCode: 529 } })
    expect(decodeResponse({ type: 'message' }, options)).toMatchObject({
      error: { code: 'response-empty', isRetryable: false },
    })
  })

  test('a call and a result of any tool that Anthropic runs have the kind and the fields of their blocks', () => {
    const content = [
      { type: 'mcp_tool_use', id: 'm', name: 'ask', server_name: 'wiki', input: { q: 1 } },
      { type: 'mcp_tool_result', tool_use_id: 'm', is_error: true, content: [{ type: 'text', text: 'No.' }] },
      { type: 'tool_use', id: 't', name: 'look', input: {}, caller: { type: 'direct' } },
    ]
    expect(decodeResponse(message(content), options)).toMatchObject({
      reply: {
        content: [
          {
            type: 'tool-call',
            toolName: 'ask',
            input: '{"q":1}',
            providerExecuted: true,
            providerMetadata: { anthropic: { blockType: 'mcp_tool_use', blockFields: { server_name: 'wiki' } } },
          },
          {
            type: 'tool-result',
            toolName: 'ask',
            isError: true,
            providerMetadata: { anthropic: { blockType: 'mcp_tool_result', blockFields: { is_error: true } } },
          },
          { type: 'tool-call', providerMetadata: { anthropic: { blockFields: { caller: { type: 'direct' } } } } },
        ],
      },
    })
  })
})
