import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import type { ServeOptions } from '../../src/gateway/server.node.ts'
import { hello, model } from './ask-gateway.ts'
import { answerJson, http, pause, say, serveBefore, startUpstream, streamHead, until } from './socket-upstream.ts'

/** Faults that are about connections: a gateway on a port, before an upstream of bare sockets. */

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function start(answer: Parameters<typeof startUpstream>[0], options: Partial<ServeOptions> = {}) {
  const upstream = await startUpstream(answer)
  cleanups.push(() => upstream.close())
  return { upstream, gateway: await inFront(upstream.url, options) }
}

async function inFront(url: string, options: Partial<ServeOptions> = {}) {
  const gateway = await serveBefore(url, options)
  cleanups.push(() => gateway.close())
  return gateway
}

interface Failure {
  readonly error: { readonly message: string; readonly type: string; readonly param: unknown; readonly code: unknown }
}

const failureOf = async (response: Response) => (await response.json()) as Failure

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Both ways to ask: an answer as a whole, and as a stream. */
const ways = [
  ['whole', {}],
  ['streamed', { stream: true }],
] as const

describe('no connection (F13)', () => {
  test.each(ways)('a refused connection is a 502 in a moment, tried with the next key: %s (F13)', async (_, way) => {
    const upstream = await startUpstream(() => undefined)
    upstream.close()
    const gateway = await inFront(upstream.url, { maxRetries: 1, apiKey: ['key-one-canary', 'key-two-canary'] })
    const response = await gateway.post(way)
    expect(response.status).toBe(502)
    expect((await failureOf(response)).error).toEqual({
      message: 'The model could not be reached.',
      type: 'server_error',
      param: null,
      code: 'upstream_unreachable',
    })
    expect(gateway.records[0]?.tries).toBe(2)
  })

  test('what fails with one key is tried with the other (F13)', async () => {
    const keys: (string | undefined)[] = []
    const { gateway } = await start(
      (socket, { head, index }) => {
        keys.push(/x-goog-api-key: (\S+)/i.exec(head)?.[1])
        if (index === 0) socket.resetAndDestroy()
        else socket.write(http('200 OK', [], answerJson()))
      },
      { maxRetries: 1, apiKey: ['key-one-canary', 'key-two-canary'] },
    )
    expect((await gateway.post()).status).toBe(200)
    expect(keys).toEqual(['key-one-canary', 'key-two-canary'])
  })

  test('a name that cannot be resolved is a 502 that does not tell it (F13)', async () => {
    const gateway = await inFront('http://no-such-host.invalid', { connectTimeoutMs: 2_000 })
    const response = await gateway.post()
    expect(response.status).toBe(502)
    expect(await response.text()).not.toContain('no-such-host')
  })

  test('a failed handshake of TLS is a 502 (F13, X105)', async () => {
    const plain = createServer().listen(0, '127.0.0.1')
    cleanups.push(() => plain.close())
    await until(() => plain.listening)
    const gateway = await inFront(`https://127.0.0.1:${(plain.address() as { port: number }).port}`)
    const response = await gateway.post()
    expect([response.status, (await failureOf(response)).error.code]).toEqual([502, 'upstream_unreachable'])
  })

  test('a connection that does not come about is given up after five seconds by default, and not tried again (F13)', async () => {
    // It takes the connection, and never answers the handshake.
    const { upstream } = await start(() => undefined)
    const gateway = await inFront(upstream.url.replace('http:', 'https:'), { maxRetries: 2 })
    const started = performance.now()
    expect((await gateway.post()).status).toBe(502)
    expect(performance.now() - started).toBeGreaterThan(4_900)
    expect(gateway.records[0]?.tries).toBe(1)
  })
})

