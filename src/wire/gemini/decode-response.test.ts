import { expect, test } from 'vitest'
import { decodeResponse } from './decode-response.ts'
import { encodeResponse } from './encode-response.ts'

const origin = { keys: ['google'], family: '3.0' }
const context = { origin, nextId: () => 'made' }
const answer = {
  candidates: [
    {
      content: {
        role: 'model',
        parts: [
          { text: 'Hm.', thought: true },
          { text: 'Hello', thoughtSignature: 'CgEB' },
          { functionCall: { id: 'x', name: 'f', args: { a: [1] } }, thoughtSignature: 'CgEC' },
        ],
      },
      finishReason: 'STOP',
      index: 0,
    },
  ],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2, totalTokenCount: 3 },
  modelVersion: 'm',
  responseId: 'r',
}

test('decodes thoughts, text and calls, with their signatures', () => {
  expect(decodeResponse(answer, context)).toEqual({
    reply: {
      content: [
        { type: 'reasoning', text: 'Hm.' },
        {
          type: 'text',
          text: 'Hello',
          providerMetadata: { google: { thoughtSignature: 'CgEB', family: '3.0' } },
        },
        {
          type: 'tool-call',
          toolCallId: 'x',
          toolName: 'f',
          input: '{"a":[1]}',
          providerMetadata: { google: { thoughtSignature: 'CgEC', family: '3.0' } },
        },
      ],
      finishReason: { unified: 'tool-calls', raw: 'STOP' },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: 2, text: 2, reasoning: undefined },
        raw: { promptTokenCount: 1, candidatesTokenCount: 2, totalTokenCount: 3 },
      },
      response: { id: 'r', modelId: 'm' },
    },
  })
})

test('an encoded answer is the answer that was decoded', () => {
  const decoded = decodeResponse(answer, context)
  expect('reply' in decoded && encodeResponse(decoded.reply, origin)).toEqual(answer)
})

test('a call without an id gets one', () => {
  const body = { candidates: [{ content: { parts: [{ functionCall: { name: 'f' } }] }, finishReason: 'STOP' }] }
  expect(decodeResponse(body, context)).toMatchObject({ reply: { content: [{ toolCallId: 'made', input: '{}' }] } })
})

test('a blocked prompt is an answer without content', () => {
  expect(decodeResponse({ promptFeedback: { blockReason: 'SAFETY' } }, context)).toMatchObject({
    reply: { content: [], finishReason: { unified: 'content-filter', raw: 'SAFETY' } },
  })
})

test('an answer with neither a candidate nor a reason is an error', () => {
  for (const body of [{}, { candidates: [] }, { usageMetadata: {} }]) {
    expect(decodeResponse(body, context)).toMatchObject({ error: { code: 'response-empty' } })
  }
  expect(decodeResponse('text', context)).toMatchObject({ error: { code: 'stream-unreadable' } })
})
