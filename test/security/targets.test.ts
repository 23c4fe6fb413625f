import { afterEach, describe, expect, test } from 'vitest'
import { chat, clientKey, closeGuarded, request, serveGuarded, upstreamKey } from './guarded-gateway.ts'

afterEach(closeGuarded)

describe('another spelling of a path', () => {
  test.each([
    ...[
      '/healthz/../metrics',
      '/healthz/..%2fmetrics',
      '/healthz%2f..%2fmetrics',
      '/healthz;/metrics',
      '/healthz/metrics',
    ],
    ...[
      '//metrics',
      '/./metrics',
      '/metrics/',
      '/METRICS',
      '/%6detrics',
      '/metrics%00',
      '/metrics;a=b',
      '/metrics?/healthz',
    ],
    ...['/metrics#/healthz', '/healthz%23/../metrics', '/healthz\\..\\metrics', '/.%2e/metrics', '/v1/%2e%2e/metrics'],
    ...[
      '/v1/models/../../metrics',
      '/v1//models',
      '/v1/models/%2e%2e/%2e%2e/metrics',
      '/v1/chat/completions/../../models',
    ],
  ])('%s leads nobody past the key (X7)', async (path) => {
    const gateway = await serveGuarded()
    const [answer] = await gateway.ask(request({ authorization: null, start: `GET ${path} HTTP/1.1` }))
    expect([400, 401, 404]).toContain(answer!.status)
    expect(JSON.parse(answer!.text)).toHaveProperty('error')
    expect(answer!.text).not.toMatch(/# HELP|"object":"list"/)
    expect(gateway.emulator.requests).toHaveLength(0)
  })

  test.each([
    '/v1/models/..%2f..%2ffiles',
    '/v1/models/a%2f..%2fb',
    '/v1/models/%3fkey=x',
    '/v1/models/x%0d%0ay',
    '/v1/models/%00',
  ])('%s asks Gemini for no other address (X8)', async (path) => {
    const gateway = await serveGuarded()
    const [answer] = await gateway.ask(request({ start: `GET ${path} HTTP/1.1` }))
    expect([400, 404]).toContain(answer!.status)
    for (const { path: asked } of gateway.emulator.requests) expect(asked).toMatch(/^\/v1beta\/models(\/[\w.-]+)?$/)
  })
})

describe('targets that are no paths', () => {
  test.each([
    ['another host', 'GET http://other.example/metrics HTTP/1.1', 401],
    ['another host, to its health', 'GET http://other.example/healthz HTTP/1.1', 200],
    ['a host with a name and a password', 'GET http://user:pass@localhost/metrics HTTP/1.1', 401],
    ['another scheme', 'GET ftp://localhost/metrics HTTP/1.1', 400],
    ['no address', 'GET http://[/metrics HTTP/1.1', 400],
    ['a star', 'OPTIONS * HTTP/1.1', 400],
    ['no slash', 'GET metrics HTTP/1.1', 400],
    ['nothing', 'GET  HTTP/1.1', 400],
  ])('%s: %s is a %i (X9)', async (_, start, status) => {
    const gateway = await serveGuarded()
    const [answer, ...more] = await gateway.ask(request({ authorization: null, start }))
    expect([answer?.status, more]).toEqual([status, []])
    expect(answer!.text).not.toContain('# HELP')
    expect(gateway.emulator.requests).toHaveLength(0)
  })

  test('CONNECT is not obeyed: the connection is closed (X9)', async () => {
    const gateway = await serveGuarded()
    const answers = await gateway.ask('CONNECT 127.0.0.1:6379 HTTP/1.1\r\nhost: 127.0.0.1:6379\r\n\r\nFLUSHALL\r\n')
    expect(answers.filter(({ status }) => status < 400)).toEqual([])
  })

  test.each([
    ['a WebSocket', ['connection: upgrade', 'upgrade: websocket', 'sec-websocket-key: x', 'sec-websocket-version: 13']],
    ['HTTP/2', ['connection: upgrade, http2-settings', 'upgrade: h2c', 'http2-settings: AAMAAABkAARAAAAAAAIAAAAA']],
  ])('an upgrade to %s is not made: the request is one of HTTP/1.1 that needs its key (X10)', async (_, lines) => {
    const gateway = await serveGuarded()
    const answers = await gateway.ask(
      request({ authorization: null, lines }).replace('connection: close\r\n', 'x: y\r\n'),
    )
    expect(answers.filter(({ status }) => status !== 401)).toEqual([])
    expect(gateway.emulator.requests).toHaveLength(0)
  })

  test('the preface of HTTP/2 is a 400 or an end (X10)', async () => {
    const gateway = await serveGuarded()
    const answers = await gateway.ask('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
    expect(answers.filter(({ status }) => status !== 400)).toEqual([])
  })
})

describe('other methods', () => {
  test.each(['x-http-method-override', 'x-http-method', 'x-method-override'])(
    '%s makes no POST of a GET, and no GET of a POST (X11)',
    async (name) => {
      const gateway = await serveGuarded()
      const [got] = await gateway.ask(request({ start: 'GET /v1/chat/completions HTTP/1.1', lines: [`${name}: POST`] }))
      expect(got!.status).toBe(405)
      const [posted] = await gateway.ask(request({ start: 'POST /metrics HTTP/1.1', lines: [`${name}: GET`] }))
      expect(posted!.status).toBe(405)
    },
  )

  test.each([
    ['HEAD /metrics', 401],
    ['HEAD /v1/models', 401],
    ['OPTIONS /metrics', 204],
    ['TRACE /v1/models', 405],
    ['get /metrics', 400],
    ['PROPFIND /metrics', 405],
    ['G\u00c9T /metrics', 400],
  ])('%s without a key is a %i, and shows nothing (X11)', async (line, status) => {
    const gateway = await serveGuarded()
    const [answer] = await gateway.ask(Buffer.from(request({ authorization: null, start: `${line} HTTP/1.1` })))
    expect(answer!.status).toBe(status)
    expect(answer!.text).not.toMatch(/# HELP|canary/)
    expect(gateway.emulator.requests).toHaveLength(0)
  })
})

describe('Host', () => {
  test.each([
    ['none', null, []],
    ['two', 'host: localhost', ['host: evil.example']],
    ['a path', 'host: localhost/v1/models?', []],
    ['a name and a password', 'host: user:pass@localhost', []],
    ['a port that is none', 'host: localhost:99999', []],
    ['a space', 'host: local host', []],
    ['a line break', 'host: localhost\rx: y', []],
    ['a NUL', 'host: local\u0000host', []],
  ])('%s: 400 (X12)', async (_, host, lines) => {
    const gateway = await serveGuarded()
    const [answer, ...more] = await gateway.ask(request({ host, lines }))
    expect([answer?.status, more]).toEqual([400, []])
    expect(JSON.parse(answer!.text)).toMatchObject({ error: { type: 'invalid_request_error' } })
    expect(gateway.emulator.requests).toHaveLength(0)
  })

  test('another host than ours changes neither the address of Gemini nor the answer (X12)', async () => {
    const gateway = await serveGuarded()
    const lines = ['x-forwarded-host: evil.example', 'x-original-url: /metrics', 'forwarded: host=evil.example']
    const [answer] = await gateway.ask(request({ host: 'host: evil.example', lines }))
    expect(answer!.status).toBe(200)
    expect(answer!.text + [...answer!.headers].join()).not.toMatch(/evil|canary/)
    expect(gateway.emulator.requests.map(({ path }) => path)).toEqual([expect.stringMatching(/^\/v1beta\/models\//)])
  })
})

test('a connection whose client closes its half without having sent all is closed, and nothing of it is served (X13)', async () => {
  const gateway = await serveGuarded()
  const { connect } = await import('node:net')
  for (const size of [0, 10, 40, request({}).length - 1]) {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
    let text = ''
    socket
      .on('error', () => undefined)
      .on('data', (data) => {
        text += data.toString()
      })
    socket.end(request({}).slice(0, size))
    await new Promise((resolve) => socket.once('close', resolve))
    expect(text === '' || text.startsWith('HTTP/1.1 400 ')).toBe(true)
  }
  expect(gateway.emulator.requests).toHaveLength(0)
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${clientKey}`, 'content-type': 'application/json' },
    body: chat,
  })
  expect(response.status).toBe(200)
  expect(await response.text()).not.toContain(upstreamKey)
})
