import { describe, expect, test } from 'vitest'
import type { ReplyEvent } from '../model-reply.ts'
import { createSseDecoder } from '../sse.ts'
import { decodeResponse } from './decode-response.ts'
import { createStreamDecoder } from './stream-decoder.ts'

const options = { nextId: () => 'made' }

function decode(...events: readonly object[]): ReplyEvent[] {
  const stream = createStreamDecoder(options)
  return [...events.flatMap((event) => stream.push(JSON.stringify(event))), ...stream.end()]
}

const start = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    model: 'claude',
    content: [],
    stop_reason: null,
    usage: { input_tokens: 25, output_tokens: 1 },
  },
}
const block = (index: number, content_block: object) => ({ type: 'content_block_start', index, content_block })
const delta = (index: number, fields: object) => ({ type: 'content_block_delta', index, delta: fields })
const stop = (index: number) => ({ type: 'content_block_stop', index })
const end = (stop_reason: string) => [
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 15 } },
  { type: 'message_stop' },
]
const tool = { type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} }

/** As the documentation of the API records it: thinking with its signature, text, a call. */
const recorded = [
  start,
  { type: 'ping' },
  block(0, { type: 'thinking', thinking: '', signature: '' }),
  delta(0, { type: 'thinking_delta', thinking: 'Let me see.' }),
  delta(0, { type: 'signature_delta', signature: 'EqQBCg' }),
  stop(0),
  block(1, { type: 'text', text: '' }),
  delta(1, { type: 'text_delta', text: 'Un café ☕' }),
  stop(1),
  block(2, tool),
  delta(2, { type: 'input_json_delta', partial_json: '' }),
  delta(2, { type: 'input_json_delta', partial_json: '{"city": "Ro' }),
  delta(2, { type: 'input_json_delta', partial_json: 'me"}' }),
  stop(2),
  ...end('tool_use'),
]

describe('the stream decoder of Anthropic', () => {
  test('reads thinking with its signature, text and calls', () => {
    expect(decode(...recorded)).toEqual([
      { type: 'response-metadata', id: 'msg_1', modelId: 'claude' },
      { type: 'reasoning-start', id: '0' },
      { type: 'reasoning-delta', id: '0', delta: 'Let me see.' },
      { type: 'reasoning-end', id: '0', providerMetadata: { anthropic: { signature: 'EqQBCg' } } },
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'Un café ☕' },
      { type: 'text-end', id: '1' },
      { type: 'tool-input-start', id: 'toolu_1', toolName: 'weather' },
      { type: 'tool-input-delta', id: 'toolu_1', delta: '{"city": "Ro' },
      { type: 'tool-input-delta', id: 'toolu_1', delta: 'me"}' },
      { type: 'tool-input-end', id: 'toolu_1' },
      { type: 'tool-call', toolCallId: 'toolu_1', toolName: 'weather', input: '{"city": "Rome"}' },
      {
        type: 'finish',
        finishReason: { unified: 'tool-calls', raw: 'tool_use' },
        usage: {
          inputTokens: { total: 25, noCache: 25, cacheRead: undefined, cacheWrite: undefined },
          outputTokens: { total: 15, text: undefined, reasoning: undefined },
          raw: { input_tokens: 25, output_tokens: 15 },
        },
        providerMetadata: { anthropic: { usage: { input_tokens: 25, output_tokens: 15 } } },
      },
    ])
  })

  test('gives the same events wherever the bytes are cut', () => {
    const text = recorded.map((event) => `event: ${event.type}\r\ndata: ${JSON.stringify(event)}\r\n\r\n`).join('')
    const sse = createSseDecoder()
    const stream = createStreamDecoder(options)
    const events: ReplyEvent[] = []
    for (const byte of new TextEncoder().encode(text)) {
      for (const data of sse.push(Uint8Array.of(byte))) events.push(...stream.push(data))
    }
    expect([...events, ...stream.end()]).toEqual(decode(...recorded))
  })

  test('a stream that ends before the reason is an error, and its open blocks are closed', () => {
    expect(decode(...recorded.slice(0, 8)).slice(-3)).toMatchObject([
      { type: 'text-end', id: '1' },
      { type: 'error', error: { code: 'stream-truncated' } },
      { type: 'finish', finishReason: { unified: 'error' } },
    ])
  })

  test('a call that was cut off keeps its text, and one with invalid arguments is repaired', () => {
    const cut = [start, block(0, tool), delta(0, { type: 'input_json_delta', partial_json: '{"city":"Ro' }), stop(0)]
    const calls = (reason: string) => decode(...cut, ...end(reason)).filter(({ type }) => type === 'tool-call')
    expect(calls('max_tokens')).toMatchObject([{ input: '{"city":"Ro' }])
    expect(calls('tool_use')).toMatchObject([{ input: '{"city":"Ro"}' }])
  })

  test('a tool that Anthropic runs has its call and its result in the stream', () => {
    const events = decode(
      start,
      block(0, { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: {} }),
      delta(0, { type: 'input_json_delta', partial_json: '{"query":"Rome"}' }),
      stop(0),
      block(1, {
        type: 'web_search_tool_result',
        tool_use_id: 'srv_1',
        content: [{ type: 'web_search_result', url: 'https://a.example' }],
      }),
      stop(1),
      ...end('end_turn'),
    )
    expect(events.slice(4, 6)).toEqual([
      {
        type: 'tool-call',
        toolCallId: 'srv_1',
        toolName: 'web_search',
        input: '{"query":"Rome"}',
        providerExecuted: true,
        providerMetadata: { anthropic: { blockType: 'server_tool_use' } },
      },
      {
        type: 'tool-result',
        toolCallId: 'srv_1',
        toolName: 'web_search',
        result: [{ type: 'web_search_result', url: 'https://a.example' }],
        providerMetadata: { anthropic: { blockType: 'web_search_tool_result' } },
      },
    ])
  })

  test('events and blocks that are not known are no error, and blocks are kept', () => {
    const events = decode(start, { type: 'news' }, block(0, { type: 'hologram', data: 1 }), stop(0), ...end('end_turn'))
    expect(events[2]).toEqual({
      type: 'reasoning-end',
      id: '0',
      providerMetadata: { anthropic: { block: { type: 'hologram', data: 1 } } },
    })
    expect(events.at(-1)).toMatchObject({
      finishReason: { unified: 'stop' },
      providerMetadata: { anthropic: { unreadBlocks: [{ type: 'hologram', data: 1 }] } },
    })
  })
})

