import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import type { HttpReply, HttpRequest } from '../core/http.ts'
import { createUndiciTransport } from './undici-transport.node.ts'

const open: { close(): unknown }[] = []
afterEach(() => {
  for (const thing of open.splice(0)) thing.close()
})

async function serve(listener: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push({ close: () => server.closeAllConnections() }, server)
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/v1beta/x?alt=sse`, server }
}

/** A server of bare sockets. */
async function serveSockets(onSocket: (socket: Socket) => unknown): Promise<{ url: string }> {
  const sockets: Socket[] = []
  const server = createTcpServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    onSocket(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push({ close: () => sockets.forEach((socket) => void socket.destroy()) }, server)
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/` }
}

type Send = (request: HttpRequest) => Promise<HttpReply>

function createTransport(...args: Parameters<typeof createUndiciTransport>) {
  const transport = createUndiciTransport(...args)
  open.push(transport)
  return transport
}

function create(...args: Parameters<typeof createUndiciTransport>): Send {
  const transport = createTransport(...args)
  return async (request) => await transport(request).reply
}

const post = (url: string, rest: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'POST',
  url,
  headers: { 'x-goog-api-key': 'k' },
  body: '{}',
  ...rest,
})

async function textOf({ body }: HttpReply): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** undici uses a connection again in the next turn of the event loop. */
async function askOnce(transport: Send, url: string): Promise<string> {
  const text = await textOf(await transport(post(url)))
  await pause(5)
  return text
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !isSo(); tries++) await pause(10)
}

describe('the undici transport', () => {
  test('sends method, path, headers and body, and returns status, headers and body', async () => {
    const { url } = await serve(async (incoming, outgoing) => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk)
      outgoing.setHeader('x-seen', JSON.stringify([incoming.method, incoming.url, incoming.headers]))
      outgoing.setHeader('X-Twice', ['a', 'b'])
      outgoing.statusCode = 201
      outgoing.end(Buffer.concat(chunks))
    })
    const reply = await create()(post(url, { body: 'héllo' }))
    const [method, path, headers] = JSON.parse(reply.headers['x-seen']!)
    expect([method, path]).toEqual(['POST', '/v1beta/x?alt=sse'])
    expect(headers).toMatchObject({ 'x-goog-api-key': 'k', 'content-length': '6', 'accept-encoding': 'identity' })
    expect([reply.status, reply.headers['x-twice']]).toEqual([201, 'a, b'])
    expect(await textOf(reply)).toBe('héllo')
  })

  test('sends a GET as a GET, without a body', async () => {
    const { url } = await serve((incoming, outgoing) => {
      outgoing.end(JSON.stringify([incoming.method, incoming.headers['content-length'] ?? null]))
    })
    const reply = await create()({ method: 'GET', url, headers: {} })
    expect(await textOf(reply)).toBe('["GET",null]')
  })

  test('sets host, length and connection itself', async () => {
    const { url } = await serve((incoming, outgoing) => {
      outgoing.end(JSON.stringify([incoming.headers.host, incoming.headers['content-length']]))
    })
    const headers = {
      Host: 'evil.example',
      'Content-Length': '99',
      'transfer-encoding': 'chunked',
      connection: 'close',
    }
    expect(await textOf(await create()(post(url, { headers })))).toBe(JSON.stringify([new URL(url).host, '2']))
  })

  test('keeps its connection for the next request', async () => {
    const ports = new Set<number | undefined>()
    const { url } = await serve((incoming, outgoing) => {
      ports.add(incoming.socket.remotePort)
      outgoing.end('{}')
    })
    const transport = create()
    for (let index = 0; index < 5; index++) await askOnce(transport, url)
    expect(ports.size).toBe(1)
  })

  test.each([
    ['reset', (socket: Socket) => socket.resetAndDestroy()],
    ['closed', (socket: Socket) => socket.end()],
  ])('sends a request again when its kept connection is %s before any of the reply arrived', async (_, cut) => {
    let served = 0
    const { url } = await serveSockets((socket) => {
      let isUsed = false
      socket.on('data', () => {
        if (isUsed) return cut(socket)
        isUsed = true
        served++
        return socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
      })
    })
    const transport = create()
    for (let index = 0; index < 3; index++) expect(await askOnce(transport, url)).toBe('{}')
    expect(served).toBe(3)
  })

  test('sends nothing again when a new connection breaks, or when a part of the reply arrived', async () => {
    let asked = 0
    const fresh = await serveSockets((socket) => {
      socket.on('data', () => {
        asked++
        socket.resetAndDestroy()
      })
    })
    await expect(create()(post(fresh.url))).rejects.toMatchObject({
      message: 'fetch failed',
      cause: { code: 'ECONNRESET' },
    })
    expect(asked).toBe(1)
    const half = await serveSockets((socket) => {
      let count = 0
      socket.on('data', () => {
        asked++
        if (count++ === 0) return socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
        return socket.write('HTTP/1.1 200 OK\r\ncont', () => setTimeout(() => socket.resetAndDestroy(), 50))
      })
    })
    const transport = create()
    await askOnce(transport, half.url)
    await expect(transport(post(half.url))).rejects.toThrow('fetch failed')
    expect(asked).toBe(3)
  })

  test('hands over chunks that arrived together as one', async () => {
    const { url } = await serveSockets((socket) => {
      socket.once('data', () => {
        const chunks = Array.from({ length: 50 }, (_, index) => `2\r\n${String(index).padStart(2, '0')}\r\n`).join('')
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
        setTimeout(() => socket.write(`${chunks}0\r\n\r\n`), 50)
      })
    })
    const reply = await create()(post(url))
    const sizes: number[] = []
    for await (const chunk of reply.body) sizes.push(chunk.length)
    expect(sizes).toEqual([100])
  })

  test('skips informational replies', async () => {
    const { url } = await serveSockets((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
      })
    })
    const reply = await create()(post(url))
    expect([reply.status, await textOf(reply)]).toEqual([200, '{}'])
  })

  test('returns a redirect as it is', async () => {
    let asked = 0
    const { url } = await serve((_incoming, outgoing) => {
      asked++
      outgoing.writeHead(302, { location: '/elsewhere' }).end()
    })
    const reply = await create()(post(url))
    expect([reply.status, reply.headers.location, await textOf(reply), asked]).toEqual([302, '/elsewhere', '', 1])
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('decompresses a reply that comes as %s', async (encoding, compress) => {
    const { url } = await serve((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-encoding': encoding }).end(compress('{"a":1}'))
    })
    const reply = await create()(post(url))
    expect([reply.headers['content-encoding'], await textOf(reply)]).toEqual([undefined, '{"a":1}'])
  })
})

