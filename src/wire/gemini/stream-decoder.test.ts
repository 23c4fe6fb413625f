import { describe, expect, test } from 'vitest'
import type { ReplyEvent } from '../model-reply.ts'
import { createSseDecoder } from '../sse.ts'
import { createStreamDecoder, type DecodeContext } from './stream-decoder.ts'

function contextOf(): DecodeContext {
  let count = 0
  return { origin: { keys: ['google'], family: '3.0' }, nextId: () => `id-${count++}` }
}

function decode(...chunks: readonly object[]): ReplyEvent[] {
  const decoder = createStreamDecoder(contextOf())
  return [...chunks.flatMap((chunk) => decoder.push(JSON.stringify(chunk))), ...decoder.end()]
}

const parts = (list: readonly object[], more: object = {}) => ({
  candidates: [{ content: { role: 'model', parts: list }, index: 0, ...more }],
})
const stop = { finishReason: 'STOP' }
const signed = (thoughtSignature: string) => ({ google: { thoughtSignature, family: '3.0' } })
const types = (events: readonly ReplyEvent[]) => events.map(({ type }) => type)

describe('texts', () => {
  test('of several chunks are one block, thoughts are another, and usage is that of the end', () => {
    const events = decode(
      {
        ...parts([{ text: 'Hm', thought: true }]),
        responseId: 'r',
        modelVersion: 'm',
        usageMetadata: { trafficType: 'X' },
      },
      parts([{ text: 'm.', thought: true }, { text: 'Hel' }]),
      {
        ...parts([{ text: 'lo' }], stop),
        usageMetadata: {
          promptTokenCount: 10,
          cachedContentTokenCount: 4,
          candidatesTokenCount: 2,
          thoughtsTokenCount: 3,
          totalTokenCount: 15,
        },
      },
    )
    expect(events).toEqual([
      { type: 'response-metadata', id: 'r', modelId: 'm' },
      { type: 'reasoning-start', id: '0' },
      { type: 'reasoning-delta', id: '0', delta: 'Hm' },
      { type: 'reasoning-delta', id: '0', delta: 'm.' },
      { type: 'reasoning-end', id: '0' },
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'Hel' },
      { type: 'text-delta', id: '1', delta: 'lo' },
      { type: 'text-end', id: '1' },
      {
        type: 'finish',
        finishReason: { unified: 'stop', raw: 'STOP' },
        usage: {
          inputTokens: { total: 10, noCache: 6, cacheRead: 4, cacheWrite: undefined },
          outputTokens: { total: 5, text: 2, reasoning: 3 },
          raw: {
            trafficType: 'X',
            promptTokenCount: 10,
            cachedContentTokenCount: 4,
            candidatesTokenCount: 2,
            thoughtsTokenCount: 3,
            totalTokenCount: 15,
          },
        },
      },
    ])
  })

  test('keep their signature, also one that comes later on an empty text, and are not joined over it', () => {
    const events = decode(
      parts([{ text: 'a', thoughtSignature: 's1' }, { text: 'b' }]),
      parts([{ text: '', thoughtSignature: 's2' }], stop),
    )
    expect(events.filter(({ type }) => type === 'text-end')).toEqual([
      { type: 'text-end', id: '0', providerMetadata: signed('s1') },
      { type: 'text-end', id: '1', providerMetadata: signed('s2') },
    ])
  })
})

