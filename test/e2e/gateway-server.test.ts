import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type FetchHandler, type HttpServer, type ListenOptions, serveHandler } from '../../src/gateway/server.node.ts'
import { readRaw, sendRaw } from './raw-socket.ts'

const open: HttpServer[] = []
const faults: unknown[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
  expect(faults.splice(0)).toEqual([])
})

async function serve(handler: FetchHandler, options: ListenOptions = {}): Promise<HttpServer> {
  const server = await serveHandler(handler, { graceMs: 0, onFault: (error) => faults.push(error), ...options })
  open.push(server)
  return server
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Until it is true, or five seconds are over. */
async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !isSo(); tries++) await pause(10)
}

const portOf = ({ url }: HttpServer) => Number(new URL(url).port)

const raw = ({ url }: HttpServer, text: string) => sendRaw(url, text)

const head = (lines: readonly string[] = [], first = 'POST /echo HTTP/1.1') =>
  [first, 'host: x', ...lines, '', ''].join('\r\n')

const echo: FetchHandler = async (incoming) => {
  const text = await incoming.text()
  return Response.json({ method: incoming.method, url: incoming.url, text })
}

/** A stream that is endless until it is cancelled, and counts. */
function endless(size: number, everyMs = 0) {
  const state = { sent: 0, isCancelled: false }
  const chunk = new Uint8Array(size).fill(65)
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      if (everyMs > 0) await pause(everyMs)
      if (state.isCancelled) return
      state.sent += size
      controller.enqueue(chunk)
    },
    cancel() {
      state.isCancelled = true
    },
  })
  return { state, response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }) }
}

