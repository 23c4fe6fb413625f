import { describe, expect, test } from 'vitest'
import { createGateway } from '../../src/gateway/app.ts'
import type { RequestRecord } from '../../src/gateway/observe/request-record.ts'

/** Answers that are HTTP and JSON, and nothing that Gemini would say. */

type Reply = () => Response

async function ask(reply: Reply, body: object = {}, path = '/v1/chat/completions') {
  const faults: unknown[] = []
  const records: RequestRecord[] = []
  const gateway = createGateway({
    apiKey: 'upstream-key-canary',
    maxRetries: 0,
    fetch: async () => reply(),
    onFault: (error) => faults.push(error),
    onRequest: (record) => records.push(record),
  })
  const chat = { model: 'gemini-3-flash-preview', messages: [{ role: 'user', content: 'Hi' }], ...body }
  const headers = { 'content-type': 'application/json' }
  const init = path.startsWith('/v1/chat') ? { method: 'POST', headers, body: JSON.stringify(chat) } : {}
  const response = await gateway(new Request(`http://localhost${path}`, init))
  const text = await response.text()
  expect(faults).toEqual([])
  return { status: response.status, text, records, headers: Object.fromEntries(response.headers) }
}

const json = (value: unknown, status = 200): Reply => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return () => new Response(text, { status, headers: { 'content-type': 'application/json' } })
}
const events = (...data: readonly unknown[]): Reply => {
  const text = data.map((each) => `data: ${JSON.stringify(each)}\r\n\r\n`).join('')
  return () => new Response(text, { headers: { 'content-type': 'text/event-stream' } })
}
const said = (parts: readonly unknown[], more: object = {}, candidate: object = {}) => ({
  candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', ...candidate }],
  ...more,
})
const errorOf = (text: string) =>
  JSON.parse(
    text
      .split('\n')
      .findLast((line) => line.includes('"error"'))!
      .replace(/^data: /, ''),
  ).error

describe('an error', () => {
  const long = { error: { code: 400, message: 'm'.repeat(20_000_000), status: 'INVALID_ARGUMENT' } }

  test.each([
    ['as a whole answer', json(long, 400), {}],
    ['in front of a stream', events(long), { stream: true }],
    ['inside of a stream', events(said([{ text: 'a' }], {}, { finishReason: undefined }), long), { stream: true }],
  ])('of 20 MB, %s: its message has at most 10,000 characters (X188)', async (_, reply, body) => {
    const { text } = await ask(reply, body)
    expect(errorOf(text).message.length).toBeLessThan(10_100)
  })

  test('about a field of a megabyte: a message, and a parameter of the client’s (X188)', async () => {
    const field = `tools[0].function_declarations[0].${'a_b.'.repeat(25_000)}`
    const details = [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field }] }]
    const { status, text } = await ask(json({ error: { code: 400, message: 'No.', details } }, 400))
    expect([status, text.length < 12_000]).toEqual([400, true])
  })

  test.each([
    ['a message that is a number', { error: { code: 400, message: 5, status: {} } }, 400],
    ['a list', [{ error: { code: 400, message: 'In a list.' } }], 400],
    ['nothing', {}, 418],
    [
      'a wait of 400 digits',
      { error: { code: 429, message: 'x', details: [{ retryDelay: `${'9'.repeat(400)}s` }] } },
      429,
    ],
  ])('that is %s: OpenAI’s shape, and headers that are numbers (X188)', async (_, value, status) => {
    const { text, headers, ...answer } = await ask(json(value, status))
    expect(answer.status).toBe(status)
    expect(typeof errorOf(text).message).toBe('string')
    expect(headers['retry-after'] ?? '1').toMatch(/^\d{1,9}$/)
  })
})

