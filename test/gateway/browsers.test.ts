import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEmulator } from '../../src/emulator/index.ts'
import { type HttpServer, type ServeOptions, serveGateway } from '../../src/gateway/server.node.ts'
import { readRaw, sendRaw } from '../e2e/raw-socket.ts'
import { hello, model, startGateway } from './ask-gateway.ts'

const body = JSON.stringify({ model, messages: hello })
const json = 'content-type: application/json'
const open: HttpServer[] = []

async function serve(options: ServeOptions = {}) {
  const emulator = createEmulator()
  const fetch: ServeOptions['fetch'] = (url, init) => emulator(new Request(url, init))
  const server = await serveGateway({ apiKey: 'k', fetch, ...options })
  open.push(server)
  return { ...server, emulator }
}

afterAll(() => Promise.all(open.map((server) => server.close())))

let local: Awaited<ReturnType<typeof serve>>
let keyed: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  local = await serve()
  keyed = await serve({ clientKeys: ['client-key'] })
})

/** Sends what no client library would, and returns the status and the code of the error. */
async function send(url: string, lines: readonly string[], first = 'POST /v1/chat/completions HTTP/1.1') {
  const sent = first.startsWith('POST')
    ? [`content-length: ${body.length}`, 'connection: close', '', body]
    : ['connection: close', '', '']
  const text = await readRaw(await sendRaw(url, [first, ...lines, ...sent].join('\r\n')))
  const [head = '', content = ''] = text.split('\r\n\r\n')
  return {
    status: Number(head.slice(9, 12)),
    code: content.startsWith('{') ? JSON.parse(content).error?.code : undefined,
  }
}