describe('a handler on a port', () => {
  test('gets the request as it was sent, and its answer has a length', async () => {
    const server = await serve(echo)
    const response = await fetch(`${server.url}/a/b?c=d`, { method: 'POST', body: 'héllo' })
    expect(await response.json()).toEqual({ method: 'POST', url: `${server.url}/a/b?c=d`, text: 'héllo' })
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0)
  })

  test('answers HEAD without a body, and a status that has none', async () => {
    const server = await serve(async ({ method }) =>
      method === 'HEAD' ? Response.json({}) : new Response(null, { status: 204 }),
    )
    const response = await fetch(server.url, { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect((await fetch(server.url)).status).toBe(204)
  })

  test('that fails is a 500 that says nothing of it, and the fault is told to who runs it (S7)', async () => {
    const server = await serve(async () => {
      throw new Error('secret inside')
    })
    const response = await fetch(server.url)
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({
      error: { message: 'Internal error.', type: 'server_error', param: null, code: null },
    })
    expect(faults.splice(0)).toMatchObject([{ message: 'secret inside' }])
  })

  test('that fails in the middle of a stream breaks the connection, so that nobody takes it for the end', async () => {
    let count = 0
    const server = await serve(
      async () =>
        new Response(
          new ReadableStream({
            async pull(controller) {
              if (count++ > 0) throw new Error('upstream broke')
              controller.enqueue(new TextEncoder().encode('data: 1\n\n'))
            },
          }),
          { headers: { 'content-type': 'text/event-stream' } },
        ),
    )
    const response = await fetch(server.url)
    await expect(response.text()).rejects.toThrow()
    expect(faults.splice(0)).toMatchObject([{ message: 'upstream broke' }])
  })

  test('sends the head of a stream at once, though its first event is late', async () => {
    const { state, response: stream } = endless(10, 3_000)
    const server = await serve(async () => stream)
    const response = await fetch(server.url)
    expect(state.sent).toBe(0)
    await response.body!.cancel()
  })

  test('rejects where the port is taken', async () => {
    const server = await serve(echo)
    await expect(serveHandler(echo, { port: portOf(server) })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})

describe('a client that leaves (F26)', () => {
  test('in the middle of a stream: the request is aborted and the stream cancelled', async () => {
    const { state, response } = endless(100, 20)
    let signal: AbortSignal | undefined
    const server = await serve(async (incoming) => {
      signal = incoming.signal
      return response
    })
    const leaving = new AbortController()
    const answer = await fetch(server.url, { signal: leaving.signal })
    await answer.body!.getReader().read()
    leaving.abort()
    await until(() => state.isCancelled && signal!.aborted)
    expect([state.isCancelled, signal!.aborted]).toEqual([true, true])
  })

  test('before the head: the request is aborted', async () => {
    let signal: AbortSignal | undefined
    const server = await serve((incoming) => {
      signal = incoming.signal
      return new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)))
    })
    await expect(fetch(server.url, { signal: AbortSignal.timeout(100) })).rejects.toThrow()
    await until(() => signal!.aborted)
    expect(signal!.aborted).toBe(true)
  })

  test('in the middle of its own body: reading it fails, and nothing else happens', async () => {
    let failure: unknown
    const server = await serve(async (incoming) => {
      await incoming.text().catch((error: unknown) => {
        failure = error
      })
      throw failure
    })
    const socket = await raw(server, `${head(['content-length: 100'])}half`)
    await pause(50)
    socket.destroy()
    await until(() => failure !== undefined)
    expect(failure).toBeInstanceOf(Error)
  })

  test('with answers still to come on one connection: the first is aborted, and the others are not begun', async () => {
    const signals: AbortSignal[] = []
    const server = await serve((incoming) => {
      signals.push(incoming.signal)
      return new Promise((_, reject) => incoming.signal.addEventListener('abort', () => reject(incoming.signal.reason)))
    })
    const socket = await raw(server, head([], 'GET /a HTTP/1.1') + head([], 'GET /b HTTP/1.1'))
    await until(() => signals.length === 1)
    socket.destroy()
    await until(() => signals[0]!.aborted)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })
})

describe('a client that does not wait for its answers', () => {
  /** Holds every request until it is released. */
  const holding = () => {
    const held: (() => void)[] = []
    const handler: FetchHandler = async ({ url }) => {
      if (!url.endsWith('/quick')) await new Promise<void>((resolve) => held.push(resolve))
      return Response.json('done')
    }
    return { held, handler }
  }

  test('has its requests handled one after the other (X234)', async () => {
    const { held, handler } = holding()
    const server = await serve(handler)
    const answers = readRaw(
      await raw(server, head([], 'GET / HTTP/1.1').repeat(99) + head(['connection: close'], 'GET / HTTP/1.1')),
    )
    for (let count = 1; count <= 100; count++) {
      await until(() => held.length === count)
      expect(held).toHaveLength(count)
      held.at(-1)!()
    }
    expect((await answers).match(/HTTP\/1\.1 200/g)).toHaveLength(100)
  })

  test('is disconnected with more than 256 of them, and others are served (X234)', async () => {
    const { held, handler } = holding()
    const server = await serve(handler, { maxRequests: 2 })
    const [many, more] = [256, 257].map((count) => raw(server, head([], 'GET / HTTP/1.1').repeat(count)))
    expect(await readRaw(await more!)).toBe('')
    const socket = await many!
    expect((await fetch(`${server.url}/quick`)).status).toBe(200)
    expect(held.length).toBeLessThanOrEqual(2)
    socket.destroy()
  })
})

describe('a client that reads slowly (F27)', () => {
  test('is not run ahead of: what it leaves in its socket is not asked for (X73)', async () => {
    const { state, response } = endless(16_384)
    const server = await serve(async () => response)
    const socket = (await raw(server, head([], 'GET / HTTP/1.1'))).pause()
    await pause(300)
    const filled = state.sent
    await pause(500)
    // What the kernel's buffers of a loopback connection hold, and not the hundreds of megabytes that could have been made.
    expect(filled).toBeLessThan(16_000_000)
    expect(state.sent).toBe(filled)
    socket.resume()
    await until(() => state.sent > 2 * filled)
    expect(state.sent).toBeGreaterThan(filled)
    socket.destroy()
  })

  test('is left when it reads nothing at all for too long (X79)', async () => {
    const { state, response } = endless(65_536)
    const server = await serve(async () => response, { readTimeoutMs: 200 })
    const socket = (await raw(server, head([], 'GET / HTTP/1.1'))).pause()
    await until(() => state.isCancelled)
    expect(state.isCancelled).toBe(true)
    socket.destroy()
  })

  test('gets all of a long answer, however long it takes, as long as it reads on (X232)', async () => {
    const size = 24_000_000
    const server = await serve(async () => new Response('x'.repeat(size)), { readTimeoutMs: 500 })
    const socket = (await raw(server, head(['connection: close'], 'GET / HTTP/1.1'))).pause()
    let bytes = 0
    const reading = setInterval(() => {
      bytes += (socket.read(65_536) ?? socket.read() ?? '').length
    }, 5)
    await once(socket, 'close')
    clearInterval(reading)
    expect(bytes).toBeGreaterThan(size)
  }, 30_000)

  test('does not lose an answer that waits behind a stream (X233)', async () => {
    const chunks = Array.from({ length: 20 }, (_, index) => new TextEncoder().encode(`${index} `))
    const stream = () =>
      new ReadableStream<Uint8Array<ArrayBuffer>>({
        async pull(controller) {
          await pause(50)
          const chunk = chunks.shift()
          if (chunk === undefined) controller.close()
          else controller.enqueue(chunk)
        },
      })
    const long = 'x'.repeat(1_000_000)
    const server = await serve(async ({ url }) => new Response(url.endsWith('/stream') ? stream() : long), {
      readTimeoutMs: 200,
    })
    const text = await readRaw(
      await raw(server, head([], 'GET /stream HTTP/1.1') + head(['connection: close'], 'GET /long HTTP/1.1')),
    )
    expect([text.match(/HTTP\/1\.1 200/g)?.length, text.endsWith(long)]).toEqual([2, true])
  })
})

test('the time to read an answer does not run for the next one on its connection', async () => {
  const server = await serve(
    async ({ url }) => {
      if (url.endsWith('/long')) return new Response('x'.repeat(8_000_000))
      await pause(800)
      return new Response('late')
    },
    { readTimeoutMs: 200 },
  )
  const text = await readRaw(
    await raw(server, head([], 'GET /long HTTP/1.1') + head(['connection: close'], 'GET /late HTTP/1.1')),
  )
  expect([text.match(/HTTP\/1\.1 200/g)?.length, text.endsWith('late')]).toEqual([2, true])
})

describe('a server that is closed (F30)', () => {
  test('answers what is under way, takes no more on any connection, and is gone', async () => {
    const release: (() => void)[] = []
    const handler: FetchHandler = async ({ url }) => {
      if (url.endsWith('/quick')) return Response.json('quick')
      await new Promise<void>((resolve) => release.push(resolve))
      return Response.json('slow')
    }
    const server = await serve(handler, { graceMs: 10_000 })
    const slow = Array.from({ length: 100 }, () => fetch(`${server.url}/slow`))
    await until(() => release.length === 100)
    const closed = server.close()
    const refused = await fetch(`${server.url}/quick`)
    expect(refused.status).toBe(503)
    expect([refused.headers.get('retry-after'), refused.headers.get('connection')]).toEqual(['1', 'close'])
    expect((await refused.json()).error.type).toBe('server_error')
    for (const go of release) go()
    const answers = await Promise.all(slow)
    expect(new Set(await Promise.all(answers.map((answer) => answer.text())))).toEqual(new Set(['"slow"']))
    await closed
    await expect(fetch(server.url)).rejects.toThrow()
  })

  test('answers 503 on a connection that was kept, while others are under way', async () => {
    const release: (() => void)[] = []
    const handler: FetchHandler = async ({ url }) => {
      if (url.endsWith('/slow')) await new Promise<void>((resolve) => release.push(resolve))
      return Response.json('done')
    }
    const server = await serve(handler, { graceMs: 10_000 })
    const kept = await raw(server, head([], 'GET /quick HTTP/1.1'))
    await once(kept, 'data')
    const slow = fetch(`${server.url}/slow`)
    await until(() => release.length === 1)
    const closed = server.close()
    await pause(50)
    const answer = readRaw(kept)
    kept.write(head([], 'GET /quick HTTP/1.1'))
    expect(await answer).toMatch(/^HTTP\/1\.1 503 /)
    release[0]!()
    expect((await slow).status).toBe(200)
    await closed
  })

  test('aborts 100 streams that do not end within the grace time, and is gone', async () => {
    const streams: ReturnType<typeof endless>[] = []
    const server = await serve(
      async () => {
        streams.push(endless(100, 20))
        return streams.at(-1)!.response
      },
      { graceMs: 300 },
    )
    const answers = await Promise.all(Array.from({ length: 100 }, () => fetch(server.url)))
    const ends = answers.map((answer) =>
      answer.text().then(
        () => 'ended',
        () => 'broken',
      ),
    )
    const started = performance.now()
    await server.close()
    expect(performance.now() - started).toBeGreaterThanOrEqual(290)
    await until(() => streams.every(({ state }) => state.isCancelled))
    expect(streams.filter(({ state }) => !state.isCancelled)).toEqual([])
    expect(new Set(await Promise.all(ends))).toEqual(new Set(['broken']))
  })

  test('a clock that is set an hour forth or back cuts off nobody who is still sending, and closes nobody late (F30)', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const server = await serve(echo, { slowBodyMs: 5_000, graceMs: 600_000 })
      for (const jump of [3_600_000, -7_200_000]) {
        const socket = await raw(server, `${head(['content-length: 4', 'connection: close'])}ha`)
        const answer = readRaw(socket)
        await pause(100)
        vi.setSystemTime(Date.now() + jump)
        await pause(1_500)
        socket.write('lf')
        expect(await answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*"text":"half"/)
      }
      // The grace is longer than the test may take.
      await server.close()
    } finally {
      vi.useRealTimers()
    }
  })

  test('is gone at once where nothing is under way, though connections are kept', async () => {
    const server = await serve(echo, { graceMs: 600_000 })
    await (await fetch(server.url)).text()
    // The grace is longer than the test may take.
    await Promise.all([server.close(), server.close()])
  })
})