describe('an upstream that falls silent', () => {
  test.each(ways)('before its head: a 504, and its connection is closed: %s (F14, X103)', async (_, way) => {
    const { upstream, gateway } = await start(() => undefined, { headerTimeoutMs: 150 })
    const response = await gateway.post(way)
    expect([response.status, (await failureOf(response)).error.code]).toEqual([504, 'upstream_timeout'])
    await until(() => upstream.requests[0]!.closed())
    expect(upstream.requests.map(({ closed }) => closed())).toEqual([true])
  })

  test('in a stream: comments meanwhile, then an error event, and its connection is closed (F15, X103)', async () => {
    const { upstream, gateway } = await start((socket) => socket.write(streamHead + say('One ') + say('two ')), {
      idleTimeoutMs: 400,
      keepAliveMs: 100,
    })
    const text = await (await gateway.post({ stream: true })).text()
    expect(text).toMatch(
      /"content":"two "[^\n]*\n\n(: keep-alive\n\n){2,}data: {"error":{[^\n]*"upstream_timeout"}}\n\n$/,
    )
    expect(text).not.toMatch(/\[DONE\]|"finish_reason":"stop"/)
    await until(() => upstream.requests[0]!.closed())
    expect(upstream.requests[0]!.closed()).toBe(true)
  })

  test('in the middle of a whole answer: a 504, and its connection is closed (F15)', async () => {
    const { upstream, gateway } = await start(
      (socket) => socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n${answerJson().slice(0, 20)}`),
      { idleTimeoutMs: 150 },
    )
    expect((await gateway.post()).status).toBe(504)
    await until(() => upstream.requests[0]!.closed())
    expect(upstream.requests[0]!.closed()).toBe(true)
  })
})

describe('a stream that breaks', () => {
  const beginning = streamHead + say('Good ') + say('morning')

  test.each([
    ['cut inside an event', (end: { end(): void }) => end.end(), say(', everybody').slice(0, 40)],
    ['reset', (socket: { resetAndDestroy(): void }) => socket.resetAndDestroy(), ''],
    ['over without a reason', (end: { end(): void }) => end.end(), ''],
  ])(
    '%s: all that was whole, then an error, and neither reason, usage nor [DONE] (F16, F17, F19)',
    async (_, end, rest) => {
      const { gateway, upstream } = await start(
        (socket) => {
          socket.write(beginning + rest)
          setTimeout(() => end(socket as never), 50)
        },
        { maxRetries: 2 },
      )
      const text = await (await gateway.post({ stream: true, stream_options: { include_usage: true } })).text()
      const data = text.split('\n\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []))
      const chunks = data.map((one) => JSON.parse(one))
      const said = chunks.flatMap(({ choices = [] }) =>
        choices.map((choice: { delta: { content?: string } }) => choice),
      )
      expect(said.map(({ delta }: { delta: { content?: string } }) => delta.content ?? '').join('')).toBe(
        'Good morning',
      )
      expect(chunks.at(-1).error).toMatchObject({ type: 'server_error', code: 'upstream_truncated' })
      expect(text).not.toMatch(/"finish_reason":"|\[DONE\]|total_tokens/)
      // F28: nothing is said twice.
      expect(upstream.requests).toHaveLength(1)
      expect(gateway.records[0]).toMatchObject({ status: 200, outcome: 'failed', error: 'upstream_truncated' })
    },
  )

  test('what breaks before its first event is tried again, and nothing is said twice (F28)', async () => {
    const { gateway, upstream } = await start(
      (socket, { index }) => {
        socket.write(streamHead)
        if (index === 0) setTimeout(() => socket.resetAndDestroy(), 20)
        else socket.end(say('Once.', { finishReason: 'STOP' }))
      },
      { maxRetries: 1 },
    )
    const text = await (await gateway.post({ stream: true })).text()
    expect(text.match(/Once\./g)).toHaveLength(1)
    expect(text).toContain('[DONE]')
    expect(upstream.requests).toHaveLength(2)
  })
})

describe('encodings and lengths (F24)', () => {
  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('a whole answer that comes as %s is decoded once, and its headers are ours (F24)', async (encoding, compress) => {
    const { gateway } = await start((socket) =>
      socket.write(
        http('200 OK', [`content-encoding: ${encoding}`, 'content-type: application/json'], compress(answerJson())),
      ),
    )
    const response = await gateway.post()
    const text = await response.text()
    expect(JSON.parse(text).choices[0].message.content).toBe('Hi.')
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(Number(response.headers.get('content-length'))).toBe(Buffer.byteLength(text))
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('so is a stream: %s (F24)', async (encoding, compress) => {
    const { gateway } = await start((socket) => {
      socket.write(streamHead.replace('\r\n\r\n', `\r\ncontent-encoding: ${encoding}\r\n\r\n`))
      socket.end(compress(say('Hi.', { finishReason: 'STOP' })))
    })
    const text = await (await gateway.post({ stream: true })).text()
    expect(text).toContain('"content":"Hi."')
    expect(text).toContain('[DONE]')
  })

  test.each([
    ['longer than the answer', 500],
    ['shorter than it', -20],
  ])('a content-length that is %s is a 502, never half an answer (F24, X104)', async (_, off) => {
    const { gateway } = await start((socket) => {
      const body = answerJson()
      socket.end(http('200 OK', [`content-length: ${body.length + off}`], body))
    })
    const response = await gateway.post()
    expect(response.status).toBe(502)
    expect((await failureOf(response)).error.type).toBe('server_error')
  })

  test('a list of models has the length of our list, and not of the one that came (F24)', async () => {
    const models = JSON.stringify({
      models: [{ name: 'models/gemini-x', supportedGenerationMethods: ['generateContent'] }],
    })
    const { gateway } = await start((socket) =>
      socket.write(http('200 OK', ['content-encoding: gzip'], gzipSync(models))),
    )
    const response = await fetch(`${gateway.url}/v1/models`)
    const text = await response.text()
    expect(Number(response.headers.get('content-length'))).toBe(Buffer.byteLength(text))
    expect(JSON.parse(text).data.map(({ id }: { id: string }) => id)).toEqual(['gemini-x'])
  })
})

describe('answers that are no answers (F25)', () => {
  test.each(ways)(
    'a redirect to another host is a 502, and nobody there sees the key: %s (F25, X100)',
    async (_, way) => {
      const heads: string[] = []
      const elsewhere = createServer((incoming, outgoing) => {
        heads.push(JSON.stringify(incoming.headers))
        outgoing.end()
      }).listen(0, '127.0.0.1')
      cleanups.push(() => elsewhere.close())
      await until(() => elsewhere.listening)
      const { port } = elsewhere.address() as { port: number }
      for (const status of ['301 Moved', '302 Found', '307 Temporary', '308 Permanent']) {
        const { gateway } = await start((socket) => socket.write(http(status, [`location: http://localhost:${port}/`])))
        expect((await gateway.post(way)).status).toBe(502)
      }
      await pause(50)
      expect(heads).toEqual([])
    },
  )

  test.each(ways)('what comes before an answer, with a status of 1xx, is skipped: %s (F25)', async (_, way) => {
    const { gateway } = await start((socket) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n')
      if ('stream' in way) socket.end(streamHead + say('Hi.', { finishReason: 'STOP' }))
      else socket.write(http('200 OK', [], answerJson()))
    })
    const response = await gateway.post(way)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('Hi.')
  })
})

