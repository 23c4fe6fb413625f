import { once } from 'node:events'
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
})
