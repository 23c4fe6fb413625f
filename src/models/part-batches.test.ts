import { describe, expect, test } from 'vitest'
import { createStreamDecoder as anthropic } from '../wire/anthropic/stream-decoder.ts'
import { createStreamDecoder as gemini3 } from '../wire/gemini/stream-decoder.ts'
import type { StreamDecoder } from '../wire/model-reply.ts'
import { createStreamDecoder as openAi } from '../wire/openai-chat/stream-decoder.ts'
import { truncatedStream } from '../wire/wire-error.ts'
import { callHttp, type OpenReply } from './http/call-http.ts'
import { fetchTransport } from './http/fetch-transport.ts'
import { openParts, type StreamedReply, toReadableStream } from './part-batches.ts'
import type { ModelStreamPart } from './versions/language-model.ts'

const streamReply = async (streamed: StreamedReply) => toReadableStream(await openParts(streamed))

const encoder = new TextEncoder()

/** An answer of these pieces; it breaks where one is an error, and never ends where the last is 'wait'. */
function answerOf(
  pieces: readonly (string | Error)[],
  abortSignal?: AbortSignal,
  onCancel: () => void = () => undefined,
) {
  let next = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[next++]
        if (piece === undefined) controller.close()
        else if (piece instanceof Error) controller.error(piece)
        else if (piece === 'wait') return new Promise<void>(() => undefined)
        else controller.enqueue(encoder.encode(piece))
      },
      cancel: onCancel,
    },
    { highWaterMark: 0 },
  )
  return callHttp({
    provider: 'test',
    url: 'https://example.test',
    headers: {},
    body: '{}',
    transport: fetchTransport(async () => new Response(body)),
    decodeError: () => ({ message: '', isRetryable: false }),
    abortSignal,
  })
}

/** Every event is a text; `end` alone means that the model is done; `!` is an error of the provider. */
function decoder(): StreamDecoder {
  let isDone = false
  return {
    push(data) {
      if (data === '!')
        return [{ type: 'error', error: { message: 'Overloaded.', statusCode: 503, isRetryable: true } }]
      isDone ||= data === 'end'
      return [{ type: 'text-delta', id: '0', delta: data }]
    },
    end: () => (isDone ? [] : [{ type: 'error', error: truncatedStream }]),
  }
}

const stream = (reply: OpenReply, includeRaw = false) =>
  streamReply({ reply, decoder: decoder(), warnings: [], map: (event) => [event], includeRaw })

async function read(parts: ReadableStream<ModelStreamPart>): Promise<ModelStreamPart[]> {
  const found: ModelStreamPart[] = []
  const reader = parts.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) found.push(next.value)
  return found
}

const delta = (text: string) => ({ type: 'text-delta', id: '0', delta: text })

describe('a stream of parts', () => {
  test('begins with the warnings, and ends when the body does', async () => {
    const parts = await read(await stream(await answerOf(['data: a\n\nda', 'ta: b\n\n', 'data: end'])))
    expect(parts).toEqual([{ type: 'stream-start', warnings: [] }, delta('a'), delta('b'), delta('end')])
  })

  test('also hands out the events as they came, if asked', async () => {
    const parts = await read(await stream(await answerOf(['data: {"a":1}\n\ndata: end\n\n']), true))
    expect(parts.filter(({ type }) => type === 'raw')).toEqual([
      { type: 'raw', rawValue: { a: 1 } },
      { type: 'raw', rawValue: 'end' },
    ])
  })

  test('throws what goes wrong before the first event, so that it can be tried again', async () => {
    await expect(stream(await answerOf(['data: !\n\n']))).rejects.toMatchObject({ statusCode: 503, isRetryable: true })
    await expect(stream(await answerOf([new TypeError('gone')]))).rejects.toMatchObject({ code: 'model-unreachable' })
    await expect(stream(await answerOf([': ping\n\n']))).rejects.toMatchObject({ code: 'model-stream-truncated' })
  })

  test('tells what goes wrong later in one error part', async () => {
    for (const [pieces, code] of [
      [['data: a\n\n', 'data: !\n\ndata: end\n\n'], 'model-http-error'],
      [['data: a\n\n', new TypeError('gone')], 'model-unreachable'],
      [['data: a\n\n'], 'model-stream-truncated'],
    ] as const) {
      const errors = (await read(await stream(await answerOf(pieces)))).filter((part) => part.type === 'error')
      expect(errors).toMatchObject([{ error: { code } }])
    }
  })

  test("an abort is the reader's, and is thrown with its reason", async () => {
    const controller = new AbortController()
    const reader = (await stream(await answerOf(['data: a\n\n', 'wait'], controller.signal))).getReader()
    await reader.read()
    await reader.read()
    const pending = reader.read()
    controller.abort('enough')
    await expect(pending).rejects.toBe('enough')
  })

  test('a reader that leaves lets go of the connection', async () => {
    let isCancelled = false
    const answer = await answerOf(['data: a\n\n', 'wait'], undefined, () => {
      isCancelled = true
    })
    await (await stream(answer)).cancel('bye')
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(isCancelled).toBe(true)
  })
})

test('a stream is over with the error in it, though the connection stays open', async () => {
  const stream = await streamReply({
    reply: await answerOf(['data: a\n\n', 'data: !\n\n', 'wait']),
    decoder: decoder(),
    warnings: [],
    map: (event) => [event],
  })
  const types: string[] = []
  for await (const part of stream as unknown as AsyncIterable<ModelStreamPart>) types.push(part.type)
  expect(types).toEqual(['stream-start', 'text-delta', 'error'])
})

