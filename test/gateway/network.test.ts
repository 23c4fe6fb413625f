import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { startEmulator } from '../../src/emulator/server.node.ts'
import type { GatewayConfig } from '../../src/gateway/config.ts'
import { serveGateway } from '../../src/gateway/server.node.ts'
import { hello, model, startGateway } from './ask-gateway.ts'

/** Where a gateway goes and where it does not, by the numbers in the list of what it must survive. */

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

/** A server that must not be asked, and counts. */
async function trap(): Promise<{ readonly port: number; readonly hits: string[] }> {
  const hits: string[] = []
  const server: Server = createServer((incoming, outgoing) => {
    hits.push(`${incoming.method} ${incoming.url}`)
    outgoing.end('caught')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push({ close: () => server.close() })
  return { port: (server.address() as AddressInfo).port, hits }
}

const image = (url: string) => [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }]

/** The hosts that a gateway asks for a request. The global `fetch` must not be used at all. */
async function hostsFor(
  body: object,
  headers: Record<string, string> = {},
  config: Partial<GatewayConfig> = {},
): Promise<{ hosts: string[]; status: number; sent: string }> {
  const hosts: string[] = []
  let sent = ''
  const started = startGateway({
    fetch: async (url, init) => {
      hosts.push(new URL(url).host)
      sent = String(init.body)
      return Response.json({ candidates: [{ content: { parts: [{ text: 'ok' }] }, finishReason: 'STOP' }] })
    },
    ...config,
  })
  const global = globalThis.fetch
  globalThis.fetch = async (url) => {
    hosts.push(`global ${String(url)}`)
    throw new Error('Nothing may be fetched.')
  }
  try {
    const { status } = await started.ask(body, headers)
    return { hosts, status, sent }
  } finally {
    globalThis.fetch = global
  }
}

describe('images by their addresses (N1)', () => {
  const addresses = [
    'http://127.0.0.1/a.png',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/a.png',
    'http://[::ffff:127.0.0.1]/a.png',
    'http://0x7f.1/a.png',
    'http://2130706433/a.png',
    'http://0177.0.0.1/a.png',
    'http://localhost./a.png',
    'http://localtest.me/a.png',
    'http://10.0.0.1/a.png',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://rebind.example/a.png',
    'https://public.example/redirects-inside',
    'http://user:password@127.0.0.1/a.png',
  ]
  test.each(addresses)('%s is not fetched: Gemini is told of it, or it is a 400 (N1, X32)', async (url) => {
    const { hosts, status, sent } = await hostsFor({ messages: image(url) })
    expect([200, 400]).toContain(status)
    expect(hosts.filter((host) => host !== 'generativelanguage.googleapis.com')).toEqual([])
    if (status === 200) expect(sent).toContain('"fileUri"')
  })

  test('nor in a result, a file or a reference of a schema, whatever answers there (N1, X32)', async () => {
    const { port, hits } = await trap()
    const emulator = await startEmulator()
    open.push(emulator)
    const server = await serveGateway({ apiKey: 'any', baseURL: emulator.url, graceMs: 0 })
    open.push(server)
    const url = `http://127.0.0.1:${port}/inside.png`
    const call = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }],
    }
    for (const body of [
      { messages: image(url) },
      {
        messages: [
          ...hello,
          call,
          { role: 'tool', tool_call_id: 'a', content: [{ type: 'image_url', image_url: { url } }] },
        ],
      },
      { messages: [{ role: 'user', content: [{ type: 'file', file: { file_data: url } }] }] },
      { messages: [{ role: 'user', content: [{ type: 'file', file: { file_id: url } }] }] },
      { messages: hello, tools: [{ type: 'function', function: { name: 'x', parameters: { $ref: url } } }] },
      {
        messages: hello,
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'x', schema: { $ref: url, $schema: url, $id: url } },
        },
      },
    ]) {
      const response = await fetch(`${server.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model, ...body }),
      })
      expect(response.status).toBeLessThan(500)
      await response.text()
    }
    expect(hits).toEqual([])
  })
})

describe('an address of Gemini from a client (N2)', () => {
  const evil = 'http://127.0.0.1:1'
  test.each([
    ['base_url', { base_url: evil }],
    ['api_base', { api_base: evil }],
    ['extra_body', { extra_body: { base_url: evil, google: { base_url: evil, http_options: { base_url: evil } } } }],
    [
      'google',
      { google: { baseUrl: evil, endpoint: evil, httpOptions: { baseUrl: evil, headers: { host: 'evil' } } } },
    ],
    ['extra_headers', { extra_headers: { host: 'evil', 'x-goog-api-key': 'evil' } }],
    ['a model', { model: `${evil}/models/x` }],
    ['a model with a host', { model: '//evil.example/x' }],
  ])('in %s goes nowhere, and is named or refused (N2, X31)', async (_, body) => {
    const started = startGateway()
    const { status, headers } = await started.ask(body)
    const { hosts } = await hostsFor(body)
    expect(hosts.filter((host) => host !== 'generativelanguage.googleapis.com')).toEqual([])
    if (status === 200) expect(headers.get('x-toolfit-ignored')).toMatch(/base_?url|api_base|endpoint|extra_headers/i)
    else expect(status).toBe(404)
  })

  test('in headers goes nowhere (N2)', async () => {
    const { hosts, status } = await hostsFor(
      {},
      {
        'x-portkey-custom-host': evil,
        'x-base-url': evil,
        'x-forwarded-host': 'evil.example',
        'x-goog-api-client': 'evil',
        'x-litellm-api-base': evil,
        'x-http-method-override': 'DELETE',
      },
    )
    expect([status, hosts]).toEqual([200, ['generativelanguage.googleapis.com']])
  })
})

describe('other schemes (N3)', () => {
  test.each([
    'file:///etc/passwd',
    'ftp://host/cat.png',
    'javascript:alert(1)',
    'blob:https://x/y',
    'gopher://127.0.0.1:6379/_x',
    'FILE:///etc/passwd',
    ' file:///etc/passwd',
    'cat.png',
    '//host/cat.png',
  ])('%s is a 400 with the path, and Gemini is not asked (N3)', async (url) => {
    const started = startGateway()
    const { status, body } = await started.ask({ messages: image(url) })
    expect([status, body.error?.param]).toEqual([400, 'messages[0].content[0].image_url.url'])
    expect(started.emulator.requests).toHaveLength(0)
    for (const file of [{ file_data: url }, { file_id: url }]) {
      const answer = await started.ask({ messages: [{ role: 'user', content: [{ type: 'file', file }] }] })
      expect([200, 400]).toContain(answer.status)
      expect(JSON.stringify(started.emulator.requests)).not.toContain('fileUri')
    }
  })

  test('gs: is Google’s own, and goes to Gemini as it is where that is allowed (N3)', async () => {
    const body = { messages: image('gs://bucket/cat.png') }
    const { status, sent } = await hostsFor(body, {}, { allowResources: ['storage'] })
    expect(status).toBe(200)
    expect(sent).toContain('"fileUri":"gs://bucket/cat.png"')
  })

  test('data: of 100 MB is a 413, and what is within the limit goes as bytes (N3, X45)', async () => {
    const started = startGateway()
    const body = (size: number) =>
      JSON.stringify({ model, messages: image(`data:image/png;base64,${'A'.repeat(size)}`) })
    expect((await started.post(body(100_000_000))).status).toBe(413)
    expect(started.emulator.requests).toHaveLength(0)
    expect((await started.post(body(400_000))).status).toBe(200)
    expect(started.sent().contents[0]?.parts).toMatchObject([{ inlineData: { mimeType: 'image/png' } }])
  })

  test.each(['data:image/png,raw', 'data:;base64,AAAA', 'data:text/html', 'data:'])(
    '%s is a 400 with the path (N3)',
    async (url) => {
      const { status, body } = await startGateway().ask({ messages: image(url) })
      expect([status, body.error?.param]).toEqual([400, 'messages[0].content[0].image_url.url'])
    },
  )
})

describe('proxy variables (N4)', () => {
  test('HTTP_PROXY, HTTPS_PROXY and ALL_PROXY are not obeyed (N4)', async () => {
    const { port, hits } = await trap()
    const emulator = await startEmulator()
    open.push(emulator)
    const proxy = `http://127.0.0.1:${port}`
    const names = [
      'HTTP_PROXY',
      'http_proxy',
      'HTTPS_PROXY',
      'https_proxy',
      'ALL_PROXY',
      'all_proxy',
      'NODE_USE_ENV_PROXY',
    ]
    const before = names.map((name) => [name, process.env[name]] as const)
    for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : proxy
    try {
      const server = await serveGateway({ apiKey: 'any', baseURL: emulator.url, graceMs: 0 })
      open.push(server)
      for (const stream of [false, true]) {
        const response = await fetch(`${server.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ model, messages: hello, stream }),
        })
        expect(response.status).toBe(200)
        await response.text()
      }
      expect(emulator.emulator.requests).toHaveLength(2)
      expect(hits).toEqual([])
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      }
    }
  })
})
