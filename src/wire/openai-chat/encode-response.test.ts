import { describe, expect, test } from 'vitest'
import type { ModelReply, ReplyEvent } from '../model-reply.ts'
import { decodeResponse } from './decode-response.ts'
import { encodeResponse } from './encode-response.ts'
import { encodeError } from './error.ts'
import { createStreamDecoder } from './stream-decoder.ts'
import { createStreamEncoder } from './stream-encoder.ts'

const envelope = { id: 'chatcmpl-1', created: 1_700_000_000, modelId: 'm' }
const decoding = { optionsKey: 'openai', nextId: () => 'made' }
const call = {
  type: 'tool-call',
  toolCallId: 'a',
  toolName: 'look',
  input: '{"at":1}',
  providerMetadata: { google: { thoughtSignature: 'c2ln' } },
} as const
const reply: ModelReply = {
  content: [{ type: 'reasoning', text: 'Hm.' }, { type: 'text', text: 'Wait.' }, call],
  finishReason: { unified: 'tool-calls', raw: 'STOP' },
  usage: {
    inputTokens: { total: 9, noCache: 5, cacheRead: 4, cacheWrite: undefined },
    outputTokens: { total: 7, text: 4, reasoning: 3 },
  },
  response: {},
}
const usage = {
  prompt_tokens: 9,
  completion_tokens: 7,
  total_tokens: 16,
  prompt_tokens_details: { cached_tokens: 4 },
  completion_tokens_details: { reasoning_tokens: 3 },
}

describe('answers as clients of the API get them', () => {
  test('thoughts, text beside calls, signatures and a usage whose sum is right', () => {
    expect(encodeResponse(reply, envelope)).toEqual({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_700_000_000,
      model: 'm',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: 'Wait.',
            refusal: null,
            reasoning_content: 'Hm.',
            tool_calls: [
              {
                id: 'a',
                type: 'function',
                function: { name: 'look', arguments: '{"at":1}' },
                extra_content: { google: { thought_signature: 'c2ln' } },
              },
            ],
          },
          logprobs: null,
          finish_reason: 'tool_calls',
        },
      ],
      usage,
    })
  })

  test('a reason that the API has no word for stands beside the nearest one', () => {
    const finishReason = { unified: 'error', raw: 'MALFORMED_FUNCTION_CALL' } as const
    expect(encodeResponse({ ...reply, finishReason }, envelope)).toMatchObject({
      choices: [{ finish_reason: 'stop', native_finish_reason: 'MALFORMED_FUNCTION_CALL' }],
    })
  })

  test('what is written is read again (P29)', () => {
    const decoded = decodeResponse(encodeResponse(reply, envelope), decoding)
    expect('reply' in decoded && decoded.reply.content).toEqual(reply.content)
  })

  test('a stream has a role once, an index for each call, the usage in a last chunk, and [DONE]', () => {
    const events: ReplyEvent[] = [
      { type: 'text-delta', id: '0', delta: 'Wait.' },
      call,
      { ...call, toolCallId: 'b' },
      { type: 'finish', finishReason: reply.finishReason, usage: reply.usage },
    ]
    const encoder = createStreamEncoder({ ...envelope, includesUsage: true })
    const data = [...events.flatMap((event) => encoder.push(event)), ...encoder.end()]
    expect(data.at(-1)).toBe('[DONE]')
    const chunks = data
      .slice(0, -1)
      .map((text) => JSON.parse(text) as { choices: { delta: object; finish_reason: string }[]; usage: unknown })
    expect(chunks.map(({ choices }) => choices[0]?.delta)).toMatchObject([
      { role: 'assistant', content: 'Wait.' },
      { tool_calls: [{ index: 0, id: 'a', extra_content: { google: { thought_signature: 'c2ln' } } }] },
      { tool_calls: [{ index: 1, id: 'b' }] },
      {},
      undefined as never,
    ])
    expect(chunks.map((chunk) => chunk.usage)).toEqual([null, null, null, null, usage])
    expect(chunks[3]!.choices[0]!.finish_reason).toBe('tool_calls')
    const decoder = createStreamDecoder(decoding)
    const read = data.flatMap((text) => decoder.push(text))
    expect(read.filter(({ type }) => type === 'tool-call')).toMatchObject([{ toolCallId: 'a' }, { toolCallId: 'b' }])
  })

  test('a stream without a word has a role', () => {
    const encoder = createStreamEncoder({ ...envelope, includesUsage: false })
    const finishReason = { unified: 'content-filter', raw: 'SAFETY' } as const
    const [data] = encoder.push({ type: 'finish', finishReason, usage: reply.usage })
    expect(JSON.parse(data!).choices).toMatchObject([
      { delta: { role: 'assistant', content: '' }, finish_reason: 'content_filter' },
    ])
  })

  test('after an error there is neither a reason nor [DONE]', () => {
    const encoder = createStreamEncoder({ ...envelope, includesUsage: false })
    const error = { message: 'cut', code: 'upstream_truncated', statusCode: 502, isRetryable: true }
    const data = [
      ...encoder.push({ type: 'text-delta', id: '0', delta: 'a' }),
      ...encoder.push({ type: 'error', error }),
      ...encoder.push({ type: 'finish', finishReason: { unified: 'error', raw: undefined }, usage: reply.usage }),
      ...encoder.end(),
    ]
    expect(data).toHaveLength(2)
    expect(JSON.parse(data[1]!)).toEqual({
      error: { message: 'cut', type: 'server_error', param: null, code: 'upstream_truncated' },
    })
  })

  test.each([
    [400, 'invalid_request_error'],
    [401, 'authentication_error'],
    [403, 'permission_error'],
    [429, 'rate_limit_error'],
    [503, 'server_error'],
  ])('an error of status %i is a %s', (statusCode, type) => {
    expect(encodeError({ message: 'm', statusCode, isRetryable: false })).toEqual({
      error: { message: 'm', type, param: null, code: null },
    })
  })
})