describe('a client that leaves (F26)', () => {
  const counted = (text: string, tokens: number) =>
    say(text).replace(/}\r\n\r\n$/, `,"usageMetadata":{"promptTokenCount":7,"candidatesTokenCount":${tokens}}}\r\n\r\n`)

  test('in the middle of a stream: the upstream is let go within a second, and what it counted so far is recorded (F26)', async () => {
    const { upstream, gateway } = await start((socket) =>
      socket.write(streamHead + counted('One ', 1) + counted('two ', 2)),
    )
    const leaving = new AbortController()
    const response = await gateway.post({ stream: true }, leaving.signal)
    await response.body!.getReader().read()
    leaving.abort()
    await until(() => upstream.requests[0]!.closed() && gateway.records.length === 1)
    expect(upstream.requests[0]!.closed()).toBe(true)
    expect(gateway.records).toMatchObject([
      { outcome: 'aborted', usage: { inputTokens: 7, outputTokens: 2, cachedTokens: 0, reasoningTokens: 0 } },
    ])
  })

  test('before there is an answer: the upstream is let go within a second (F26)', async () => {
    const { upstream, gateway } = await start(() => undefined)
    const leaving = new AbortController()
    const asked = gateway.post({}, leaving.signal).catch(() => 'left')
    await until(() => upstream.requests.length === 1)
    leaving.abort()
    expect(await asked).toBe('left')
    await until(() => upstream.requests[0]!.closed() && gateway.records.length === 1)
    expect(gateway.records).toMatchObject([{ outcome: 'aborted', status: 499 }])
  })

  test('in the middle of its own body: nobody is asked, and nothing is left behind (F26)', async () => {
    const faults: unknown[] = []
    const { upstream, gateway } = await start(() => undefined, { onFault: (error) => faults.push(error) })
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
    socket.write(
      'POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n{',
    )
    await pause(50)
    socket.destroy()
    await until(() => gateway.records.length === 1)
    expect(gateway.records).toMatchObject([{ outcome: 'aborted' }])
    expect([upstream.requests.length, faults]).toEqual([0, []])
  })

  test('a stream that breaks records what was counted, too (F26)', async () => {
    const { gateway } = await start((socket) => socket.end(streamHead + counted('One ', 5)))
    await (await gateway.post({ stream: true })).text()
    expect(gateway.records).toMatchObject([{ outcome: 'failed', usage: { inputTokens: 7, outputTokens: 5 } }])
  })
})

