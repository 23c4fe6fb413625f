import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createGateway } from '../../src/gateway/app.ts'
import { model } from './ask-gateway.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const event = `data: ${JSON.stringify({ candidates: [{ content: { parts: [{ text: 'Hi' }] } }] })}\r\n\r\n`

/** Asks for a stream with a long message, and reads its first piece. The rest never comes. */
async function openStream(letter: string): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(event)),
  })
  const headers = { 'content-type': 'text/event-stream' }
  const gateway = createGateway({ apiKey: 'any', fetch: async () => new Response(body, { headers }) })
  const messages = [{ role: 'user', content: letter.repeat(16_000_000) }]
  const response = await gateway(
    new Request('http://localhost/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model, stream: true, messages }),
    }),
  )
  expect(response.status).toBe(200)
  const reader = response.body!.getReader()
  await reader.read()
  return reader
}

async function heldMegabytes(): Promise<number> {
  // Buffers are released after the collection that found them.
  for (let turn = 0; turn < 3; turn++) {
    collectGarbage()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1_000_000
}

test('a request is not kept in memory while its answer streams: slow answers to long requests take little (L3, X206)', async () => {
  await (await openStream('a')).cancel()
  const before = await heldMegabytes()
  const readers = await Promise.all([openStream('b'), openStream('c'), openStream('d')])
  expect((await heldMegabytes()) - before).toBeLessThan(12)
  await Promise.all(readers.map((reader) => reader.cancel()))
})
