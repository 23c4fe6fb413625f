import { describe, expect, test } from 'vitest'
import type { TextStreamPart } from '../result/stream-part.ts'
import type {
  ServerResponseLike,
  UIMessageStreamOptions,
  UIMessageStreamResponseInit,
} from './ui-message-stream-options.ts'
import {
  createTextStreamResponse,
  createUIMessageStreamResponse,
  pipeTextStreamToResponse,
  pipeUIMessageStreamToResponse,
  toUIMessageStream,
} from './ui-responses.ts'

type Parts = AsyncIterable<TextStreamPart>
type Options = UIMessageStreamOptions & UIMessageStreamResponseInit

const respond = (parts: Parts, options: Options = {}) =>
  createUIMessageStreamResponse({ ...options, stream: toUIMessageStream({ ...options, stream: parts }) })

const parts = [
  { type: 'start' },
  { type: 'text-start', id: '0' },
  { type: 'text-delta', id: '0', text: 'Hé\ud83d' },
  { type: 'text-delta', id: '0', text: '\udc4b' },
  { type: 'text-end', id: '0' },
] as TextStreamPart[]

const events = [
  '{"type":"start"}',
  '{"type":"text-start","id":"0"}',
  '{"type":"text-delta","id":"0","delta":"Hé\\ud83d"}',
  '{"type":"text-delta","id":"0","delta":"\\udc4b"}',
  '{"type":"text-end","id":"0"}',
  '[DONE]',
]
  .map((event) => `data: ${event}\n\n`)
  .join('')

async function* from<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries += 1) {
    if (tries === 200) throw new Error(`This never came true: ${isSo}`)
    await pause(5)
  }
}

/** A source that counts what is asked of it, and never ends. */
function endless<T>(item: T) {
  const source = { asked: 0, returned: 0, hangs: false }
  const iterator: AsyncIterator<T> = {
    next: () => {
      source.asked += 1
      return source.hangs ? new Promise(() => {}) : Promise.resolve({ done: false, value: item })
    },
    return: async () => {
      source.returned += 1
      return { done: true, value: undefined }
    },
  }
  return { source, iterable: { [Symbol.asyncIterator]: () => iterator } }
}

const delta = { type: 'text-delta', id: '0', text: 'a' } as TextStreamPart

describe('a response', () => {
  test('has the events and the headers of the protocol', async () => {
    const response = respond(from(parts))
    expect([response.status, response.statusText]).toEqual([200, ''])
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-cache',
      connection: 'keep-alive',
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
      'x-vercel-ai-ui-message-stream': 'v1',
    })
    expect(await response.text()).toBe(events)
  })

  test('has the status and the headers of the caller, which win', () => {
    const init = { status: 201, statusText: 'Made', headers: { 'Cache-Control': 'no-store', 'x-mine': '1' } }
    const response = respond(from(parts), init)
    expect([response.status, response.statusText]).toEqual([201, 'Made'])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-mine')).toBe('1')
    expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
  })

  test('has text, and puts characters together whose halves came apart', async () => {
    const response = createTextStreamResponse({ stream: from(['Hé\ud83d', '', '\udc4b', ' \ud83d']), status: 202 })
    expect(response.status).toBe(202)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toBe('Hé👋 \ufffd')
    expect(await createTextStreamResponse({ textStream: from(['Hi.']) }).text()).toBe('Hi.')
  })

  test('asks its source for nothing before it is read, and then for no more than is read', async () => {
    const { source, iterable } = endless(delta)
    const reader = respond(iterable).body!.getReader()
    await pause(20)
    expect(source.asked).toBe(0)
    await reader.read()
    await reader.read()
    expect(source.asked).toBe(2)
    await reader.cancel()
    expect(source.returned).toBe(1)
  })

  test('returns its source when it is cancelled: before the first read, and while the source hangs', async () => {
    const unread = endless(delta)
    await respond(unread.iterable).body!.cancel()
    expect(unread.source).toMatchObject({ asked: 0, returned: 1 })
    const hanging = endless('a')
    hanging.source.hangs = true
    const reader = createTextStreamResponse({ stream: hanging.iterable }).body!.getReader()
    const read = reader.read()
    await reader.cancel()
    expect(await read).toEqual({ done: true, value: undefined })
    expect(hanging.source.returned).toBe(1)
  })

  test('gives a copy to whoever wants one', async () => {
    let copy: Promise<string> | undefined
    const response = respond(from(parts), {
      consumeSseStream: ({ stream }) => {
        copy = new Response(stream.pipeThrough(new TextEncoderStream())).text()
      },
    })
    expect(await response.text()).toBe(events)
    expect(await copy).toBe(events)
  })

  test('sends comments while nothing comes, and loses nothing', async () => {
    async function* slow() {
      yield parts[0]!
      await pause(60)
      yield parts[1]!
    }
    const text = await respond(slow(), { keepAliveMs: 20 }).text()
    expect(text).toMatch(
      /^: stream-open\n\ndata: {"type":"start"}\n\n(: keep-alive\n\n)+data: {"type":"text-start","id":"0"}\n\ndata: \[DONE]\n\n$/,
    )
    expect(() => respond(from(parts), { keepAliveMs: 0 })).toThrow('keepAliveMs')
  })

  test('writes results as the model is told of them, and says so where it cannot', async () => {
    const circular: Record<string, unknown> = {}
    circular['self'] = circular
    const result = (toolCallId: string, output: unknown) =>
      ({
        type: 'tool-result',
        toolCallId,
        toolName: 't',
        input: {},
        output,
        dynamic: true,
      }) as unknown as TextStreamPart
    const outputs = [new Map([['a', 1n]]), new Set([1]), new Date(0), circular].map((output, at) =>
      result(`c${at}`, output),
    )
    const errors: unknown[] = []
    const onError = (error: unknown) => {
      errors.push(error)
      return 'no JSON'
    }
    const text = await respond(from(outputs), { onError }).text()
    expect(text.split('\n\n').slice(0, 4)).toEqual([
      'data: {"type":"tool-output-available","toolCallId":"c0","output":{"a":"1"},"dynamic":true}',
      'data: {"type":"tool-output-available","toolCallId":"c1","output":[1],"dynamic":true}',
      'data: {"type":"tool-output-available","toolCallId":"c2","output":"1970-01-01T00:00:00.000Z","dynamic":true}',
      'data: {"type":"tool-output-error","toolCallId":"c3","dynamic":true,"errorText":"no JSON"}',
    ])
    expect(errors).toEqual([expect.any(TypeError)])
  })
})

