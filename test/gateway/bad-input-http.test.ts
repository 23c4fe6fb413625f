import { once } from 'node:events'
import type { Socket } from 'node:net'
import { createGzip, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { createEmulator, type Emulator } from '../../src/emulator/index.ts'
import { type HttpServer, type ServeOptions, serveGateway } from '../../src/gateway/server.node.ts'
import { readRaw, sendRaw } from '../e2e/raw-socket.ts'

/** Input below JSON, over sockets: what a gateway on a port must survive. The emulator writes down what was sent. */

interface Served {
  readonly server: HttpServer
  readonly emulator: Emulator
  readonly faults: unknown[]
}

const open: Served[] = []
afterEach(async () => {
  for (const { server, faults } of open.splice(0)) {
    await server.close()
    expect(faults).toEqual([])
  }
})

async function serve(options: Partial<ServeOptions> = {}): Promise<Served> {
  const emulator = createEmulator()
  const faults: unknown[] = []
  const server = await serveGateway({
    apiKey: 'upstream-key-canary',
    fetch: (url, init) => emulator(new Request(url, init)),
    graceMs: 0,
    onFault: (error) => faults.push(error),
    ...options,
  })
  const served = { server, emulator, faults }
  open.push(served)
  return served
}

const chat = JSON.stringify({ model: 'gemini-3-flash-preview', messages: [{ role: 'user', content: 'Hello.' }] })

const head = (lines: readonly string[] = [], first = 'POST /v1/chat/completions HTTP/1.1') =>
  [first, 'host: localhost', 'content-type: application/json', ...lines, '', ''].join('\r\n')

const whole = (lines: readonly string[] = [], body = chat) =>
  `${head([`content-length: ${Buffer.byteLength(body)}`, ...lines])}${body}`

const raw = ({ server }: Served, text: string | Uint8Array) => sendRaw(server.url, text)

const ask = async (served: Served, text: string | Uint8Array) => readRaw(await raw(served, text))

/** The status and the error of an answer. */
function read(answer: string): { status: number; error: Record<string, unknown> | undefined } {
  const json = answer.slice(answer.indexOf('\r\n\r\n') + 4)
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), error: JSON.parse(json).error }
}

describe('bodies without end (B12)', () => {
  test('25 MB with a length are a 413 before they are read (B12, X37)', async () => {
    const served = await serve()
    const socket = await raw(served, head([`content-length: ${25 * 1024 * 1024}`]))
    const answer = read(await readRaw(socket))
    expect(answer).toMatchObject({ status: 413, error: { type: 'invalid_request_error', code: 'request_too_large' } })
    expect(served.emulator.requests).toHaveLength(0)
  })

  test('25 MB that are sent all the same are a 413 that the client sees, and the connection is closed (B12)', async () => {
    const served = await serve()
    const socket = await raw(served, head([`content-length: ${25 * 1024 * 1024}`]))
    const answer = readRaw(socket)
    const piece = Buffer.alloc(1024 * 1024, 'x')
    for (let sent = 0; sent < 25 && socket.writable; sent++) if (!socket.write(piece)) await drained(socket)
    const text = await answer
    expect(read(text).status).toBe(413)
    expect(text).toMatch(/^connection: close\r$/im)
    expect(served.emulator.requests).toHaveLength(0)
  })

  test('a gigabyte in chunks ends at the limit, and memory stays flat (B12, X38)', async () => {
    const served = await serve()
    const socket = await raw(served, head(['transfer-encoding: chunked']))
    const answer = readRaw(socket)
    const size = 256 * 1024
    const chunk = Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), Buffer.alloc(size, 'x'), Buffer.from('\r\n')])
    const before = process.memoryUsage().rss
    let sent = 0
    for (; sent < 1024 ** 3 && socket.writable; sent += size) if (!socket.write(chunk)) await drained(socket)
    expect(read(await answer).status).toBe(413)
    // The rest is taken in for a second, so that the client sees its answer, and thrown away.
    expect(sent).toBeLessThan(1024 ** 3)
    expect(process.memoryUsage().rss - before).toBeLessThan(500 * 1024 * 1024)
    expect(served.emulator.requests).toHaveLength(0)
  })

  test('a bomb of gzip is counted as what it becomes (B12, X39)', async () => {
    const served = await serve()
    const bomb = gzipSync(Buffer.alloc(25 * 1024 * 1024, ' '), { level: 9 })
    expect(bomb.length).toBeLessThan(50_000)
    const lines = ['content-encoding: gzip', `content-length: ${bomb.length}`]
    const before = process.memoryUsage().rss
    const answer = read(await ask(served, Buffer.concat([Buffer.from(head(lines)), bomb])))
    expect(answer).toMatchObject({ status: 413, error: { code: 'request_too_large' } })
    expect(process.memoryUsage().rss - before).toBeLessThan(500 * 1024 * 1024)
    expect(served.emulator.requests).toHaveLength(0)
  })

  test('an endless bomb of gzip, in chunks, ends at the limit (B12, X39)', async () => {
    const served = await serve()
    const socket = await raw(served, head(['content-encoding: gzip', 'transfer-encoding: chunked']))
    const answer = readRaw(socket)
    const gzip = createGzip({ level: 9 })
    let sent = 0
    gzip.on('data', (data: Buffer) => {
      sent += data.length
      if (socket.writable)
        socket.write(Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')]))
    })
    const zeros = Buffer.alloc(1024 * 1024)
    for (let piece = 0; piece < 500 && socket.writable; piece++) {
      await new Promise<void>((resolve) => gzip.write(zeros, () => resolve()))
    }
    gzip.destroy()
    expect(read(await answer).status).toBe(413)
    expect(sent).toBeLessThan(2 * 1024 * 1024)
  })

  test('a smaller body in gzip is read (B12)', async () => {
    const served = await serve()
    const body = gzipSync(chat)
    const lines = ['content-encoding: gzip', `content-length: ${body.length}`, 'connection: close']
    expect(await ask(served, Buffer.concat([Buffer.from(head(lines)), body]))).toMatch(/^HTTP\/1\.1 200 /)
    expect(served.emulator.requests).toHaveLength(1)
  })

  test('after a 413 others are served as before (B12)', async () => {
    const served = await serve({ maxBodyBytes: 1_000 })
    expect(read(await ask(served, whole([], JSON.stringify('x'.repeat(2_000))))).status).toBe(413)
    expect(await ask(served, whole(['connection: close']))).toMatch(/^HTTP\/1\.1 200 /)
  })

  async function drained(socket: Socket): Promise<void> {
    while (socket.writable && socket.writableNeedDrain) await new Promise((resolve) => setTimeout(resolve, 5))
  }
})

