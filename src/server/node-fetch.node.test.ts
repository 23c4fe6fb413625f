import { getEventListeners, once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { createNodeFetch, type NodeFetch } from './node-fetch.node.ts'

const open: { close(): unknown }[] = []
afterEach(() => {
  for (const thing of open.splice(0)) thing.close()
})

function create(): NodeFetch {
  const fetch = createNodeFetch()
  open.push(fetch)
  return fetch
}

describe('createNodeFetch', () => {
  test('returns a Response with status, URL, headers and body', async () => {
    const server = createServer((incoming, outgoing) => {
      outgoing.writeHead(201, { 'x-method': incoming.method! })
      incoming.pipe(outgoing)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    open.push(server)
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`
    const response = await create()(url, { method: 'POST', headers: new Headers({ 'x-a': 'b' }), body: 'héllo' })
    expect([response.status, response.ok, response.statusText, response.url]).toEqual([201, true, 'Created', url])
    expect([response.headers.get('x-method'), await response.text()]).toEqual(['POST', 'héllo'])
    const { body } = await create()(url, { method: 'POST', body: 'x' })
    await body!.cancel()
  })

  test('rejects bodies, methods and addresses that it cannot send', async () => {
    const fetch = create()
    const url = 'http://127.0.0.1/'
    await expect(fetch(url, { method: 'POST', body: new FormData() })).rejects.toThrow('text and bytes only')
    await expect(fetch(url, { method: 'DELETE' })).rejects.toThrow('GET and POST only')
    await expect(fetch('file:///etc/passwd', {})).rejects.toThrow('a file: URL')
  })

  test('ends with its signal, before the head and in the body, and leaves no listener on it', async () => {
    const server = createServer((incoming, outgoing) => {
      if (incoming.url === '/whole') outgoing.end('whole')
      else if (incoming.url === '/empty') outgoing.writeHead(204).end()
      else if (incoming.url === '/stream') outgoing.writeHead(200).write('a')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    open.push({ close: () => server.closeAllConnections() }, server)
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
    const fetch = create()
    const reason = new Error('enough')
    const { signal } = new AbortController()
    await (await fetch(`${url}/whole`, { signal })).text()
    await fetch(`${url}/empty`, { signal })
    await (await fetch(`${url}/stream`, { signal })).body!.cancel()
    expect(getEventListeners(signal, 'abort')).toEqual([])
    for (const path of ['/never', '/stream']) {
      const controller = new AbortController()
      setTimeout(() => controller.abort(reason), 50)
      const text = fetch(url + path, { signal: controller.signal }).then((response) => response.text())
      await expect(text).rejects.toBe(reason)
      expect(getEventListeners(controller.signal, 'abort')).toEqual([])
    }
    await expect(fetch(`${url}/whole`, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})
