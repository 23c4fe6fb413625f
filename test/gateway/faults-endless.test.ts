import { describe, expect, test } from 'vitest'
import { encodeCallRecord } from '../../src/gateway/ask/call-record.ts'
import { createMemorySignatureStore } from '../../src/gateway/stores/memory-signature-store.ts'
import { fingerprint } from '../../src/models/replay.ts'
import { startGateway } from './ask-gateway.ts'

/** Upstreams that go on for ever, or down for ever. */

const encoder = new TextEncoder()

/** Sends the first text, and then the other one again and again, as long as somebody reads. */
function endless(first: string, again: string, type: string): Response {
  let isFirst = true
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!isFirst) await new Promise((resolve) => setTimeout(resolve, 10))
      controller.enqueue(encoder.encode(isFirst && first !== '' ? first : again))
      isFirst = false
    },
  })
  return new Response(body, { headers: { 'content-type': type } })
}

const options = { idleTimeoutMs: 150, maxRetries: 0 }

describe('an upstream that sends for ever, and says nothing (F14, F15)', () => {
  test.each([
    ['comments', ': still here\n\n'],
    ['blank lines', '\r\n'],
    ['names of events', 'event: ping\n\n'],
    ['a line that does not end', ' '],
  ])('%s: a 504 before the first word', async (_, again) => {
    const { stream } = startGateway({ ...options, fetch: async () => endless('', again, 'text/event-stream') })
    expect((await stream({})).status).toBe(504)
  })

  test('an event without data is unreadable: 502 at once', async () => {
    const { stream } = startGateway({ ...options, fetch: async () => endless('', 'data:\n\n', 'text/event-stream') })
    expect((await stream({})).status).toBe(502)
  })

  test('comments after the first word: the stream ends with an error (X157)', async () => {
    const word = 'data: {"candidates":[{"content":{"parts":[{"text":"Hi"}]}}]}\n\n'
    const { stream } = startGateway({ ...options, fetch: async () => endless(word, ': ping\n\n', 'text/event-stream') })
    const { status, data } = await stream({})
    expect(status).toBe(200)
    expect(data.at(-1)).toMatch(/upstream_timeout|did not answer in time/)
  })

  test('white space where an answer should be: 504 (X157)', async () => {
    const { ask } = startGateway({
      ...options,
      fetch: async () => endless('{"candidates":', ' \n', 'application/json'),
    })
    expect((await ask({})).status).toBe(504)
  })

  test('a whole answer that comes byte by byte, and never to its end: 504 (X217)', async () => {
    const { ask } = startGateway({
      ...options,
      fetch: async () => endless('{"candidates":[', '1,', 'application/json'),
    })
    expect((await ask({})).status).toBe(504)
  })

  test('words that come slowly are read to their end', async () => {
    const pieces = Array.from(
      { length: 12 },
      (_, index) => `data: {"candidates":[{"content":{"parts":[{"text":"${index}"}]}}]}\n\n`,
    )
    pieces.push('data: {"candidates":[{"finishReason":"STOP"}]}\n\n')
    const body = () =>
      new ReadableStream<Uint8Array>({
        async pull(controller) {
          await new Promise((resolve) => setTimeout(resolve, 40))
          const piece = pieces.shift()
          if (piece === undefined) controller.close()
          else controller.enqueue(encoder.encode(piece))
        },
      })
    const { stream } = startGateway({ idleTimeoutMs: 400, maxRetries: 0, fetch: async () => new Response(body()) })
    const { data } = await stream({})
    expect(data.at(-1)).toBe('[DONE]')
    expect(data.join('')).toContain('"11"')
  })
})

const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }]

/** An upstream whose answer has these calls. */
function calling(...args: readonly string[]) {
  const parts = args.map((each) => `{"functionCall":{"name":"look","args":${each}}}`)
  const json = `{"candidates":[{"content":{"parts":[${parts.join(',')}]},"finishReason":"STOP"}]}`
  const isStream = (url: RequestInfo | URL) => String(url).includes('stream')
  return startGateway({
    maxRetries: 0,
    fetch: async (url) => new Response(isStream(url) ? `data: ${json}\n\n` : json),
  })
}