describe('calls', () => {
  const call = (name: string, id?: string) => ({ functionCall: { name, args: { n: 1 }, ...(id && { id }) } })

  test('are whole, have ids, and say that the model stopped for them', () => {
    const events = decode(parts([call('a'), call('b', 'x1')], stop))
    expect(events.slice(0, 2)).toEqual([
      { type: 'tool-call', toolCallId: 'id-0', toolName: 'a', input: '{"n":1}' },
      { type: 'tool-call', toolCallId: 'x1', toolName: 'b', input: '{"n":1}' },
    ])
    expect(events.at(-1)).toMatchObject({ finishReason: { unified: 'tool-calls', raw: 'STOP' } })
  })

  test('get a signature that comes behind them: the first of the step, if none has one', () => {
    const events = decode(parts([call('a'), call('b')]), parts([{ text: '', thoughtSignature: 's' }], stop))
    const calls = events.filter((event) => event.type === 'tool-call')
    expect(calls.map(({ providerMetadata }) => providerMetadata)).toEqual([signed('s'), undefined])
  })

  test('that are signed do not wait for the end', () => {
    const decoder = createStreamDecoder(contextOf())
    const chunk = parts([{ ...call('a'), thoughtSignature: 's' }])
    expect(types(decoder.push(JSON.stringify(chunk)))).toEqual(['tool-call'])
  })

  test('that are repeated, or repeat a signature, count once', () => {
    const first = { ...call('a', 'x'), thoughtSignature: 's' }
    const events = decode(parts([first]), parts([call('a', 'x'), { ...call('b', 'y'), thoughtSignature: 's' }], stop))
    const calls = events.filter((event) => event.type === 'tool-call')
    expect(calls.map(({ toolCallId, providerMetadata }) => [toolCallId, providerMetadata])).toEqual([
      ['x', signed('s')],
      ['y', undefined],
    ])
  })

  test('may come in pieces of arguments', () => {
    const piece = (functionCall: object) => parts([{ functionCall }])
    const events = decode(
      piece({ name: 'a', willContinue: true }),
      piece({ partialArgs: [{ jsonPath: '$.city', stringValue: 'Ro', willContinue: true }], willContinue: true }),
      piece({ partialArgs: [{ jsonPath: '$.city', stringValue: 'me' }], willContinue: true }),
      piece({
        partialArgs: [
          { jsonPath: '$.stops[0].n', numberValue: 1 },
          { jsonPath: "$.stops[0]['a b']", boolValue: false },
          { jsonPath: '$.none', nullValue: 'NULL_VALUE' },
        ],
        willContinue: true,
      }),
      piece({}),
      parts([], stop),
    )
    expect(events[0]).toMatchObject({ input: '{"city":"Rome","stops":[{"n":1,"a b":false}],"none":null}' })
  })

  test.each(['$.list[4000000000]', '$.list[2].a', '$.list.a', `$${'.a'.repeat(5_000)}`])(
    'may not come in pieces that have no place: %s',
    (jsonPath) => {
      const partialArgs = [
        { jsonPath: '$.list[0]', numberValue: 1 },
        { jsonPath, numberValue: 1 },
      ]
      const events = decode(parts([{ functionCall: { name: 'a', partialArgs } }]), parts([], stop))
      expect(events[0]).toMatchObject({ type: 'error', error: { code: 'stream-unreadable' } })
      expect(events.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'error' } })
    },
  )
})

describe('what Google ran itself', () => {
  test('is a call and a result that the provider executed, kept as they came', () => {
    const code = { executableCode: { language: 'PYTHON', code: 'print(1)' }, thoughtSignature: 's' }
    const result = { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } }
    expect(decode(parts([code, result, { text: '1' }], stop)).slice(0, 2)).toEqual([
      {
        type: 'tool-call',
        toolCallId: 'id-0',
        toolName: 'code_execution',
        input: '{"language":"PYTHON","code":"print(1)"}',
        providerExecuted: true,
        providerMetadata: { google: { part: code } },
      },
      {
        type: 'tool-result',
        toolCallId: 'id-0',
        toolName: 'code_execution',
        result: { outcome: 'OUTCOME_OK', output: '1' },
        providerMetadata: { google: { part: result } },
      },
    ])
  })

  test('gives sources, each once, and pictures', () => {
    const groundingMetadata = {
      groundingChunks: [{ web: { uri: 'https://a', title: 'A' } }, { web: { uri: 'https://a' } }],
    }
    const events = decode(
      parts([{ inlineData: { mimeType: 'image/png', data: 'AA==' } }], { ...stop, groundingMetadata }),
    )
    expect(events.slice(0, 2)).toEqual([
      { type: 'file', mediaType: 'image/png', data: 'AA==' },
      { type: 'source', sourceType: 'url', id: 'id-0', url: 'https://a', title: 'A' },
    ])
    expect(events.at(-1)).toMatchObject({ providerMetadata: { google: { groundingMetadata } } })
  })
})

