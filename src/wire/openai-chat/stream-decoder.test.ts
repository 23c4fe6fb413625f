import { describe, expect, test } from 'vitest'
import type { ReplyEvent } from '../model-reply.ts'
import { createSseDecoder } from '../sse.ts'
import { createStreamDecoder } from './stream-decoder.ts'

function decoder() {
  let count = 0
  return createStreamDecoder({ optionsKey: 'openai', nextId: () => `made-${count++}` })
}

function decode(...chunks: readonly (object | string)[]): ReplyEvent[] {
  const stream = decoder()
  const events = chunks.flatMap((chunk) => stream.push(typeof chunk === 'string' ? chunk : JSON.stringify(chunk)))
  return [...events, ...stream.end()]
}

function delta(fields: object, finish_reason: string | null = null): object {
  return { id: 'c', created: 1_700_000_000, model: 'm', choices: [{ index: 0, delta: fields, finish_reason }] }
}

const call = (fields: object) => delta({ tool_calls: [fields] })
const callsOf = (events: readonly ReplyEvent[]) => events.filter(({ type }) => type === 'tool-call')

/** As OpenAI sends it: text, then two calls whose arguments interleave, the usage in a chunk of its own. */
const recorded = [
  delta({ role: 'assistant', content: '', refusal: null }),
  delta({ content: 'Un café, ' }),
  delta({ content: '☕' }),
  call({ index: 0, id: 'call_a', type: 'function', function: { name: 'weather', arguments: '' } }),
  call({ index: 1, id: 'call_b', type: 'function', function: { name: 'time', arguments: '' } }),
  call({ index: 0, function: { arguments: '{"ci' } }),
  call({ index: 1, function: { arguments: '{}' } }),
  call({ index: 0, function: { arguments: 'ty":"Rome"}' } }),
  delta({}, 'tool_calls'),
  { id: 'c', choices: [], usage: { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 } },
]