describe('a body that is too large (B12)', () => {
  const tooLarge: FetchHandler = async () => Response.json({ error: { code: 'too_large' } }, { status: 413 })
  const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`

  test('is refused before it has come: the client sees its answer, and is cut off', async () => {
    const server = await serve(tooLarge)
    for (const lines of [['content-length: 1000000000'], ['transfer-encoding: chunked']]) {
      const socket = await raw(server, head(lines))
      const answer = readRaw(socket)
      const sending = setInterval(() => socket.write(chunk.repeat(16)), 5)
      const text = await answer
      clearInterval(sending)
      expect(text).toMatch(/^HTTP\/1\.1 413 /)
      expect(text).toMatch(/connection: close/i)
      expect(text).toContain('too_large')
    }
  })

  test('a gigabyte that keeps coming costs no memory', async () => {
    const server = await serve(tooLarge)
    const before = process.memoryUsage().rss
    const socket = await raw(server, head(['transfer-encoding: chunked']))
    let isClosed = false
    socket.once('close', () => {
      isClosed = true
    })
    for (let sent = 0; sent < 1_000_000_000 && !isClosed; sent += 1_048_576) {
      if (!socket.write(chunk.repeat(16))) await until(() => isClosed || !socket.writableNeedDrain)
    }
    expect(isClosed).toBe(true)
    // This process is the sender too.
    expect(process.memoryUsage().rss - before).toBeLessThan(500_000_000)
  })
})

describe('heads that no client sends (B14)', () => {
  test.each([
    ['64 kB of headers', 431, [`x-a: ${'a'.repeat(65_536)}`]],
    ['2,000 headers', 431, Array.from({ length: 2_000 }, (_, index) => `a${index % 10}: 1`)],
    ['a line break in a value', 400, ['authorization: Bearer a\rx: b']],
    ['a Host that holds a path', 400, ['host: x/v1/models?']],
  ])('%s: %i', async (_name, status, lines) => {
    const server = await serve(echo)
    const text = await readRaw(
      await raw(server, head([...lines, 'connection: close'], 'GET / HTTP/1.1').replace(/^host: x\r\n(?=host)/m, '')),
    )
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n'))).error.type).toBe('invalid_request_error')
  })
})

describe('the corners of HTTP/1 (B15)', () => {
  test('Expect: 100-continue is told to go on, and only when its body is wanted', async () => {
    const server = await serve(async (incoming) =>
      incoming.url.endsWith('/echo') ? echo(incoming) : Response.json('no', { status: 413 }),
    )
    const ask = async (path: string) => {
      const outgoing = request(`${server.url}${path}`, {
        method: 'POST',
        headers: { expect: '100-continue', 'content-length': '2' },
      })
      let isContinued = false
      outgoing.on('continue', () => {
        isContinued = true
        outgoing.end('hi')
      })
      outgoing.flushHeaders()
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
      response.resume()
      outgoing.on('error', () => undefined).destroy()
      return { isContinued, status: response.statusCode }
    }
    expect(await ask('/echo')).toEqual({ isContinued: true, status: 200 })
    expect(await ask('/large')).toEqual({ isContinued: false, status: 413 })
  })

  test('pipelined requests that expect 100-continue: each is told in front of its own answer, not inside of one (X185)', async () => {
    const server = await serve(async (incoming) => new Response(new TextEncoder().encode(await incoming.text())))
    const one = (text: string) => `${head(['expect: 100-continue', 'content-length: 2'])}${text}`
    const socket = await raw(server, one('a1') + one('b2') + one('c3').replace('host', 'connection: close\r\nhost'))
    const shape = (await readRaw(socket)).replaceAll(/HTTP\/1\.1 (\d+)[\s\S]*?\r\n\r\n/g, '<$1>')
    expect(shape).toBe('<100><200>a1<100><200>b2<100><200>c3')
  })

  test('HTTP/1.0 is answered and closed, with a Host and without', async () => {
    const server = await serve(echo)
    expect(await readRaw(await raw(server, 'POST /echo HTTP/1.0\r\ncontent-length: 2\r\n\r\nhi'))).toMatch(
      /^HTTP\/1\.1 200 [\s\S]*"text":"hi"/,
    )
    const stream = await serve(
      async () => new Response('data: 1\n\n', { headers: { 'content-type': 'text/event-stream' } }),
    )
    expect(await readRaw(await raw(stream, 'GET / HTTP/1.0\r\n\r\n'))).toMatch(/\r\n\r\ndata: 1\n\n$/)
  })

  test('pipelined requests are answered in their order, though the first takes longest', async () => {
    const server = await serve(async (incoming) => {
      const text = await incoming.text()
      await pause(text === 'first' ? 200 : 0)
      return Response.json(text)
    })
    const one = (text: string, lines: string[] = []) => `${head([`content-length: ${text.length}`, ...lines])}${text}`
    const answers = await readRaw(await raw(server, one('first') + one('second') + one('third', ['connection: close'])))
    expect([...answers.matchAll(/"(first|second|third)"/g)].map(([, text]) => text)).toEqual([
      'first',
      'second',
      'third',
    ])
  })

  test.each([
    [
      'a length and chunks',
      ['content-length: 5', 'transfer-encoding: chunked'],
      '0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n',
    ],
    ['two lengths', ['content-length: 5', 'content-length: 6'], 'hello'],
    ['chunks that are not the last coding', ['transfer-encoding: chunked, identity'], '0\r\n\r\n'],
    ['a coding with a tab', ['transfer-encoding:\tchunked', 'content-length: 4'], '0\r\n\r\n'],
    ['a space before the colon', ['content-length : 5'], 'hello'],
    ['a folded header', ['x: a\r\n b', 'transfer-encoding: chunked', 'content-length: 3'], '0\r\n\r\n'],
    ['a chunk without a length', ['transfer-encoding: chunked'], 'zz\r\nhello\r\n0\r\n\r\n'],
  ])('smuggling is a 400, and nothing of it is served: %s', async (_name, lines, rest) => {
    const served: string[] = []
    const server = await serve(async (incoming) => {
      served.push(new URL(incoming.url).pathname)
      return echo(incoming)
    })
    const text = await readRaw(await raw(server, head(lines) + rest))
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(served).not.toContain('/smuggled')
  })

  test('rubbish behind a request that is being answered does not get into its answer', async () => {
    const { response } = endless(20, 20)
    const server = await serve(async () => response)
    const socket = await raw(server, head([], 'GET / HTTP/1.1'))
    await once(socket, 'data')
    socket.write('rubbish\r\n\r\n')
    const text = await readRaw(socket)
    expect(text).not.toContain('HTTP/1.1 400')
  })
})

describe('slow clients (L6)', () => {
  test('500 connections that dawdle are closed in time, and others do not notice (X74)', async () => {
    const server = await serve(echo, { headersTimeoutMs: 1_500, slowBodyMs: 1_500 })
    const ask = async () => (await fetch(`${server.url}/echo`, { method: 'POST', body: 'hi' })).status
    const kinds = ['', 'POST /ec', 'POST /echo HTTP/1.1\r\nhost: x\r\nx-a: ', `${head(['content-length: 5000'])}x`]
    const sockets = await Promise.all(
      Array.from({ length: 500 }, (_, index) => raw(server, kinds[index % kinds.length]!)),
    )
    let closed = 0
    for (const socket of sockets) {
      socket.resume()
      socket.once('close', () => closed++)
    }
    const drip = setInterval(() => {
      sockets.forEach((socket, index) => {
        if (index % kinds.length !== 0 && socket.writable) socket.write('x')
      })
    }, 200)
    // Others are answered while all of them wait, and none was closed for it.
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([200, 200, 200])
    expect(closed).toBe(0)
    while (closed < 500) {
      expect(await ask()).toBe(200)
      await pause(50)
    }
    clearInterval(drip)
  })

  test('a body that trickles is told so with a 408 (X46)', async () => {
    const server = await serve(echo, { slowBodyMs: 300 })
    const text = await readRaw(await raw(server, `${head(['content-length: 5000'])}x`))
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n'))).error.message).toBe('The request took too long to arrive.')
  })

  test('a body that is slow but comes is waited for', async () => {
    const server = await serve(echo, { slowBodyMs: 300 })
    const socket = await raw(server, head(['content-length: 20000', 'connection: close']))
    const answer = readRaw(socket)
    for (let sent = 0; sent < 20_000; sent += 1_000) {
      socket.write('x'.repeat(1_000))
      await pause(40)
    }
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('more requests than there may be are told to come again (L5, X78)', async () => {
    const release: (() => void)[] = []
    const server = await serve(
      async () => {
        await new Promise<void>((resolve) => release.push(resolve))
        return Response.json('done')
      },
      { maxRequests: 2 },
    )
    const first = [fetch(server.url), fetch(server.url)]
    await until(() => release.length === 2)
    const third = await fetch(server.url)
    expect([third.status, third.headers.get('retry-after')]).toEqual([503, '1'])
    for (const go of release) go()
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200])
  })

  test('and hear of it, however much they send (L5)', async () => {
    const server = await serve(echo, { maxRequests: 0 })
    const body = 'x'.repeat(8_000_000)
    const asked = Array.from({ length: 10 }, () => fetch(server.url, { method: 'POST', body }))
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(10).fill(503))
  })
})