describe('an end', () => {
  test('without a finish reason is an error, and no stop', () => {
    const events = decode(parts([{ text: 'Hel' }]))
    expect(types(events)).toEqual(['text-start', 'text-delta', 'text-end', 'error', 'finish'])
    expect(events.at(-1)).toMatchObject({ finishReason: { unified: 'error', raw: undefined } })
  })

  test('by an error object is that error, and what follows it is not read', () => {
    const error = { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' }
    const events = decode(parts([{ text: 'a' }]), { error }, parts([{ text: 'b' }], stop))
    expect(types(events)).toEqual(['text-start', 'text-delta', 'error', 'text-end', 'finish'])
    expect(events[2]).toMatchObject({ error: { statusCode: 503, isRetryable: true } })
  })

  test.each([
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content-filter'],
    ['MALFORMED_FUNCTION_CALL', 'error'],
    ['LANGUAGE', 'other'],
    ['toString', 'other'],
  ])('by %s is %s', (raw, unified) => {
    expect(decode(parts([{ text: 'a' }], { finishReason: raw })).at(-1)).toMatchObject({
      finishReason: { unified, raw },
    })
  })
})

test('Cloud Code puts every chunk into an envelope', () => {
  expect(types(decode({ response: parts([{ text: 'a' }], stop), traceId: 't' }))).toEqual([
    'text-start',
    'text-delta',
    'text-end',
    'finish',
  ])
})

test('the same events come out, wherever the bytes are cut', () => {
  const chunks = [
    parts([{ text: 'Snow ☃ and 😀', thought: true }]),
    parts([{ text: 'déjà vu' }]),
    parts([{ functionCall: { name: 'a', args: { s: 'ü\r\n' }, id: 'x' }, thoughtSignature: 's' }], stop),
  ]
  const bytes = new TextEncoder().encode(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`).join(''))
  const read = (size: number) => {
    const [sse, decoder] = [createSseDecoder(), createStreamDecoder(contextOf())]
    const events: ReplyEvent[] = []
    for (let at = 0; at < bytes.length; at += size) {
      for (const data of sse.push(bytes.slice(at, at + size))) events.push(...decoder.push(data))
    }
    for (const data of sse.end()) events.push(...decoder.push(data))
    return [...events, ...decoder.end()]
  }
  const whole = read(bytes.length)
  expect(whole).toHaveLength(8)
  for (let size = 1; size < 40; size++) expect(read(size)).toEqual(whole)
})

describe('what is odd', () => {
  const piece = (more: object) => parts([{ functionCall: more }])
  const begun = piece({ name: 'write', id: 'a', willContinue: true })
  const half = piece({ partialArgs: [{ jsonPath: '$.text', stringValue: 'hel' }], willContinue: true })

  test('a call whose arguments have not all come is not handed out: it would look whole', () => {
    expect(types(decode(begun, half))).toEqual(['error', 'finish'])
    expect(decode(begun, half, parts([], { finishReason: 'MAX_TOKENS' }))).toMatchObject([
      { type: 'finish', finishReason: { unified: 'length' } },
    ])
  })

  test('a signature without a text signs what came before it', () => {
    const events = decode(
      parts([{ functionCall: { name: 'look', id: 'a' } }]),
      parts([{ thoughtSignature: 'CgEB' }], stop),
    )
    expect(events[0]).toMatchObject({ type: 'tool-call', providerMetadata: signed('CgEB') })
  })

  test('a signature behind no part at all is that of a thought where it says so', () => {
    const events = decode(parts([{ text: '', thought: true, thoughtSignature: 'CgEB' }], stop))
    expect(events.slice(0, 2)).toEqual([
      { type: 'reasoning-start', id: '0' },
      { type: 'reasoning-end', id: '0', providerMetadata: signed('CgEB') },
    ])
  })

  test('every chunk of a list of them is read', () => {
    const decoder = createStreamDecoder(contextOf())
    const events = [...decoder.pushChunk([parts([{ text: 'a' }]), parts([{ text: 'b' }], stop)]), ...decoder.end()]
    expect(types(events)).toEqual(['text-start', 'text-delta', 'text-delta', 'text-end', 'finish'])
  })

  test('log probabilities of all chunks, and parts of unknown kinds, are in the metadata', () => {
    const chosen = (token: string) => ({ logprobsResult: { chosenCandidates: [{ token }] } })
    const film = { fileData: { fileUri: 'gs://films/1', mimeType: 'video/mp4' } }
    const events = decode(
      parts([{ text: 'a' }], chosen('a')),
      parts([{ text: 'b' }, film], { ...stop, ...chosen('b'), avgLogprobs: -0.5 }),
    )
    expect(events.at(-1)).toMatchObject({
      providerMetadata: {
        google: {
          logprobsResult: { chosenCandidates: [{ token: 'a' }, { token: 'b' }] },
          avgLogprobs: -0.5,
          unreadParts: [film],
        },
      },
    })
  })
})

describe('a hostile stream', () => {
  /** A stream that says this about the answer with each of 40,000 chunks. */
  const saying = (field: (index: number) => object) => {
    const decoder = createStreamDecoder(contextOf())
    for (let index = 0; index < 40_000; index++) decoder.pushChunk(parts([], field(index)))
    decoder.pushChunk(parts([{ text: 'Hi' }], stop))
    return decoder.end().at(-1)?.['providerMetadata' as never]?.['google'] as unknown as Record<string, object>
  }

  test('that says something of the whole answer with each chunk is read in time that grows with its length (X225)', () => {
    const tokens = saying((index) => ({ logprobsResult: { chosenCandidates: [{ token: `${index}` }] } }))
    expect(tokens['logprobsResult']).toHaveProperty('chosenCandidates.length', 40_000)
    const sources = saying((index) => ({ citationMetadata: { citationSources: [{ startIndex: index }] } }))
    expect(sources['citationMetadata']).toHaveProperty('citationSources.length', 40_000)
    const names = saying((index) => ({ groundingMetadata: { [`name${index}`]: 1 } }))
    expect(Object.keys(names['groundingMetadata']!)).toHaveLength(40_000)
  })

  test('does not change what it is given', () => {
    const chunks = [1, 2].map((index) => parts([], { ...stop, citationMetadata: { citationSources: [index] } }))
    const before = JSON.stringify(chunks)
    const decoder = createStreamDecoder(contextOf())
    for (const each of chunks) decoder.pushChunk(each)
    const metadata = { google: { citationMetadata: { citationSources: [1, 2] } } }
    expect(decoder.end()).toMatchObject([{ type: 'finish', providerMetadata: metadata }])
    expect(JSON.stringify(chunks)).toBe(before)
  })

  test('with thousands of calls in an event is read, and with too many of anything it is an error (X226)', () => {
    const calls = (count: number) => Array.from({ length: count }, () => ({ functionCall: { name: 'f' } }))
    expect(types(decode(parts(calls(5_000), stop))).filter((type) => type === 'tool-call')).toHaveLength(5_000)
    const groundingChunks = Array.from({ length: 5_001 }, (_, index) => ({ web: { uri: `${index}` } }))
    const chosenCandidates = Array.from({ length: 20_001 }, () => ({}))
    const tooMany = 'The answer has more than 5000 parts or sources, or 20000 log probabilities.'
    for (const [chunk, message] of [
      [parts(calls(5_001), stop), tooMany],
      [{ candidates: [{ groundingMetadata: { groundingChunks } }] }, tooMany],
      [{ candidates: [{ logprobsResult: { chosenCandidates } }] }, tooMany],
      [
        { candidates: [{ x: Array.from({ length: 50_000 }, () => 0) }] },
        'The stream has an event that has more than 50000 values. Ask the model for less.',
      ],
    ] as const)
      expect(createStreamDecoder(contextOf()).push(JSON.stringify(chunk))).toMatchObject([
        { type: 'error', error: { message } },
      ])
  })
})
