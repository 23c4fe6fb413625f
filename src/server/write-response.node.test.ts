import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HttpServer, serveHttp } from './http-server.node.ts'
import { fromResponse } from './write-response.node.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const gate: { open: () => void } = { open: () => undefined }
const responses: Readonly<Record<string, () => Response>> = {
  '/json': () => Response.json({ a: 1 }),
  '/page': () => new Response('<p>No.', { status: 413, headers: { 'content-type': 'text/html' } }),
  '/empty': () => new Response('', { headers: { 'content-type': 'application/json' } }),
  '/list': () => {
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(bytes('[1'))
        await new Promise<void>((resolve) => Object.assign(gate, { open: resolve }))
        controller.enqueue(bytes(',2]'))
        controller.close()
      },
    })
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  },
  '/broken': () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(bytes('{"a"')),
      pull: (controller) => controller.error(new Error('The connection broke.')),
    })
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  },
}

let server: HttpServer
beforeAll(async () => {
  server = await serveHttp(
    async (request) => fromResponse(responses[new URL(request.url).pathname]!()),
    (status, body) => ({ status, contentType: 'text/plain', body }),
  )
})
afterAll(() => server.close())

test.each([
  ['/json', '{"a":1}', '7'],
  ['/page', '<p>No.', '6'],
  ['/empty', '', '0'],
])('%s is complete when it is created, and is sent with its length', async (path, text, length) => {
  const response = await fetch(server.url + path)
  expect([await response.text(), response.headers.get('content-length')]).toEqual([text, length])
})

test('a list of JSON that comes item by item is sent item by item', async () => {
  const response = await fetch(`${server.url}/list`)
  const reader = response.body!.getReader()
  const first = await reader.read()
  gate.open()
  const second = await reader.read()
  expect([first, second].map(({ value }) => new TextDecoder().decode(value))).toEqual(['[1', ',2]'])
  expect((await reader.read()).done).toBe(true)
})

test('a body that breaks off after its first chunk has a head, and does not look complete', async () => {
  const response = await fetch(`${server.url}/broken`)
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow('terminated')
})