describe('a gateway without client keys', () => {
  test.each<[what: string, lines: string[], status: number, code: string]>([
    ['a no-cors fetch without a type', ['host: localhost:8788'], 415, 'unsupported_media_type'],
    [
      'a no-cors fetch of a text',
      ['host: localhost:8788', 'content-type: text/plain;charset=UTF-8'],
      415,
      'unsupported_media_type',
    ],
    [
      'a form',
      ['host: localhost:8788', 'content-type: application/x-www-form-urlencoded'],
      415,
      'unsupported_media_type',
    ],
    [
      'a form with a boundary',
      ['host: localhost', 'content-type: multipart/form-data; boundary=a'],
      415,
      'unsupported_media_type',
    ],
    [
      'a text that mentions JSON',
      ['host: localhost', 'content-type: text/plain; x=application/json'],
      415,
      'unsupported_media_type',
    ],
    ['an empty type', ['host: localhost', 'content-type:'], 415, 'unsupported_media_type'],
    [
      'a page with the type of a text',
      ['host: localhost', 'origin: https://evil.example', 'content-type: text/plain'],
      403,
      'origin_not_allowed',
    ],
    [
      'a page with the type of JSON',
      ['host: localhost', 'origin: https://evil.example', json],
      403,
      'origin_not_allowed',
    ],
    ['a sandboxed frame', ['host: localhost', 'origin: null', json], 403, 'origin_not_allowed'],
    [
      'a page behind a name like ours',
      ['host: localhost', 'origin: http://localhost.evil.example', json],
      403,
      'origin_not_allowed',
    ],
    ['a rebound name', ['host: evil.example:8788', json], 403, 'host_not_allowed'],
    [
      'a rebound name and its page',
      ['host: evil.example:8788', 'origin: http://evil.example:8788', json],
      403,
      'host_not_allowed',
    ],
    [
      'a rebound name and a page of ours',
      ['host: evil.example', 'origin: http://localhost', json],
      403,
      'host_not_allowed',
    ],
    ['a name that begins like ours', ['host: 127.0.0.1.evil.example', json], 403, 'host_not_allowed'],
    ['an address that means this machine to some', ['host: 0.0.0.0:8788', json], 403, 'host_not_allowed'],
    ['an address of the network', ['host: 10.0.0.7:8788', json], 403, 'host_not_allowed'],
    ['a forwarded name', ['host: evil.example', 'x-forwarded-host: localhost', json], 403, 'host_not_allowed'],
    ['a method in a header', ['host: evil.example', 'x-http-method-override: GET', json], 403, 'host_not_allowed'],
    ['a key that nobody asked for', ['host: evil.example', 'authorization: Bearer any', json], 403, 'host_not_allowed'],
  ])('refuses %s, and asks Gemini nothing (X133)', async (_what, lines, status, code) => {
    const before = local.emulator.requests.length
    expect(await send(local.url, lines)).toEqual({ status, code })
    expect(local.emulator.requests).toHaveLength(before)
  })

  test.each(['/v1/models', '/v1/models/gemini-2.5-flash', '/metrics', '/no-such-path'])(
    'gives nothing of GET %s to a rebound name, or to an image of another site (X134)',
    async (path) => {
      const first = `GET ${path} HTTP/1.1`
      expect(await send(local.url, ['host: evil.example'], first)).toEqual({ status: 403, code: 'host_not_allowed' })
      const image = ['host: localhost', 'sec-fetch-site: cross-site', 'sec-fetch-mode: no-cors']
      expect(await send(local.url, image, first)).toEqual({ status: 403, code: 'origin_not_allowed' })
    },
  )

  test.each<[what: string, lines: string[]]>([
    ['localhost', ['host: localhost:8788', json]],
    ['no port', ['host: localhost', json]],
    ['upper case and a dot', ['host: LocalHost.:8788', json]],
    ['an address', ['host: 127.0.0.1:8788', json]],
    ['IPv6', ['host: [::1]:8788', json]],
    ['a page of this machine', ['host: localhost:8788', 'origin: http://localhost:5173', json]],
    ['a charset', ['host: localhost', 'content-type: Application/JSON; charset=utf-8']],
  ])('serves %s', async (_what, lines) => {
    expect(await send(local.url, lines)).toEqual({ status: 200, code: undefined })
  })

  test('answers health checks by any name: they say nothing of use to a page', async () => {
    expect(await send(local.url, ['host: 10.0.0.7'], 'GET /healthz HTTP/1.1')).toMatchObject({ status: 200 })
  })

  test('serves the names and the origins that are configured', async () => {
    const { url } = await serve({ allowHosts: ['toolfit'], cors: ['https://app.example'] })
    expect(await send(url, ['host: toolfit:8788', 'origin: https://app.example', json])).toMatchObject({ status: 200 })
    expect(await send(url, ['host: other', json])).toMatchObject({ code: 'host_not_allowed' })
    expect(await send(url, ['host: toolfit', 'origin: https://evil.example', json])).toMatchObject({
      code: 'origin_not_allowed',
    })
  })

  test('that is open to other machines is reached by its address, and by no name of a page', async () => {
    const { url } = await serve({ host: '0.0.0.0', open: true })
    expect(await send(url, ['host: 10.0.0.7:8788', json])).toMatchObject({ status: 200 })
    expect(await send(url, ['host: evil.example', json])).toMatchObject({ code: 'host_not_allowed' })
    expect(await send(url, ['host: 10.0.0.7', 'content-type: text/plain'])).toMatchObject({ status: 415 })
  })

  test.each(['0.0.0.0', '::', '', '10.0.0.7'])('does not listen on %j unless it is open (X131)', async (host) => {
    await expect(serve({ host })).rejects.toMatchObject({ code: 'option-invalid', evidence: { option: 'host' } })
  })

  test('is checked as a function too, by the address of the request', async () => {
    const { gateway } = startGateway()
    const ask = (url: string) => gateway(new Request(`${url}/v1/models`))
    expect((await ask('http://gateway.example')).status).toBe(403)
    expect((await ask('http://127.0.0.1')).status).toBe(200)
    const { gateway: named } = startGateway({ allowHosts: ['gateway.example'] })
    expect((await named(new Request('https://gateway.example/v1/models'))).status).toBe(200)
  })
})

describe('a gateway with client keys', () => {
  const authorized = 'authorization: Bearer client-key'

  test.each<[what: string, lines: string[]]>([
    ['any name', ['host: toolfit.example', authorized, json]],
    ['any page that has a key', ['host: localhost', 'origin: https://app.example', authorized, json]],
    ['a body without a type', ['host: localhost', authorized]],
  ])('serves %s', async (_what, lines) => {
    expect(await send(keyed.url, lines)).toMatchObject({ status: 200 })
  })

  test('refuses a page by the key that it does not have', async () => {
    expect(await send(keyed.url, ['host: evil.example', 'origin: http://evil.example'])).toEqual({
      status: 401,
      code: 'invalid_api_key',
    })
  })
})