test('pieces of a block of an unknown kind are joined: texts to texts, and other fields replace', () => {
  const events = decode(
    start,
    block(0, { type: 'hologram', content: null, state: '' }),
    delta(0, { type: 'hologram_delta', content: 'Ab', state: 'x' }),
    delta(0, { type: 'hologram_delta', content: 'c', state: 'y' }),
    stop(0),
    ...end('end_turn'),
  )
  const whole = { type: 'hologram', content: 'Abc', state: 'xy' }
  expect(events).toContainEqual({ type: 'reasoning-end', id: '0', providerMetadata: { anthropic: { block: whole } } })
})

test('an error ends the input of a call that has started, without a call', () => {
  const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
  const events = decode(start, block(0, tool), delta(0, { type: 'input_json_delta', partial_json: '{"a' }), error)
  expect(events.slice(1).map(({ type }) => type)).toEqual([
    'tool-input-start',
    'tool-input-delta',
    'tool-input-end',
    'error',
    'finish',
  ])
})

test('a message that begins in the middle of another ends the open blocks of the first', () => {
  const cut = [block(0, tool), delta(0, { type: 'input_json_delta', partial_json: '{"ci' })]
  const again = [block(0, { ...tool, id: 'toolu_2' }), stop(0)]
  const events = decode(start, ...cut, start, ...again, ...end('tool_use'))
  expect(events.filter(({ type }) => type.startsWith('tool-'))).toMatchObject([
    { type: 'tool-input-start', id: 'toolu_1' },
    { type: 'tool-input-delta', id: 'toolu_1' },
    { type: 'tool-input-end', id: 'toolu_1' },
    { type: 'tool-input-start', id: 'toolu_2' },
    { type: 'tool-input-delta', id: 'toolu_2' },
    { type: 'tool-input-end', id: 'toolu_2' },
    { type: 'tool-call', toolCallId: 'toolu_2' },
  ])
})

test('does not repair arguments that a refusal cut off', () => {
  const cut = '{"city": "Ro'
  const events = decode(
    start,
    block(0, tool),
    delta(0, { type: 'input_json_delta', partial_json: cut }),
    stop(0),
    ...end('refusal'),
  )
  expect(events).toContainEqual({ type: 'tool-call', toolCallId: 'toolu_1', toolName: 'weather', input: cut })
})

test('ends open blocks with the message', () => {
  const call = { ...tool, input: { city: 'Rome' } }
  const events = decode(start, block(0, { type: 'text', text: 'a' }), block(1, call), ...end('tool_use'))
  expect(events.map(({ type }) => type)).toEqual([
    'response-metadata',
    'text-start',
    'text-delta',
    'tool-input-start',
    'text-end',
    'tool-input-delta',
    'tool-input-end',
    'tool-call',
    'finish',
  ])
})

test('citations of documents, which have no URL, stay with the text that cites them', () => {
  const citation = { type: 'page_location', cited_text: 'a', document_index: 0, start_page_number: 1 }
  const providerMetadata = { anthropic: { citations: [citation] } }
  const events = decode(
    start,
    block(0, { type: 'text', text: '' }),
    delta(0, { type: 'text_delta', text: 'a' }),
    delta(0, { type: 'citations_delta', citation }),
    stop(0),
    ...end('end_turn'),
  )
  expect(events).toContainEqual({ type: 'text-end', id: '0', providerMetadata })
  const message = { content: [{ type: 'text', text: 'a', citations: [citation] }], stop_reason: 'end_turn' }
  expect(decodeResponse(message, options)).toMatchObject({ reply: { content: [{ text: 'a', providerMetadata }] } })
})