test('an error in the first event is thrown, also where events are handed out as they come', async () => {
  const work = streamReply({
    reply: await answerOf(['data: !\n\n', 'wait']),
    decoder: decoder(),
    warnings: [],
    map: (event) => [event],
    includeRaw: true,
  })
  await expect(work).rejects.toThrow('Overloaded.')
})

test('the connection is let go of when what was read cannot be used', async () => {
  let isCancelled = false
  const onCancel = () => {
    isCancelled = true
  }
  const stream = await streamReply({
    reply: await answerOf(['data: a\n\n', 'data: b\n\n', 'wait'], undefined, onCancel),
    decoder: decoder(),
    warnings: [],
    map(event) {
      if (event.type === 'text-delta' && event.delta === 'b') throw new TypeError('no such tool')
      return [event]
    },
  })
  const reader = stream.getReader()
  await reader.read()
  await reader.read()
  await expect(reader.read()).rejects.toThrow('no such tool')
  expect(isCancelled).toBe(true)
})

describe('a connection that breaks', () => {
  const origin = { keys: ['google'], family: '3.0' }
  const nextId = () => 'id'
  const gemini = (chunk: object) => `data: ${JSON.stringify({ candidates: [chunk] })}\n\n`
  const parts = [{ text: 'Hi.' }]
  const chat = (choice: object) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, ...choice }] })}\n\n`
  const message = (event: object) => `data: ${JSON.stringify(event)}\n\n`
  const block = [
    message({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    message({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi.' } }),
  ].join('')
  const protocols: readonly [string, () => StreamDecoder, string, string][] = [
    ['Gemini', () => gemini3({ origin, nextId }), gemini({ content: { parts } }), gemini({ finishReason: 'STOP' })],
    [
      'chat completions',
      () => openAi({ optionsKey: 'openai', nextId }),
      chat({ delta: { content: 'Hi.' } }),
      chat({ finish_reason: 'stop' }),
    ],
    [
      'Anthropic',
      () => anthropic({ nextId }),
      block,
      message({ type: 'message_delta', delta: { stop_reason: 'end_turn' } }),
    ],
  ]
  const unused = { type: 'unsupported', feature: 'seed' } as const
  const readBroken = async (create: () => StreamDecoder, pieces: readonly string[]) => {
    const reply = await answerOf([...pieces, new TypeError('terminated')])
    const map = (event: object) => [event as ModelStreamPart]
    return read(await streamReply({ reply, decoder: create(), warnings: [unused], map }))
  }

  test.each(protocols)(
    'after the model said why it stopped leaves a whole answer, with a warning: %s (X163)',
    async (...row) => {
      const [, create, text, stop] = row
      const found = await readBroken(create, [text, stop])
      expect(found.some(({ type }) => type === 'error')).toBe(false)
      expect(found.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'stop' } })
      const warning = { type: 'other', message: expect.stringContaining('Its answer is complete.') }
      expect(found.filter(({ type }) => type === 'stream-start')).toEqual([
        { type: 'stream-start', warnings: [unused] },
        { type: 'stream-start', warnings: [unused, warning] },
      ])
    },
  )

  test.each(protocols)('before that is one error: %s (X163)', async (_, create, text) => {
    const found = await readBroken(create, [text])
    expect(found.filter(({ type }) => type === 'error')).toMatchObject([{ error: { code: 'model-unreachable' } }])
    expect(found.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'error' } })
  })

  test.each(protocols)(
    'without a word why the model stopped, a stream that ends is truncated: %s',
    async (_, create, text) => {
      const map = (event: object) => [event as ModelStreamPart]
      const found = await read(
        await streamReply({ reply: await answerOf([text]), decoder: create(), warnings: [], map }),
      )
      expect(found.filter(({ type }) => type === 'error')).toMatchObject([
        { error: { code: 'model-stream-truncated' } },
      ])
    },
  )
})

describe('a long answer (X272)', () => {
  const event = 'data: {"candidates":[{"content":{"parts":[{"text":"a"}]}}]}\n\n'
  const origin = { keys: ['google'], family: '3.0' } as const

  /** The sizes of the batches, and how often the reader asked whether others wait, who do every 100 events. */
  async function read(text: string) {
    let asked = 0
    const pause = () => (++asked % 100 === 0 ? Promise.resolve() : undefined)
    const reply = await answerOf([text])
    const decoder = gemini3({ origin, nextId: () => 'call_1' })
    const sizes: number[] = []
    const map: StreamedReply['map'] = (part) => [part]
    for await (const batch of await openParts({ reply, decoder, warnings: [], map, pause })) sizes.push(batch.length)
    return { asked, sizes }
  }

  test('is delivered in batches that end where others wait, and lacks nothing', async () => {
    const { asked, sizes } = await read(event.repeat(5_000))
    expect(asked).toBe(5_000)
    expect(Math.max(...sizes)).toBeLessThan(105)
    // A start of the stream and of the text, the texts, an end of the text, an error for the missing reason, and the end.
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(5_000 + 5)
  })

  test('pauses, and a short one does not', async () => {
    expect(await read(event.repeat(500))).toEqual({ asked: 0, sizes: [502, 3] })
  })
})