describe('heads that no client sends (B14)', () => {
  test.each([
    ['64 kB in one header', 431, [`x-a: ${'a'.repeat(65_536)}`]],
    ['64 kB in a key', 431, [`authorization: Bearer ${'a'.repeat(65_536)}`]],
    ['2,000 headers', 431, Array.from({ length: 2_000 }, (_, index) => `a${index}: 1`)],
    ['a carriage return in a key', 400, ['authorization: Bearer a\rx-goog-api-key: b']],
    ['a line feed in a key', 400, ['authorization: Bearer a\n\u0000: b']],
    ['a NUL in a key', 400, ['authorization: Bearer a\u0000b']],
    ['a Host that holds a path', 400, ['host: localhost/v1/models?']],
  ])('%s: %i, in JSON, and Gemini is not asked (B14, X27)', async (_, status, lines) => {
    const served = await serve({ clientKeys: ['sk-client-canary'] })
    const answer = read(
      await ask(
        served,
        whole([...lines, 'connection: close']).replace(/^host: localhost\r\n(?=[\s\S]*^host: localhost\/)/m, ''),
      ),
    )
    expect(answer).toMatchObject({ status, error: { type: 'invalid_request_error' } })
    expect(served.emulator.requests).toHaveLength(0)
  })

  test('a key that would add a header upstream adds none (B14)', async () => {
    const served = await serve({ clientKeys: ['sk-client-canary'] })
    const text = await ask(
      served,
      whole(['authorization: Bearer sk-client-canary%0d%0ax-evil: 1', 'connection: close']),
    )
    expect(read(text)).toMatchObject({ status: 401, error: { code: 'invalid_api_key' } })
    expect(text).not.toContain('evil')
    expect(served.emulator.requests).toHaveLength(0)
  })

  test('a key of Gemini with a line break in it is refused before anything is served, and is not quoted (B14)', async () => {
    const started = serve({ apiKey: 'upstream-key\r\nx-evil: 1' })
    await expect(started).rejects.toMatchObject({ code: 'option-invalid' })
    await expect(started).rejects.not.toThrow(/evil|upstream-key/)
  })
})