describe('the stream decoder of chat completions', () => {
  test('puts calls together by their index, and finishes with the usage that comes after the reason', () => {
    const events = decode(...recorded, '[DONE]')
    expect(events.map(({ type }) => type)).toEqual([
      'response-metadata',
      'text-start',
      'text-delta',
      'text-delta',
      'text-end',
      'tool-input-start',
      'tool-input-start',
      'tool-input-delta',
      'tool-input-delta',
      'tool-input-delta',
      'tool-input-end',
      'tool-call',
      'tool-input-end',
      'tool-call',
      'finish',
    ])
    expect(events[0]).toEqual({
      type: 'response-metadata',
      id: 'c',
      modelId: 'm',
      timestamp: new Date('2023-11-14T22:13:20Z'),
    })
    expect(callsOf(events)).toEqual([
      { type: 'tool-call', toolCallId: 'call_a', toolName: 'weather', input: '{"city":"Rome"}' },
      { type: 'tool-call', toolCallId: 'call_b', toolName: 'time', input: '{}' },
    ])
    expect(events.at(-1)).toMatchObject({
      finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
      usage: { inputTokens: { total: 9 }, outputTokens: { total: 4 } },
    })
  })

  test('gives the same events wherever the bytes are cut, with LF and CRLF, and without a last blank line', () => {
    const whole = decode(...recorded, '[DONE]')
    for (const newline of ['\n', '\r\n']) {
      const data = [...recorded.map((chunk) => JSON.stringify(chunk)), '[DONE]']
      const text = `: comment${newline}${newline}${data.map((line) => `data: ${line}`).join(newline + newline)}${newline}`
      const sse = createSseDecoder()
      const stream = decoder()
      const events: ReplyEvent[] = []
      for (const byte of new TextEncoder().encode(text)) {
        for (const event of sse.push(Uint8Array.of(byte))) events.push(...stream.push(event))
      }
      for (const event of sse.end()) events.push(...stream.push(event))
      expect([...events, ...stream.end()]).toEqual(whole)
    }
  })

  test('a stream without a reason is an error, not a stop, whatever it ends with', () => {
    for (const end of [[], ['[DONE]']]) {
      expect(decode(delta({ content: 'Hel' }), ...end).slice(-3)).toMatchObject([
        { type: 'text-end' },
        { type: 'error', error: { code: 'stream-truncated', isRetryable: true } },
        { type: 'finish', finishReason: { unified: 'error' } },
      ])
    }
  })

  test('an error object inside ends the stream with what it says', () => {
    const error = { error: { message: 'The server had an error', type: 'server_error', code: null } }
    const events = decode(delta({ content: 'a' }), error, delta({ content: 'b' }, 'stop'))
    expect(events.filter(({ type }) => type === 'text-delta')).toHaveLength(1)
    expect(events.at(-2)).toEqual({
      type: 'error',
      error: { message: 'The server had an error', type: 'server_error', isRetryable: true },
    })
  })

  test('an event that is no JSON ends the stream with an error that shows it', () => {
    expect(decode('<html>').at(-2)).toMatchObject({ type: 'error', error: { code: 'stream-unreadable' } })
  })

  test('thoughts come before text, as blocks of their own', () => {
    const events = decode(delta({ reasoning_content: 'Hm' }), delta({ content: 'Yes' }), delta({}, 'stop'))
    expect(events.slice(1, -1)).toEqual([
      { type: 'reasoning-start', id: 'reasoning-0' },
      { type: 'reasoning-delta', id: 'reasoning-0', delta: 'Hm' },
      { type: 'reasoning-end', id: 'reasoning-0' },
      { type: 'text-start', id: 'text-1' },
      { type: 'text-delta', id: 'text-1', delta: 'Yes' },
      { type: 'text-end', id: 'text-1' },
    ])
  })

  test('details of thoughts are put together, and kept for the way back', () => {
    const detail = (text: string) => ({ reasoning_details: [{ type: 'reasoning.text', id: 'r', index: 0, text }] })
    const events = decode(delta(detail('Let ')), delta(detail('me')), delta({ content: 'Yes' }, 'stop'))
    expect(events.find(({ type }) => type === 'reasoning-end')).toEqual({
      type: 'reasoning-end',
      id: 'reasoning-0',
      providerMetadata: {
        openai: { reasoningDetails: [{ type: 'reasoning.text', id: 'r', index: 0, text: 'Let me' }] },
      },
    })
  })

  test.each<[string, object[], object[]]>([
    [
      'a signature completes the thought before it, and empty ones do not replace it',
      [
        { type: 'reasoning.text', index: 0, text: 'A', signature: '' },
        { type: 'reasoning.text', index: 0, text: 'b', signature: 'c2ln' },
        { type: 'reasoning.text', index: 0, text: '', signature: '' },
      ],
      [{ type: 'reasoning.text', index: 0, text: 'Ab', signature: 'c2ln' }],
    ],
    [
      'a thought after a signed one is another, also under the same index',
      [
        { type: 'reasoning.text', index: 0, text: 'A', signature: 'c2ln' },
        { type: 'reasoning.text', index: 0, text: 'B' },
      ],
      [
        { type: 'reasoning.text', index: 0, text: 'A', signature: 'c2ln' },
        { type: 'reasoning.text', index: 0, text: 'B' },
      ],
    ],
    [
      'pieces of a summary are one, and data is never joined',
      [
        { type: 'reasoning.summary', index: 0, summary: 'A' },
        { type: 'reasoning.summary', index: 0, summary: 'b' },
        { type: 'reasoning.encrypted', index: 0, data: 'eA==' },
        { type: 'reasoning.encrypted', index: 0, data: 'eQ==' },
      ],
      [
        { type: 'reasoning.summary', index: 0, summary: 'Ab' },
        { type: 'reasoning.encrypted', index: 0, data: 'eA==' },
        { type: 'reasoning.encrypted', index: 0, data: 'eQ==' },
      ],
    ],
  ])('of streamed details, %s', (_, pieces, details) => {
    const events = decode(...pieces.map((piece) => delta({ reasoning_details: [piece] })), delta({}, 'stop'))
    expect(events.filter(({ type }) => type === 'reasoning-end')).toEqual([
      { type: 'reasoning-end', id: 'reasoning-0', providerMetadata: { openai: { reasoningDetails: details } } },
    ])
  })

  test('details without a text wait for the end of the text that is under way', () => {
    const details = [{ type: 'reasoning.encrypted', index: 0, data: 'eA==' }]
    const events = decode(delta({ content: 'Ye', reasoning_details: details }), delta({ content: 's' }, 'stop'))
    expect(events.filter(({ type }) => /^(text|reasoning)-/.test(type)).map(({ type }) => type)).toEqual([
      'reasoning-start',
      'reasoning-end',
      'text-start',
      'text-delta',
      'text-delta',
      'text-end',
    ])
    const late = decode(delta({ content: 'Ye' }), delta({ content: 's', reasoning_details: details }, 'stop'))
    expect(late.slice(1, -1)).toEqual([
      { type: 'text-start', id: 'text-0' },
      { type: 'text-delta', id: 'text-0', delta: 'Ye' },
      { type: 'text-delta', id: 'text-0', delta: 's' },
      { type: 'text-end', id: 'text-0' },
      { type: 'reasoning-start', id: 'reasoning-1' },
      { type: 'reasoning-end', id: 'reasoning-1', providerMetadata: { openai: { reasoningDetails: details } } },
    ])
  })

  test("Google's signature of a message belongs to its text, also where none is left", () => {
    const signed = { extra_content: { google: { thought_signature: 'c2ln' } } }
    const end = { type: 'text-end', id: 'text-0', providerMetadata: { google: { thoughtSignature: 'c2ln' } } }
    expect(decode(delta({ content: 'Yes', ...signed }), delta({}, 'stop'))).toContainEqual(end)
    expect(decode(delta({ content: 'Yes' }), delta({ content: '', ...signed }, 'stop'))).toContainEqual(end)
    expect(decode(delta(signed, 'stop'))).toContainEqual(end)
  })

  test('a server that never names a finish reason is done when it says so; one that sent null is not', () => {
    const chunk = (fields: object) => ({ choices: [{ index: 0, delta: { content: 'Yes' }, ...fields }] })
    expect(decode(chunk({}), '[DONE]').at(-1)).toMatchObject({ finishReason: { unified: 'other', raw: undefined } })
    expect(decode(chunk({ finish_reason: '' }), '[DONE]').at(-1)).toMatchObject({ finishReason: { unified: 'other' } })
    for (const cut of [[chunk({})], [chunk({ finish_reason: null }), '[DONE]'], ['[DONE]']]) {
      expect(decode(...cut)).toContainEqual(expect.objectContaining({ type: 'error' }))
    }
  })

  test('usage in a field of Groq, and usage beside an error, are read', () => {
    const usage = { prompt_tokens: 9, completion_tokens: 4 }
    const counted = { usage: { inputTokens: { total: 9 }, outputTokens: { total: 4 } } }
    expect(decode({ ...delta({}, 'stop'), x_groq: { id: 'r', usage } }).at(-1)).toMatchObject(counted)
    expect(decode(delta({ content: 'a' }), { error: { message: 'Busy.' }, usage }).at(-1)).toMatchObject(counted)
  })

  test('pages that every chunk repeats are one source each', () => {
    const citations = ['https://a.example/', 'https://b.example/']
    const events = decode({ ...delta({ content: 'a' }), citations }, { ...delta({}, 'stop'), citations })
    expect(events.filter(({ type }) => type === 'source')).toMatchObject(citations.map((url) => ({ url })))
  })

  test('empty calls of the old API are none', () => {
    const nothing = { function_call: { name: '', arguments: '' } }
    expect(callsOf(decode(delta({ content: 'a', ...nothing }), delta(nothing, 'stop')))).toEqual([])
  })

  test('calls that a server counts from 0 in every chunk are told apart by their ids', () => {
    const one = call({ index: 0, id: 'a', function: { name: 'x', arguments: '{"n":1}' } })
    const two = call({ index: 0, id: 'b', function: { name: 'x', arguments: '{"n":2}' } })
    expect(callsOf(decode(one, two, delta({}, 'tool_calls')))).toMatchObject([
      { toolCallId: 'a', input: '{"n":1}' },
      { toolCallId: 'b', input: '{"n":2}' },
    ])
  })

  test('calls without an index or an id are read too', () => {
    const events = decode(
      call({ id: 'a', function: { name: 'x', arguments: '{"n":' } }),
      call({ function: { arguments: '1}' } }),
      delta({}, 'stop'),
    )
    expect(callsOf(events)).toMatchObject([{ toolCallId: 'a', input: '{"n":1}' }])
    expect(events.at(-1)).toMatchObject({ finishReason: { unified: 'tool-calls', raw: 'stop' } })
    expect(
      callsOf(decode(call({ index: 0, function: { name: 'x', arguments: '' } }), delta({}, 'tool_calls'))),
    ).toMatchObject([{ toolCallId: 'made-0', input: '{}' }])
  })

  test('repairs invalid arguments, but not those of an answer that was cut off', () => {
    const broken = call({ index: 0, id: 'a', function: { name: 'x', arguments: '{"text":"hel' } })
    expect(callsOf(decode(broken, delta({}, 'tool_calls')))).toMatchObject([{ input: '{"text":"hel"}' }])
    expect(callsOf(decode(broken, delta({}, 'length')))).toMatchObject([{ input: '{"text":"hel' }])
  })

  test("Google's thought signature on a call is kept", () => {
    const signed = {
      index: 0,
      id: 'a',
      function: { name: 'x', arguments: '{}' },
      extra_content: { google: { thought_signature: 'c2ln' } },
    }
    expect(callsOf(decode(call(signed), delta({}, 'stop')))).toMatchObject([
      { providerMetadata: { google: { thoughtSignature: 'c2ln' } } },
    ])
  })

  test('other choices than the first are left alone', () => {
    const other = { choices: [{ index: 1, delta: { content: 'no' }, finish_reason: 'stop' }] }
    expect(decode(other, delta({ content: 'yes' }, 'stop')).filter(({ type }) => type === 'text-delta')).toMatchObject([
      { delta: 'yes' },
    ])
  })
})