describe('the undici transport fails', () => {
  test('without a connection, as the global fetch does', async () => {
    const { url, server } = await serve(() => undefined)
    server.close()
    await once(server, 'close')
    await expect(create()(post(url))).rejects.toMatchObject({
      name: 'TypeError',
      message: 'fetch failed',
      cause: { code: 'ECONNREFUSED' },
    })
  })

  test('when the connection does not open in time', async () => {
    // It accepts the connection and never answers the TLS handshake.
    const { url } = await serveSockets(() => undefined)
    await expect(create({ connectTimeoutMs: 200 })(post(url.replace('http:', 'https:')))).rejects.toMatchObject({
      message: 'fetch failed',
      cause: { code: 'ETIMEDOUT', message: 'No connection within 200 ms.' },
    })
  })

  test.each([
    ['a head of 100 kB', `HTTP/1.1 200 OK\r\nx-a: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['something else than HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['a switch of protocols', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}'],
  ])('when the reply is %s', async (_, text) => {
    const { url } = await serveSockets((socket) => socket.once('data', () => socket.write(text)))
    await expect(create()(post(url))).rejects.toThrow('fetch failed')
  })

  test('in the body, when the connection breaks or the body is shorter than its length', async () => {
    const { url } = await serve((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-length': '100' }).write('half')
      setTimeout(() => outgoing.socket?.destroy(), 20)
    })
    const reply = await create()(post(url))
    await expect(textOf(reply)).rejects.toThrow()
  })

  test('in the body, when it is not compressed as it says', async () => {
    const { url } = await serve((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-encoding': 'gzip' }).end('plain')
    })
    const reply = await create()(post(url))
    await pause(50)
    await expect(textOf(reply)).rejects.toThrow()
  })

  test('for URLs of other schemes', async () => {
    await expect(create()(post('file:///etc/passwd'))).rejects.toThrow('Cannot send a request to a file: URL.')
  })
})

describe('the undici transport releases its connection', () => {
  async function countLeft() {
    const state = { asked: 0, left: 0 }
    const { url } = await serve((incoming, outgoing) => {
      state.asked++
      outgoing.once('close', () => state.left++)
      if (incoming.headers['x-stream'] === '1') outgoing.writeHead(200).write('data: 1\n\n')
    })
    return { url, state }
  }

  test('when it is cancelled before the head and in the body, with the reason', async () => {
    const { url, state } = await countLeft()
    const transport = createTransport()
    const reason = new Error('enough')
    for (const stream of ['0', '1']) {
      const exchange = transport(post(url, { headers: { 'x-stream': stream } }))
      setTimeout(() => exchange.cancel(reason), 50)
      await expect(exchange.reply.then(textOf)).rejects.toBe(reason)
    }
    await until(() => state.left === 2)
    expect(state.left).toBe(2)
  })

  test('at once when it is cancelled while the connection opens', async () => {
    const { url } = await serveSockets(() => undefined)
    const reason = new Error('enough')
    const exchange = createTransport()(post(url.replace('http:', 'https:')))
    setTimeout(() => exchange.cancel(reason), 50)
    await expect(exchange.reply).rejects.toBe(reason)
  })

  test('not when it is cancelled after its end', async () => {
    const { url } = await serve((_incoming, outgoing) => outgoing.end('whole'))
    const exchange = createTransport()(post(url))
    const reply = await exchange.reply
    expect(await textOf(reply)).toBe('whole')
    exchange.cancel(new Error('late'))
    expect(await reply.body[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined })
  })

  test.each([
    ['before the first chunk is read', async () => undefined],
    ['after it', async (chunks: AsyncIterator<Uint8Array>) => void (await chunks.next())],
    [
      'while the next chunk is awaited',
      async (chunks: AsyncIterator<Uint8Array>) => {
        await chunks.next()
        void chunks.next()
      },
    ],
  ])('when return() is called %s', async (_, read) => {
    const { url, state } = await countLeft()
    const chunks = (await create()(post(url, { headers: { 'x-stream': '1' } }))).body[Symbol.asyncIterator]()
    await read(chunks)
    await chunks.return!()
    expect(await chunks.next()).toEqual({ done: true, value: undefined })
    await until(() => state.left === 1)
    expect(state.left).toBe(1)
  })

  test('and reads no further than its reader', async () => {
    let sent = 0
    const chunk = Buffer.alloc(65_536)
    const { url } = await serve((_incoming, outgoing) => {
      outgoing.writeHead(200)
      const more = () => {
        while (!outgoing.destroyed && sent < 500_000_000) {
          sent += chunk.length
          if (!outgoing.write(chunk)) return outgoing.once('drain', more)
        }
        return outgoing
      }
      more()
    })
    const chunks = (await create()(post(url))).body[Symbol.asyncIterator]()
    await pause(500)
    const filled = sent
    expect(filled).toBeLessThan(20_000_000)
    for (let read = 0; read < 2 * filled; ) read += (await chunks.next()).value!.length
    expect(sent).toBeGreaterThan(filled)
    await chunks.return!()
  })
})

describe('the undici transport survives the end of a connection whose reply nobody reads', () => {
  const size = 4 * 64 * 1024
  const data = Buffer.alloc(size, 'x')
  const chunk = Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), data, Buffer.from('\r\n0\r\n\r\n')])
  const framings: readonly [string, string, Buffer][] = [
    ['a length', `content-length: ${size}\r\nconnection: close`, data],
    ['a length, without notice', `content-length: ${size}`, data],
    ['chunks', 'transfer-encoding: chunked\r\nconnection: close', chunk],
    ['its end', 'connection: close', data],
  ]

  /** Reads one chunk, waits until the server has ended its side, and reads on. */
  async function readLate(head: string, bytes: Buffer, end: (socket: Socket) => unknown): Promise<number> {
    const { url } = await serveSockets((socket) => {
      socket.once('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`)
        socket.write(bytes, () => end(socket))
      })
    })
    const { body } = await create()(post(url))
    let length = 0
    for await (const piece of body) {
      length += piece.length
      await pause(30)
    }
    return length
  }

  test.each(framings)('and reads it whole: it ends with %s (X60)', async (_, head, bytes) => {
    expect(await readLate(head, bytes, (socket) => socket.end())).toBe(size)
  })

  test.each(framings.slice(0, 3))(
    'and says so where a part is missing: it ends with %s (X60)',
    async (_, head, bytes) => {
      await expect(readLate(head, bytes.subarray(0, -10), (socket) => socket.end())).rejects.toThrow()
    },
  )

  test('and says so where the connection is reset (X60)', async () => {
    await expect(readLate(`content-length: ${2 * size}`, data, (socket) => socket.resetAndDestroy())).rejects.toThrow()
    const closing = `content-length: ${2 * size}\r\nconnection: close`
    await expect(readLate(closing, data, (socket) => socket.resetAndDestroy())).rejects.toThrow()
  })
})