describe('clients that read slowly (F27)', () => {
  test('streams that nobody reads cost less than a megabyte each, however fast the model is (F27, X73)', async () => {
    let sent = 0
    const piece = say('x'.repeat(8_000)).repeat(8)
    const { gateway } = await start((socket) => {
      socket.write(streamHead)
      const more = () => {
        while (!socket.destroyed && sent < 2_000_000_000) {
          sent += piece.length
          if (!socket.write(piece)) return void socket.once('drain', more)
        }
      }
      more()
    })
    const port = Number(new URL(gateway.url).port)
    const body = JSON.stringify({ model, messages: hello, stream: true })
    const request = `POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    /** The least of several collections: V8 frees buffers some time after the collection that finds them unused. */
    const held = async () => {
      let least = Number.POSITIVE_INFINITY
      for (let collections = 0; collections < 5; collections++) {
        collectGarbage()
        await pause(20)
        // The external memory has the buffers in it.
        const { heapUsed, external } = process.memoryUsage()
        least = Math.min(least, heapUsed + external)
      }
      return least
    }
    const sockets: Socket[] = []
    /** Opens streams, until nothing moves any more: all buffers are full. */
    const openUnread = async (count: number) => {
      for (let index = 0; index < count; index++) sockets.push(connect(port, '127.0.0.1').pause())
      for (const socket of sockets.slice(-count)) socket.on('error', () => undefined).write(request)
      let last = -1
      while (sent !== last || sent === 0) {
        last = sent
        await pause(250)
      }
      return last
    }
    // The first one pays for code that is loaded and compiled.
    await openUnread(1)
    const before = await held()
    const last = await openUnread(8)
    const perStream = ((await held()) - before) / 8
    expect(perStream).toBeLessThan(1_000_000)
    // Somebody who reads gets on.
    sockets[0]!.resume()
    await until(() => sent > last)
    expect(sent).toBeGreaterThan(last)
    for (const socket of sockets) socket.destroy()
  })
})
