import { describe, expect, test } from 'vitest'
import { decodeResponse } from './decode-response.ts'

const options = { optionsKey: 'openai', nextId: () => 'made' }
const completion = (message: object, finish_reason = 'stop', more: object = {}) => ({
  id: 'c1',
  created: 1_700_000_000,
  model: 'm',
  choices: [{ index: 0, message, finish_reason, ...more }],
})
const contentOf = (message: object, reason?: string) => {
  const decoded = decodeResponse(completion(message, reason), options)
  return 'reply' in decoded ? decoded.reply.content : decoded.error
}

describe('decodeResponse', () => {
  test('decodes thoughts, text, calls and sources, with usage and metadata', () => {
    const message = {
      content: 'Wait.',
      reasoning_content: 'Hm.',
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{"at":1}' } }],
      annotations: [{ type: 'url_citation', url_citation: { url: 'https://example.test/', title: 'Example' } }],
    }
    const body = { ...completion(message, 'tool_calls'), usage: { prompt_tokens: 9, completion_tokens: 7 } }
    expect(decodeResponse(body, options)).toMatchObject({
      reply: {
        content: [
          { type: 'reasoning', text: 'Hm.' },
          { type: 'text', text: 'Wait.' },
          { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: '{"at":1}' },
          { type: 'source', sourceType: 'url', id: 'made', url: 'https://example.test/', title: 'Example' },
        ],
        finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
        usage: { inputTokens: { total: 9 }, outputTokens: { total: 7 } },
        response: { id: 'c1', modelId: 'm', timestamp: new Date(1_700_000_000_000) },
      },
    })
  })

  test('takes stop for the calls, where a server says so', () => {
    const call = { id: 'a', function: { name: 'look', arguments: '{}' } }
    expect(decodeResponse(completion({ content: null, tool_calls: [call] }), options)).toMatchObject({
      reply: { finishReason: { unified: 'tool-calls', raw: 'stop' } },
    })
  })

  test('reads the single call of the old API, arguments that are an object, and calls without an id', () => {
    expect(contentOf({ function_call: { name: 'look', arguments: { at: 1 } } })).toEqual([
      { type: 'tool-call', toolCallId: 'made', toolName: 'look', input: '{"at":1}' },
    ])
  })

  test('repairs invalid arguments, but not those of an answer that was cut off', () => {
    const message = { tool_calls: [{ id: 'a', function: { name: 'look', arguments: "{'at':1" } }] }
    expect(contentOf(message, 'tool_calls')).toMatchObject([{ input: '{"at":1}' }])
    expect(contentOf(message, 'length')).toMatchObject([{ input: "{'at':1" }])
  })

  test('a refusal is text, and a content filter', () => {
    expect(decodeResponse(completion({ content: null, refusal: 'No.' }), options)).toMatchObject({
      reply: { content: [{ type: 'text', text: 'No.' }], finishReason: { unified: 'content-filter', raw: 'stop' } },
    })
  })

  test('keeps log probabilities and details of thoughts in the metadata of the provider', () => {
    const details = [{ type: 'reasoning.text', text: 'Hm.' }]
    const body = completion({ content: 'a', reasoning_details: details }, 'stop', { logprobs: { content: [] } })
    expect(decodeResponse(body, options)).toMatchObject({
      reply: {
        content: [{ type: 'reasoning', text: 'Hm.', providerMetadata: { openai: { reasoningDetails: details } } }, {}],
        providerMetadata: { openai: { logprobs: { content: [] } } },
      },
    })
  })

  test('details of thoughts name their issuer, and the text of thoughts without a text in them is the plain one', () => {
    const details = [{ type: 'reasoning.encrypted', data: 'eA==' }]
    const body = completion({ content: 'a', reasoning: 'Hm.', reasoning_details: details })
    expect(decodeResponse(body, { ...options, issuer: 'a.example' })).toMatchObject({
      reply: {
        content: [
          {
            type: 'reasoning',
            text: 'Hm.',
            providerMetadata: { openai: { reasoningDetails: details, issuer: 'a.example' } },
          },
          { type: 'text', text: 'a' },
        ],
      },
    })
  })

  test("Google's signature of a message belongs to its last text, also where there is none", () => {
    const signed = { extra_content: { google: { thought_signature: 'c2ln' } } }
    const providerMetadata = { google: { thoughtSignature: 'c2ln' } }
    expect(contentOf({ content: 'a', ...signed })).toEqual([{ type: 'text', text: 'a', providerMetadata }])
    expect(contentOf({ content: null, ...signed })).toEqual([{ type: 'text', text: '', providerMetadata }])
  })

  test('parts of the content that are thoughts are thoughts', () => {
    const thought = {
      type: 'thinking',
      thinking: [
        { type: 'text', text: 'H' },
        { type: 'text', text: 'm.' },
      ],
    }
    expect(contentOf({ content: [thought, { type: 'text', text: 'a' }] })).toEqual([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'a' },
    ])
  })

  test('an empty call of the old API is none, and an empty finish reason is unknown', () => {
    const nothing = { function_call: { name: '', arguments: '' } }
    expect(contentOf({ content: 'a', ...nothing })).toEqual([{ type: 'text', text: 'a' }])
    const call = { id: 'a', function: { name: 'look', arguments: '{}' } }
    expect(decodeResponse(completion({ tool_calls: [call], ...nothing }, ''), options)).toMatchObject({
      reply: { content: [{ toolName: 'look' }], finishReason: { unified: 'tool-calls', raw: '' } },
    })
  })

  test('pages that stand beside the answer are sources, each once', () => {
    const [one, two] = ['https://a.example/', 'https://b.example/']
    const body = {
      ...completion({ content: 'a' }),
      citations: [one, two],
      search_results: [{ url: two, title: 'B' }],
    }
    expect(decodeResponse(body, options)).toMatchObject({
      reply: {
        content: [
          { type: 'text' },
          { type: 'source', sourceType: 'url', url: one },
          { type: 'source', sourceType: 'url', url: two, title: 'B' },
        ],
      },
    })
  })

  test('an error under status 200, and an answer without a message, are errors', () => {
    expect(decodeResponse({ error: { message: 'Busy.' } }, options)).toMatchObject({ error: { message: 'Busy.' } })
    expect(decodeResponse({ choices: [] }, options)).toMatchObject({
      error: { code: 'response-empty', isRetryable: false },
    })
  })
})