test.each(['length', 'model_context_window_exceeded', 'content_filter', 'network_error'])(
  'does not repair arguments that %s cut off: half of them would look complete',
  (reason) => {
    const open = call({ index: 0, id: 'a', function: { name: 'write', arguments: '{"path":"/tmp/a","text":"hel' } })
    expect(callsOf(decode(open, delta({}, reason)))).toMatchObject([{ input: '{"path":"/tmp/a","text":"hel' }])
  },
)

test('an error beside a choice, as OpenRouter sends it, is an error', () => {
  const chunk = { ...delta({ content: '' }, 'error'), error: { code: 502, message: 'Provider disconnected' } }
  expect(decode(delta({ content: 'a' }), chunk).slice(-2)).toMatchObject([
    { type: 'error', error: { message: 'Provider disconnected', statusCode: 502, isRetryable: true } },
    { type: 'finish', finishReason: { unified: 'error' } },
  ])
})

test('an empty field does not hide the thoughts in another', () => {
  const events = decode(delta({ reasoning_content: '', reasoning: 'Hm.' }), delta({}, 'stop'))
  expect(events).toContainEqual({ type: 'reasoning-delta', id: 'reasoning-0', delta: 'Hm.' })
})

describe('a hostile stream', () => {
  test('with a hundred thousand and more of something in an event is read, and with a million values it is an error (X226)', () => {
    const content = Array.from({ length: 150_000 }, () => ({ token: 'a' }))
    const annotations = content.map((_, index) => ({
      type: 'url_citation',
      url_citation: { url: `http://x/${index}` },
    }))
    const chunk = { choices: [{ index: 0, delta: { annotations }, logprobs: { content }, finish_reason: 'stop' }] }
    const events = decode(chunk)
    expect(events.filter(({ type }) => type === 'source')).toHaveLength(150_000)
    expect(events.at(-1)).toHaveProperty('providerMetadata.openai.logprobs.content.length', 150_000)
    expect(decode(`{"choices":[${'0,'.repeat(1_000_000)}0]}`).map(({ type }) => type)).toEqual(['error', 'finish'])
  })
})
