import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { createQueueProbe } from './queue-probe.node.ts'

test.each(['127.0.0.1', '0.0.0.0'])('a server on %s recognises its own connection among others (L5)', async (host) => {
  const seen: boolean[] = []
  const server = createServer((socket) => {
    seen.push(probe.isOwn(socket))
    socket.destroy()
  })
  const probe = createQueueProbe(() => server.address() as AddressInfo)
  server.listen(0, host)
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(client, 'close')
  await new Promise<void>((resolve) => probe.open(resolve))
  expect(seen).toEqual([false, true])
  server.close()
  await once(server, 'close')
})

test('a connection that cannot be opened waits for nobody (L5)', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  await new Promise<void>((resolve) => createQueueProbe(() => address).open(resolve))
  await new Promise<void>((resolve) => createQueueProbe(() => null).open(resolve))
})