describe('the corners of HTTP/1 (B15)', () => {
  test('Expect: 100-continue is told to go on, and answered (B15)', async () => {
    const served = await serve()
    const socket = await raw(
      served,
      head([`content-length: ${chat.length}`, 'expect: 100-continue', 'connection: close']),
    )
    const [first] = (await once(socket, 'data')) as [Buffer]
    expect(first.toString()).toMatch(/^HTTP\/1\.1 100 Continue/)
    socket.write(chat)
    expect(await readRaw(socket)).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('Expect: 100-continue with a body that is too large is refused at once (B15)', async () => {
    const served = await serve()
    const text = await ask(served, head(['content-length: 1000000000', 'expect: 100-continue']))
    expect(text).toMatch(/^HTTP\/1\.1 413 /)
  })

  test.each([
    ['with a Host', ['POST /v1/chat/completions HTTP/1.0', 'host: localhost']],
    ['without one', ['POST /v1/chat/completions HTTP/1.0']],
  ])('HTTP/1.0 %s is answered and closed, whole and streamed (B15)', async (_, lines) => {
    const served = await serve()
    for (const body of [chat, chat.replace('{', '{"stream":true,')]) {
      const request = [...lines, 'content-type: application/json', `content-length: ${body.length}`, '', body].join(
        '\r\n',
      )
      const text = await ask(served, request)
      expect(text).toMatch(/^HTTP\/1\.1 200 /)
      expect(text).not.toMatch(/^transfer-encoding/im)
    }
  })

  test('pipelined requests are answered in their order (B15)', async () => {
    const served = await serve()
    const one = (text: string, lines: string[] = []) => whole(lines, chat.replace('Hello.', text))
    const text = await ask(served, one('first') + one('second') + one('third', ['connection: close']))
    expect([...text.matchAll(/You said \\"(\w+)\\"/g)].map(([, word]) => word)).toEqual(['first', 'second', 'third'])
    expect(text.match(/HTTP\/1\.1 200 /g)).toHaveLength(3)
  })

  const smuggled = 'GET /v1/models HTTP/1.1\r\nhost: localhost\r\n\r\n'
  test.each([
    ['a length and chunks', ['content-length: 6', 'transfer-encoding: chunked'], `0\r\n\r\n${smuggled}`],
    ['chunks and a length', ['transfer-encoding: chunked', 'content-length: 6'], `0\r\n\r\n${smuggled}`],
    ['two lengths', ['content-length: 0', 'content-length: 40'], smuggled],
    ['lengths in a list', ['content-length: 0, 40'], smuggled],
    ['a length with a sign', ['content-length: +5'], smuggled],
    ['a length that is none', ['content-length: 0x5'], smuggled],
    ['chunks that are not the last coding', ['transfer-encoding: chunked, identity'], `0\r\n\r\n${smuggled}`],
    ['a coding that is none', ['transfer-encoding: xchunked', 'content-length: 3'], smuggled],
    ['a coding with a tab', ['transfer-encoding:\tchunked', 'content-length: 4'], `0\r\n\r\n${smuggled}`],
    ['a space before the colon', ['transfer-encoding : chunked', 'content-length: 4'], `0\r\n\r\n${smuggled}`],
    ['a folded header', ['x: a\r\n b', 'transfer-encoding: chunked', 'content-length: 3'], `0\r\n\r\n${smuggled}`],
    ['a chunk without a length', ['transfer-encoding: chunked'], `zz\r\nhello\r\n0\r\n\r\n${smuggled}`],
    ['a chunk that ends in a line feed', ['transfer-encoding: chunked'], `1\nx\n0\n\n${smuggled}`],
  ])('smuggling is a 400, and nothing of it is served: %s (B15)', async (_, lines, rest) => {
    const served = await serve()
    const text = await ask(served, head(lines) + rest)
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(text).not.toMatch(/HTTP\/1\.1 200/)
    expect(served.emulator.requests).toHaveLength(0)
  })
})

describe('methods and paths on a port (B16)', () => {
  test.each([
    ['GET /v1/chat/completions', 405, 'POST, OPTIONS'],
    ['PUT /v1/models', 405, 'GET, HEAD, OPTIONS'],
    ['DELETE /healthz', 405, 'GET, HEAD, OPTIONS'],
    ['PROPFIND /v1/models', 405, 'GET, HEAD, OPTIONS'],
    ['GET /v1/../etc/passwd', 404, undefined],
    ['GET /v1/chat/completions%2f..%2f..', 404, undefined],
    ['GET //v1/models', 404, undefined],
    ['POST /', 404, undefined],
  ])('%s is a %i in JSON (B16)', async (first, status, allow) => {
    const served = await serve()
    const text = await ask(served, head(['connection: close'], `${first} HTTP/1.1`))
    expect(read(text)).toMatchObject({ status, error: { type: 'invalid_request_error' } })
    expect(/^allow: (.*)\r$/im.exec(text)?.[1]).toBe(allow)
    expect(text).not.toMatch(/access-control/i)
    expect(served.emulator.requests).toHaveLength(0)
  })

  test('HEAD has the head of a GET and no body (B16)', async () => {
    const served = await serve()
    const text = await ask(served, head(['connection: close'], 'HEAD /healthz HTTP/1.1'))
    expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n$/)
  })

  test('a preflight is answered for origins that are listed, and for no other (B16)', async () => {
    const served = await serve({ cors: ['https://page.example'] })
    const preflight = (origin: string) =>
      ask(
        served,
        head(
          [`origin: ${origin}`, 'access-control-request-method: POST', 'connection: close'],
          'OPTIONS /v1/chat/completions HTTP/1.1',
        ),
      )
    const listed = await preflight('https://page.example')
    expect(listed).toMatch(/^HTTP\/1\.1 204 /)
    expect(listed).toMatch(/^access-control-allow-origin: https:\/\/page\.example\r$/im)
    expect(await preflight('https://page.example.evil')).not.toMatch(/access-control-allow/i)
  })
})