const listOf = (count: number) => `{"a":[${'1,'.repeat(count - 1)}2]}`

/** What Gemini is sent of a call with the arguments `{"a":1}` whose record in the store has other ones. */
async function sentFor(args: string): Promise<string> {
  const signatures = createMemorySignatureStore({ now: Date.now })
  let sent = ''
  const started = startGateway({
    signatures,
    async fetch(_, init) {
      sent = String(init?.body)
      return Response.json({ candidates: [{ content: { parts: [{ text: 'Hi.' }] }, finishReason: 'STOP' }] })
    },
  })
  const wire = { by: 'google', name: 'look', args, input: fingerprint({ a: 1 }) }
  const providerMetadata = { google: { thoughtSignature: 'c2lnbmF0dXJl' }, toolfit: { wire } }
  const call = {
    type: 'tool-call',
    toolCallId: 'call_1',
    toolName: 'look',
    input: '{"a":1}',
    providerMetadata,
  } as const
  await signatures.set(
    'anonymous',
    new Map([['call_1', encodeCallRecord(call, { issuer: 'google', client: 'anonymous' })!]]),
  )
  const asked = { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"a":1}' } }
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: null, tool_calls: [asked] },
    { role: 'tool', tool_call_id: 'call_1', content: 'ok' },
  ]
  expect((await started.ask({ tools, messages })).status).toBe(200)
  return sent
}

describe('arguments with very many values', () => {
  test.each([{}, { tools }])(
    'of a model: 10,000 are taken, more are a clear 502, in one call or several (%j) (X218)',
    async (body) => {
      expect((await calling(listOf(9_000)).ask(body)).status).toBe(200)
      for (const args of [[listOf(11_000)], [listOf(6_000), listOf(6_000)]]) {
        const { status, body: answer } = await calling(...args).ask(body)
        expect([status, answer.error?.code]).toEqual([502, 'bad_gateway'])
        expect(answer.error?.message).toMatch(/more than 10000 values/)
        expect((await calling(...args).stream(body)).status).toBe(502)
      }
    },
  )

  test.each([
    [9_000, true],
    [200_000, false],
  ])('of a store, %i: sent as they came (%s) (X218)', async (count, isSent) => {
    expect((await sentFor(listOf(count))).includes('1,1,1,2]')).toBe(isSent)
  })
})

test('an answer with more than a million values is a clear 502, whole or streamed (X226)', async () => {
  const text = `{"candidates":[{"content":{"parts":[{"text":"Hi"}]},"finishReason":"STOP","safetyRatings":[${'0,'.repeat(1_000_000)}0]}]}`
  const answered = (type: string, body: string) =>
    startGateway({ fetch: async () => new Response(body, { headers: { 'content-type': type } }) })
  const { status, body } = await answered('application/json', text).ask({})
  expect([status, body.error?.code]).toEqual([502, 'bad_gateway'])
  expect(body.error?.message).toMatch(/more than 1000000 values/)
  expect((await answered('text/event-stream', `data: ${text}\n\n`).stream({})).status).toBe(502)
})

describe('arguments that nest deep', () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const answering = (depth: number) => calling(nested(depth))

  test.each([{}, { tools }])('of a model: taken up to a limit, a clear 502 beyond it (%j) (X158)', async (body) => {
    expect((await answering(900).ask(body)).status).toBe(200)
    for (const depth of [2_100, 5_000, 100_000]) {
      const { status, body: answer } = await answering(depth).ask(body)
      expect([status, answer.error?.code]).toEqual([502, 'bad_gateway'])
      expect(answer.error?.message).toMatch(/nests too deep/)
      expect((await answering(depth).stream(body)).status).toBe(502)
    }
  })

  test.each([
    [900, true],
    [5_000, false],
    [100_000, false],
  ])('of a store, %i levels: sent as they came (%s), never a 500', async (depth, isSent) => {
    expect((await sentFor(nested(depth))).includes('{"a":{"a":{"a":')).toBe(isSent)
  })
})
