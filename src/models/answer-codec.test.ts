import { describe, expect, test } from 'vitest'
import type { ReplyEvent } from '../wire/model-reply.ts'
import { createAnswerCodec } from './answer-codec.ts'
import { createToolCodec } from './tool-codec.ts'
import type { ModelTool } from './versions/language-model.ts'

const city: ModelTool = {
  type: 'function',
  name: 'city/find',
  inputSchema: { type: 'object', properties: { name: { type: 'string' } } },
}
const tags: ModelTool = {
  type: 'function',
  name: 'tags',
  inputSchema: { type: 'object', properties: { tags: { type: 'object', additionalProperties: { type: 'number' } } } },
}

function map(events: readonly Exclude<ReplyEvent, { type: 'error' }>[]) {
  return events.flatMap(
    createAnswerCodec(createToolCodec([city, tags], { to: 'gemini', issuer: 'google' }), undefined).createMap(),
  )
}

const streamed = (id: string, toolName: string, input: string): Exclude<ReplyEvent, { type: 'error' }>[] => [
  { type: 'tool-input-start', id, toolName },
  { type: 'tool-input-delta', id, delta: input.slice(0, 5) },
  { type: 'tool-input-delta', id, delta: input.slice(5) },
  { type: 'tool-input-end', id },
  { type: 'tool-call', toolCallId: id, toolName, input },
]

describe('the calls of a stream', () => {
  test('show their arguments as they come, where the wire has them in the shape of the tool', () => {
    expect(map(streamed('a', 'city_find', '{"name":"Rome"}'))).toMatchObject([
      { type: 'tool-input-start', id: 'a', toolName: 'city/find' },
      { type: 'tool-input-delta', delta: '{"nam' },
      { type: 'tool-input-delta', delta: 'e":"Rome"}' },
      { type: 'tool-input-end', id: 'a' },
      { type: 'tool-call', toolName: 'city/find', input: '{"name":"Rome"}' },
    ])
  })

  test('show them when they are complete, where they have to be decoded', () => {
    expect(map(streamed('a', 'tags', '{"tags":[{"key":"x","value":1}]}'))).toMatchObject([
      { type: 'tool-input-start', id: 'a', toolName: 'tags' },
      { type: 'tool-input-delta', delta: '{"tags":{"x":1}}' },
      { type: 'tool-input-end', id: 'a' },
      { type: 'tool-call', toolName: 'tags', input: '{"tags":{"x":1}}' },
    ])
  })

  test('that come whole are shown in one piece', () => {
    const call = { type: 'tool-call', toolCallId: 'a', toolName: 'city_find', input: '{}' } as const
    expect(map([call]).map(({ type }) => type)).toEqual([
      'tool-input-start',
      'tool-input-delta',
      'tool-input-end',
      'tool-call',
    ])
  })

  test('that the provider ran itself are not touched', () => {
    const call = { type: 'tool-call', toolCallId: 'a', toolName: 'x', input: '{}', providerExecuted: true } as const
    expect(map([call])).toEqual([call])
  })
})