describe('calls', () => {
  const called = (...calls: readonly object[]) => said(calls.map((functionCall) => ({ functionCall })))

  test.each([
    ['whole', json, {}],
    ['streamed', events, { stream: true }],
  ])('that share an id are all given out, each with an id of its own: %s (X189)', async (_, reply, body) => {
    const { text } = await ask(
      reply(
        called(
          { id: 'same', name: 'one', args: { a: 1 } },
          { id: 'same', name: 'one', args: { a: 2 } },
          { id: 'same', name: 'two' },
        ),
      ),
      body,
    )
    expect([...text.matchAll(/"name":"(\w+)"/g)].map(([, name]) => name)).toEqual(['one', 'one', 'two'])
    expect(new Set([...text.matchAll(/"id":"(?!chatcmpl)([^"]+)"/g)].map(([, id]) => id)).size).toBe(3)
  })

  test('that are repeated are given out once (X189)', async () => {
    const once = { id: 'same', name: 'one', args: { a: 1 } }
    const { text } = await ask(events(called(once), called(once)), { stream: true })
    expect(text.match(/"name":"one"/g)).toHaveLength(1)
  })

  test('with names and arguments of prototypes are data, and nothing else (X190)', async () => {
    const parts = `[{"functionCall":{"id":"__proto__","name":"__proto__","args":{"__proto__":{"polluted":1}}}},{"functionCall":{"name":"constructor"}},{"functionCall":{"name":"toString","args":[1]}},{"functionCall":null},null,5]`
    const { status, text } = await ask(json(`{"candidates":[{"content":{"parts":${parts}},"finishReason":"STOP"}]}`))
    expect(status).toBe(200)
    expect([...text.matchAll(/"name":"(\w+)"/g)].map(([, name]) => name)).toEqual([
      '__proto__',
      'constructor',
      'toString',
    ])
    expect(text).toContain('{\\"__proto__\\":{\\"polluted\\":1}}')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

describe('fields', () => {
  test.each([
    ['candidates that are none', { candidates: [null, 5, { content: 'x' }] }],
    ['parts that are an object', said({ length: 3 } as never)],
    ['texts that are none', said([{ text: 5 }, { text: { a: 1 } }, { text: null }])],
    ['a reason that is an object', said([{ text: 'x' }], {}, { finishReason: { a: 1 } })],
    ['files that are none', said([{ inlineData: { mimeType: 5, data: {} } }, { inlineData: 'x' }])],
    [
      'notes that are none',
      said(
        [{ text: 'x' }],
        { responseId: 'r\r\nx: y', modelVersion: {} },
        { logprobsResult: 5, safetyRatings: 'x', citationMetadata: [] },
      ),
    ],
    ['10,000 candidates', { candidates: Array.from({ length: 10_000 }, () => said([{ text: 'x' }]).candidates[0]) }],
  ])('%s: one answer in OpenAI’s shape (X191)', async (_, value) => {
    for (const [reply, body] of [[json(value), {}] as const, [events(value), { stream: true }] as const]) {
      const { status, text } = await ask(reply, body)
      expect([200, 502]).toContain(status)
      expect(text.length).toBeLessThan(5_000)
      expect(text).not.toContain('[object Object]')
    }
  })

  test('counts of tokens that are below zero, infinite or no numbers: counts, or none (X192)', async () => {
    const usageMetadata = `{"promptTokenCount":-5,"candidatesTokenCount":"NaN","totalTokenCount":1e999,"cachedContentTokenCount":[],"__proto__":{"thoughtsTokenCount":7}}`
    const { text, records } = await ask(
      json(
        `{"candidates":[{"content":{"parts":[{"text":"x"}]},"finishReason":"STOP"}],"usageMetadata":${usageMetadata}}`,
      ),
    )
    const { usage = {} } = JSON.parse(text)
    const numbers = [...Object.values(usage), ...Object.values(records[0]!.usage ?? {})].filter(
      (value) => typeof value !== 'object',
    )
    expect(numbers.every((value) => Number.isSafeInteger(value) && Number(value) >= 0)).toBe(true)
  })

  test('half characters are escapes, and the answer is UTF-8 (X193)', async () => {
    const { status, text } = await ask(
      json(
        '{"candidates":[{"content":{"parts":[{"text":"\\ud800x"},{"functionCall":{"name":"\\udfff","args":{"\\ud800":1}}}]},"finishReason":"STOP"}]}',
      ),
    )
    expect(status).toBe(200)
    expect(text).toContain('\\ud800x')
  })
})

describe('a list of models', () => {
  test('with names of prototypes, numbers and line breaks is a list, and has an end (X194)', async () => {
    const models = [null, { name: 5 }, { name: 'models/__proto__' }, { name: 'models/x\r\ny' }]
    const reply = json({ models, nextPageToken: 'p'.repeat(100_000) })
    const { status, text } = await ask(reply, {}, '/v1/models')
    expect(status).toBe(200)
    expect(JSON.parse(text).data.map(({ id }: { id: string }) => id)).toEqual(['__proto__', 'x\r\ny'])
    expect((await ask(reply, {}, '/v1/models/__proto__')).status).toBe(200)
    expect((await ask(reply, {}, '/v1/models/constructor')).status).toBe(404)
  })
})
