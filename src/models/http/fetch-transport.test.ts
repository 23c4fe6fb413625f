import { expect, test } from 'vitest'
import { createGeminiCaller } from '../gemini/gemini.ts'
import { traitsOf } from '../gemini/model-traits.ts'
import { fetchTransport } from './fetch-transport.ts'

const request = { method: 'POST', url: 'https://example.test/', headers: { a: 'b' }, body: '{}' } as const

async function read(body: AsyncIterable<Uint8Array>): Promise<string> {
  let text = ''
  for await (const piece of body) text += new TextDecoder().decode(piece)
  return text
}

test('sends a request with a fetch, and gives its reply with header names in lower case', async () => {
  const seen: unknown[] = []
  const send = fetchTransport(async (url, init) => {
    seen.push(url, init)
    return new Response('ok', { status: 418, headers: { 'X-Id': '1' } })
  })
  const { status, headers, body } = await send(request).reply
  expect([status, headers['x-id'], await read(body)]).toEqual([418, '1', 'ok'])
  expect(seen).toEqual([
    'https://example.test/',
    { method: 'POST', headers: { a: 'b' }, body: '{}', redirect: 'manual', signal: expect.any(AbortSignal) },
  ])
})

test('gives a fetch the body as text, also one that is written as bytes', async () => {
  const bodies: unknown[] = []
  const send = fetchTransport(async (_, { body }) => {
    bodies.push(body)
    return new Response('ok')
  })
  await send({ ...request, body: new TextEncoder().encode('{"a":"é"}') }).reply
  expect(bodies).toEqual(['{"a":"é"}'])
})

test('aborts the signal of its fetch when it is cancelled', async () => {
  const reason = new Error('enough')
  const { reply, cancel } = fetchTransport(
    (_, { signal }) =>
      new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason))),
  )(request)
  cancel(reason)
  await expect(reply).rejects.toBe(reason)
})

test('a reply without a body ends at once', async () => {
  const { body } = await fetchTransport(async () => new Response(null, { status: 204 }))(request).reply
  expect(await read(body)).toBe('')
})

test('leaving the body releases the connection, also while a read waits', async () => {
  let isCancelled = false
  const stream = new ReadableStream<Uint8Array>({
    pull: () => new Promise(() => undefined),
    cancel() {
      isCancelled = true
    },
  })
  const { body } = await fetchTransport(async () => new Response(stream))(request).reply
  const iterator = body[Symbol.asyncIterator]()
  const waiting = iterator.next()
  await iterator.return?.()
  expect([await waiting, isCancelled]).toEqual([{ done: true, value: undefined }, true])
})

test('a transport stands for a key, as a fetch does', async () => {
  const answer = { candidates: [{ content: { parts: [{ text: 'Hi.' }] }, finishReason: 'STOP' }] }
  const caller = createGeminiCaller('gemini-3-flash-preview', {
    traits: traitsOf('gemini-3-flash-preview'),
    transport: fetchTransport(async () => Response.json(answer)),
  })
  const { content } = await caller.generate({ prompt: [{ role: 'user', content: 'Hello.' }] })
  expect(content).toEqual([{ type: 'text', text: 'Hi.' }])
})
