import { expect, test } from 'vitest'
import type { ModelReply } from '../model-reply.ts'
import { encodeResponse } from './encode-response.ts'

const origin = { keys: ['google'], family: '3.0' }

function reply(content: ModelReply['content'], own: Partial<ModelReply> = {}): ModelReply {
  const usage = {
    inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: undefined, text: undefined, reasoning: undefined },
  }
  return { content, finishReason: { unified: 'stop', raw: 'STOP' }, usage, response: {}, ...own }
}

function partsOf(content: ModelReply['content']): unknown {
  const { candidates } = encodeResponse(reply(content), origin) as { candidates: { content: { parts: unknown } }[] }
  return candidates[0]?.content.parts
}

test('encodes text, thoughts, files and calls', () => {
  expect(
    partsOf([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Hello.' },
      { type: 'file', mediaType: 'image/png', data: 'iVBO' },
      { type: 'tool-call', toolCallId: 'x', toolName: 'f', input: '{"a":[1]}' },
    ]),
  ).toEqual([
    { text: 'Hm.', thought: true },
    { text: 'Hello.' },
    { inlineData: { mimeType: 'image/png', data: 'iVBO' } },
    { functionCall: { id: 'x', name: 'f', args: { a: [1] } } },
  ])
})

test('encodes a signature of its own family, and no other', () => {
  const signed = (family: string) => ({ google: { thoughtSignature: 'CgEB', family } })
  expect(partsOf([{ type: 'text', text: 'a', providerMetadata: signed('3.0') }])).toEqual([
    { text: 'a', thoughtSignature: 'CgEB' },
  ])
  expect(partsOf([{ type: 'text', text: 'a', providerMetadata: signed('2.5') }])).toEqual([{ text: 'a' }])
})

test('returns a part without a neutral form as it came', () => {
  const part = { executableCode: { language: 'PYTHON', code: '1' } }
  expect(partsOf([{ type: 'text', text: '', providerMetadata: { google: { part, family: '3.0' } } }])).toEqual([part])
})

test('encodes the reason to stop, the model and the id', () => {
  const response = { id: 'r', modelId: 'm', timestamp: new Date('2026-01-02T03:04:05.000Z') }
  expect(encodeResponse(reply([{ type: 'text', text: 'a' }], { response }), origin)).toEqual({
    candidates: [{ content: { role: 'model', parts: [{ text: 'a' }] }, finishReason: 'STOP', index: 0 }],
    modelVersion: 'm',
    responseId: 'r',
    createTime: '2026-01-02T03:04:05.000Z',
  })
})

test('a blocked prompt has feedback and no candidate', () => {
  const promptFeedback = { blockReason: 'SAFETY' }
  const blocked = reply([], { providerMetadata: { google: { promptFeedback } } })
  expect(encodeResponse(blocked, origin)).toEqual({ promptFeedback })
})
