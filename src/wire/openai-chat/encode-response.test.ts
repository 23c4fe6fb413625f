import { describe, expect, test } from 'vitest'
import type { ModelReply } from '../model-reply.ts'
import { decodeResponse } from './decode-response.ts'
import { encodeResponse } from './encode-response.ts'

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

describe('encodeResponse', () => {
  test('writes thoughts, text beside calls, signatures, and a usage with its sum', () => {
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

  test('a finish reason that the API does not have is added beside the nearest one', () => {
    const finishReason = { unified: 'error', raw: 'MALFORMED_FUNCTION_CALL' } as const
    expect(encodeResponse({ ...reply, finishReason }, envelope)).toMatchObject({
      choices: [{ finish_reason: 'stop', native_finish_reason: 'MALFORMED_FUNCTION_CALL' }],
    })
  })

  test('an encoded answer decodes to the same content (P29)', () => {
    const decoded = decodeResponse(encodeResponse(reply, envelope), decoding)
    expect('reply' in decoded && decoded.reply.content).toEqual(reply.content)
  })
})
