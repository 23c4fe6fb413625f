import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { createNodeFetch, type NodeFetch } from '../../src/gateway/upstream/node.ts'
import { callHttp } from '../../src/models/http/call-http.ts'

const open: { close(): unknown }[] = []
afterEach(() => {
  for (const thing of open.splice(0)) thing.close()
})

async function upstream(listener: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push({ close: () => server.closeAllConnections() }, server)
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/v1beta/x?alt=sse`, server }
}

function create(...args: Parameters<typeof createNodeFetch>): NodeFetch {
  const fetch = createNodeFetch(...args)
  open.push(fetch)
  return fetch
}

const post = (body: string): RequestInit => ({ method: 'POST', headers: { 'x-goog-api-key': 'k' }, body })

describe('the fetch of a gateway on Node', () => {
  test('posts what it is given, and hands on what comes', async () => {
    const { url } = await upstream(async (incoming, outgoing) => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk)
      outgoing.setHeader('x-seen', JSON.stringify([incoming.method, incoming.url, incoming.headers]))
      outgoing.statusCode = 201
      outgoing.end(Buffer.concat(chunks))
    })
    const response = await create()(url, post('héllo'))
    const [method, path, headers] = JSON.parse(response.headers.get('x-seen')!)
    expect([method, path]).toEqual(['POST', '/v1beta/x?alt=sse'])
    expect(headers).toMatchObject({ 'x-goog-api-key': 'k', 'content-length': '6', 'accept-encoding': 'identity' })
    expect([response.status, response.ok, response.statusText]).toEqual([201, true, 'Created'])
    expect(await response.text()).toBe('héllo')
  })

  test('keeps its connection for the next call', async () => {
    const ports = new Set<number | undefined>()
    const { url } = await upstream((incoming, outgoing) => {
      ports.add(incoming.socket.remotePort)
      outgoing.end('{}')
    })
    const fetch = create()
    for (let index = 0; index < 5; index++) await (await fetch(url, post('{}'))).text()
    expect(ports.size).toBe(1)
  })

  test('asks again where a connection that was kept is closed as it is used: nobody has seen the request', async () => {
    let served = 0
    const sockets: Socket[] = []
    const server = createTcpServer((socket) => {
      sockets.push(socket)
      let isUsed = false
      socket.on('error', () => undefined)
      socket.on('data', () => {
        // The second request on a connection finds it closed.
        if (isUsed) return socket.resetAndDestroy()
        isUsed = true
        served++
        return socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    open.push({ close: () => sockets.forEach((socket) => void socket.destroy()) }, server)
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`
    const fetch = create()
    for (let index = 0; index < 3; index++) expect(await (await fetch(url, post('{}'))).text()).toBe('{}')
    expect(served).toBe(3)
  })

  test('F13: no connection is an error with its cause, as the global fetch says it', async () => {
    const { url, server } = await upstream(() => undefined)
    server.close()
    await once(server, 'close')
    await expect(create()(url, post('{}'))).rejects.toMatchObject({
      name: 'TypeError',
      message: 'fetch failed',
      cause: { code: 'ECONNREFUSED' },
    })
  })

  test('F13: a connection that does not come about in time is given up', async () => {
    // It takes the connection and never answers the handshake of TLS.
    const sockets: Socket[] = []
    const server = createTcpServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    open.push({ close: () => sockets.forEach((socket) => void socket.destroy()) }, server)
    const url = `https://127.0.0.1:${(server.address() as { port: number }).port}/`
    const started = performance.now()
    await expect(create({ connectTimeoutMs: 200 })(url, post('{}'))).rejects.toMatchObject({
      message: 'fetch failed',
      cause: { code: 'ETIMEDOUT', message: 'No connection within 200 ms.' },
    })
    expect(performance.now() - started).toBeLessThan(3_000)
  })

  test('F25: a redirect is not followed', async () => {
    let asked = 0
    const { url } = await upstream((_incoming, outgoing) => {
      asked++
      outgoing.writeHead(302, { location: '/elsewhere' }).end()
    })
    const response = await create()(url, post('{}'))
    expect([response.status, response.headers.get('location'), asked]).toEqual([302, '/elsewhere', 1])
    await response.text()
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('F24: what comes compressed without being asked is read once: %s', async (encoding, compress) => {
    const { url } = await upstream((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-encoding': encoding }).end(compress('{"a":1}'))
    })
    const response = await create()(url, post('{}'))
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(await response.json()).toEqual({ a: 1 })
  })

  test('F24: compressed bytes that are none are an error', async () => {
    const { url } = await upstream((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-encoding': 'gzip' }).end('plain')
    })
    const response = await create()(url, post('{}'))
    await expect(response.text()).rejects.toThrow()
  })

  test('F17: a body that breaks off is an error, and so is one that is shorter than it said', async () => {
    const { url } = await upstream((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-length': '100' }).write('half')
      setTimeout(() => outgoing.socket?.destroy(), 20)
    })
    const response = await create()(url, post('{}'))
    await expect(response.text()).rejects.toThrow()
  })

  test('F26: a call that is aborted lets go of the other side, before the head and in the body', async () => {
    let left = 0
    const { url } = await upstream((incoming, outgoing) => {
      outgoing.once('close', () => left++)
      if (incoming.headers['x-stream'] === '1') outgoing.writeHead(200).write('data: 1\n\n')
    })
    const fetch = create()
    const reason = new Error('enough')
    for (const stream of ['0', '1']) {
      const controller = new AbortController()
      const init = { ...post('{}'), headers: { 'x-stream': stream }, signal: controller.signal }
      const call = fetch(url, init).then((response) => response.text())
      setTimeout(() => controller.abort(reason), 50)
      await expect(call).rejects.toBe(reason)
    }
    for (let tries = 0; tries < 100 && left < 2; tries++) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(left).toBe(2)
    await expect(fetch(url, { ...post('{}'), signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  test('F27: what is not read is not fetched', async () => {
    let sent = 0
    const chunk = Buffer.alloc(65_536)
    const { url } = await upstream((_incoming, outgoing) => {
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
    const response = await create()(url, post('{}'))
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(sent).toBeLessThan(20_000_000)
    await response.body!.cancel()
  })

  test('serves the models as the global one does: an answer, an error with its text, a timeout', async () => {
    const { url } = await upstream((incoming, outgoing) => {
      if (incoming.headers['x-goog-api-key'] === 'stall-me-please') return
      outgoing.writeHead(incoming.headers['x-goog-api-key'] === 'wrong-key' ? 403 : 200).end('{"a":1}')
    })
    const call = (key: string) =>
      callHttp({
        provider: 'google',
        url,
        headers: { 'x-goog-api-key': key },
        body: '{}',
        fetch: create(),
        headerTimeoutMs: 200,
        decodeError: (body) => ({ message: JSON.stringify(body), isRetryable: false }),
      })
    expect(await (await call('right-key')).text()).toBe('{"a":1}')
    await expect(call('wrong-key')).rejects.toMatchObject({
      code: 'model-http-error',
      statusCode: 403,
      message: '{"a":1}',
    })
    await expect(call('stall-me-please')).rejects.toMatchObject({ code: 'model-timeout' })
  })

  test('sends nothing that it cannot: streams, and addresses of no server', async () => {
    await expect(create()('http://127.0.0.1/', { method: 'POST', body: new FormData() })).rejects.toThrow(
      'text and bytes',
    )
    await expect(create()('file:///etc/passwd', post('{}'))).rejects.toThrow('no address of a server')
  })
})
