import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { readIncoming } from './read-incoming.node.ts'

const server = createServer()
afterEach(() => {
  server.removeAllListeners('request')
  server.close()
})

/** A request whose head has arrived, and its client. */
async function open(headers: Record<string, string> = {}) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const client = request({ port: (server.address() as AddressInfo).port, method: 'POST', headers })
  client.on('error', () => undefined)
  client.flushHeaders()
  const [incoming, outgoing] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  return { client, incoming, outgoing }
}

describe('readIncoming', () => {
  test('hands over the bytes as they arrive, and ends with the body', async () => {
    const { client, incoming, outgoing } = await open()
    const texts: string[] = []
    const reading = readIncoming(incoming, (chunk) => texts.push(new TextDecoder().decode(chunk)))
    client.write('one ')
    client.end('two')
    await reading
    expect(texts.join('')).toBe('one two')
    await readIncoming(incoming, () => expect.unreachable())
    outgoing.end()
  })

  test('rejects when the client leaves, before or while it is read', async () => {
    const { client, incoming } = await open()
    const reading = readIncoming(incoming, () => undefined)
    client.destroy()
    await expect(reading).rejects.toThrow()
    await expect(readIncoming(incoming, () => undefined)).rejects.toThrow()
  })

  test('reads no more when a chunk is refused, and the request can be answered', async () => {
    const { client, incoming, outgoing } = await open({ 'content-length': '1000' })
    let chunks = 0
    const reading = readIncoming(incoming, () => {
      chunks++
      throw new Error('full')
    })
    client.write('x'.repeat(10))
    await expect(reading).rejects.toThrow('full')
    client.write('x'.repeat(10))
    outgoing.writeHead(413, { connection: 'close' }).end()
    const [response] = (await once(client, 'response')) as [IncomingMessage]
    expect([response.statusCode, chunks, incoming.listenerCount('data')]).toEqual([413, 1, 0])
    client.destroy()
  })
})