test('a stream of chunks can be read with a reader and with for await, and breaking off returns the source', async () => {
  const reader = toUIMessageStream({ stream: from(parts) }).getReader()
  expect(await reader.read()).toEqual({ done: false, value: { type: 'start' } })
  const { source, iterable } = endless(delta)
  for await (const chunk of toUIMessageStream({ stream: iterable })) {
    expect(chunk).toEqual({ type: 'text-delta', id: '0', delta: 'a' })
    break
  }
  expect(source).toMatchObject({ asked: 1, returned: 1 })
})

/** A response of Node's `http`, as far as it is used. */
class FakeServerResponse implements ServerResponseLike {
  head: unknown[] = []
  text = ''
  isEnded = false
  destroyed = false
  hasRoom = true
  flushes = 0
  readonly listeners: { event: string; listener: () => void }[] = []

  writeHead(...head: unknown[]) {
    this.head = head
  }
  readonly #decoder = new TextDecoder()
  write(chunk: Uint8Array) {
    this.text += this.#decoder.decode(chunk, { stream: true })
    return this.hasRoom
  }
  flush() {
    this.flushes += 1
  }
  end() {
    this.isEnded = true
  }
  once(event: string, listener: () => void) {
    this.listeners.push({ event, listener })
  }
  off(event: string, listener: () => void) {
    const at = this.listeners.findIndex((each) => each.event === event && each.listener === listener)
    if (at >= 0) this.listeners.splice(at, 1)
  }
  emit(name: string) {
    for (const { event, listener } of this.listeners.splice(0)) {
      if (event === name) listener()
      else this.once(event, listener)
    }
  }
}

describe("a response of Node's", () => {
  test('gets head and events, and is ended', async () => {
    const response = new FakeServerResponse()
    const headers = new Headers({ 'x-mine': '1' })
    headers.append('set-cookie', 'a=1')
    headers.append('set-cookie', 'b=2')
    const piped = pipeUIMessageStreamToResponse({
      response,
      stream: toUIMessageStream({ stream: from(parts) }),
      status: 201,
      statusText: 'Made',
      headers,
    })
    expect(response.head).toEqual([
      201,
      'Made',
      {
        'cache-control': 'no-cache',
        connection: 'keep-alive',
        'content-type': 'text/event-stream',
        'set-cookie': ['a=1', 'b=2'],
        'x-accel-buffering': 'no',
        'x-mine': '1',
        'x-vercel-ai-ui-message-stream': 'v1',
      },
    ])
    await piped
    expect(response.text).toBe(events)
    expect([response.isEnded, response.listeners]).toEqual([true, []])
    expect(response.flushes).toBe(6)
  })

  test('gets text', async () => {
    const response = new FakeServerResponse()
    await pipeTextStreamToResponse({ response, stream: from(['Hé\ud83d', '\udc4b']) })
    expect(response.head).toEqual([200, { 'content-type': 'text/plain; charset=utf-8' }])
    expect(response.text).toBe('Hé👋')
  })

  test('is written to no faster than it takes', async () => {
    const response = new FakeServerResponse()
    response.hasRoom = false
    const { source, iterable } = endless('a')
    const piped = pipeTextStreamToResponse({ response, stream: iterable })
    await until(() => response.text === 'a')
    await pause(10)
    expect(source.asked).toBe(1)
    response.emit('drain')
    await until(() => response.text === 'aa')
    response.emit('close')
    await piped
    expect([source.returned, response.isEnded]).toEqual([1, false])
  })

  test('that is closed returns the source, while it hangs or from the beginning', async () => {
    const response = new FakeServerResponse()
    const hanging = endless('a')
    hanging.source.hangs = true
    const piped = pipeTextStreamToResponse({ response, stream: hanging.iterable })
    await until(() => hanging.source.asked === 1)
    response.emit('close')
    await piped
    expect([hanging.source.returned, response.isEnded]).toEqual([1, false])
    const gone = new FakeServerResponse()
    gone.destroyed = true
    const unread = endless('a')
    await pipeTextStreamToResponse({ response: gone, stream: unread.iterable })
    expect(unread.source).toMatchObject({ asked: 0, returned: 1 })
  })

  test('is ended when the source breaks, and the caller gets the error', async () => {
    const response = new FakeServerResponse()
    async function* breaks() {
      yield 'a'
      throw new Error('cut')
    }
    await expect(pipeTextStreamToResponse({ response, stream: breaks() })).rejects.toThrow('cut')
    expect([response.text, response.isEnded, response.listeners]).toEqual(['a', true, []])
  })
})
