import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEmulator } from '../../src/emulator/index.ts'
import { type EmulatorServer, startEmulator } from '../../src/emulator/server.node.ts'
import { readRaw, sendRaw } from '../e2e/raw-socket.ts'
import { readAnswers } from '../fuzz/raw-answers.ts'

let server: EmulatorServer
beforeAll(async () => {
  server = await startEmulator({ requestTimeoutMs: 2_000, maxBodyBytes: 2_000_000 })
})
afterAll(() => server.close())

const path = '/v1beta/models/gemini-3-flash-preview:generateContent'
const hello = JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] })
const smuggled = 'GET /v1beta/models HTTP/1.1\r\nhost: localhost\r\nx-goog-api-key: k\r\n\r\n'

async function ask(bytes: string) {
  const answers = readAnswers(Buffer.from(await readRaw(await sendRaw(server.url, bytes))))
  if (typeof answers === 'string') throw new Error(answers)
  return answers
}

const raw = (lines: readonly string[], body: string) =>
  [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    'x-goog-api-key: k',
    'content-type: application/json',
    ...lines,
    '',
    body,
  ].join('\r\n')

describe('on a port', () => {
  test.each([
    ['a length and chunks', ['content-length: 4', 'transfer-encoding: chunked'], `0\r\n\r\n${smuggled}`],
    ['two lengths', ['content-length: 0', 'content-length: 70'], smuggled],
    ['chunks that are not the last coding', ['transfer-encoding: chunked, identity'], `0\r\n\r\n${smuggled}`],
    ['a folded header', ['x: a\r\n b', 'content-length: 0'], smuggled],
    ['a chunk that is none', ['transfer-encoding: chunked'], `zz\r\n${hello}\r\n0\r\n\r\n${smuggled}`],
  ])('smuggling with %s is one 400 (X92)', async (_, lines, body) => {
    const count = server.emulator.requests.length
    expect((await ask(raw(lines, body))).map(({ status }) => status)).toEqual([400])
    expect(server.emulator.requests).toHaveLength(count)
  })

  test('a body of a model’s size does not stop the others: they are answered (X86)', async () => {
    // With time to arrive, also on a busy machine.
    const patient = await startEmulator()
    const body = JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'x'.repeat(1_900_000) }] }] })
    const headers = { 'x-goog-api-key': 'k', 'content-type': 'application/json' }
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const response = await fetch(patient.url + path, {
          method: 'POST',
          headers,
          body: index % 2 === 0 ? body : hello,
        })
        await response.text()
        return response.status
      }),
    )
    await patient.close()
    expect(statuses).toEqual(Array.from({ length: 8 }, () => 200))
  })
})

describe('without a port', () => {
  async function answer(body: unknown): Promise<{ status: number; text: string; crashes: unknown[] }> {
    const emulator = createEmulator()
    const response = await emulator(
      new Request(`http://localhost${path}`, {
        method: 'POST',
        headers: { 'x-goog-api-key': 'k' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    )
    const text = await response.text()
    return { status: response.status, text, crashes: emulator.requests.flatMap(({ crash }) => crash ?? []) }
  }
  const user = [{ role: 'user', parts: [{ text: 'Call it.' }] }]
  const declared = (parametersJsonSchema: unknown) => ({
    contents: user,
    tools: [{ functionDeclarations: [{ name: 'f', description: 'F.', parametersJsonSchema }] }],
    toolConfig: { functionCallingConfig: { mode: 'ANY' } },
  })
  const levels = Array.from({ length: 30 }, (_, level) => [
    `d${level}`,
    level === 29
      ? { type: 'string' }
      : {
          type: 'object',
          properties: { a: { $ref: `#/$defs/d${level + 1}` }, b: { $ref: `#/$defs/d${level + 1}` } },
          required: ['a', 'b'],
        },
  ])
  const lists = (items: object) => ({ type: 'array', minItems: 60_000, items })
  const names = (length: number) => Array.from({ length }, (_, index) => `n${index}`)
  const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`

  test.each([
    ['a bomb of references', { $ref: '#/$defs/d0', $defs: Object.fromEntries(levels) }],
    ['a reference to itself', { type: 'object', properties: { a: { $ref: '#' } }, required: ['a'] }],
    ['references in a ring', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }],
    ['a reference to another host', { $ref: 'http://127.0.0.1:1/x.json' }],
    [
      'a list of a billion',
      { type: 'object', properties: { a: { type: 'array', items: {}, minItems: 1e9 } }, required: ['a'] },
    ],
    ['a text of a billion', { type: 'object', properties: { a: { type: 'string', minLength: 1e9 } }, required: ['a'] }],
    [
      'thousands of long texts',
      { type: 'object', properties: { a: lists({ type: 'string', minLength: 1e5 }) }, required: ['a'] },
    ],
    [
      'thousands of a long default',
      { type: 'object', properties: { a: lists({ type: 'string', default: 'd'.repeat(100_000) }) }, required: ['a'] },
    ],
    [
      'thousands of a long example',
      {
        type: 'object',
        properties: { a: lists({ type: 'object', examples: [{ x: 'y'.repeat(100_000) }] }) },
        required: ['a'],
      },
    ],
    [
      'thousands of items that have the same long list',
      { type: 'object', properties: { a: lists({ enum: names(20_000) }) }, required: ['a'] },
    ],
    ['an object of a billion', { type: 'object', minProperties: 1e9, additionalProperties: true }],
    ['branches in branches', nest({ type: 'integer' }, 9, (inner) => ({ anyOf: [inner, inner, inner] }))],
    [
      'what cannot be',
      { type: 'object', properties: { a: { type: 'integer', minimum: 5, maximum: 1 } }, required: ['a'] },
    ],
    [
      'names of prototypes',
      { type: 'object', properties: { __proto__x: {}, constructor: {} }, required: ['constructor'] },
    ],
    [
      '100,000 names in required',
      { type: 'object', required: Array.from({ length: 100_000 }, (_, index) => `n${index}`) },
    ],
    [
      'an enum of 100,000',
      { type: 'object', properties: { a: { enum: Array.from({ length: 100_000 }, (_, i) => `v${i}`) } } },
    ],
  ])('a schema with %s is answered or refused in Google’s words, and the answer is small (X93)', async (_, schema) => {
    const { status, text, crashes } = await answer(declared(schema))
    expect(crashes).toEqual([])
    expect([200, 400]).toContain(status)
    expect(text.length).toBeLessThan(2_000_000)
  })

  test.each([
    ['a text', JSON.stringify({ contents: user, generationConfig: { temperature: `${'1'.repeat(1_000_000)}x` } })],
    ['a number', `{"contents":[],"generationConfig":{"temperature":${'1'.repeat(1_000_000)}x}}`],
  ])('%s of a million digits that is no number is read once: 400 (X224)', async (_, body) => {
    expect((await answer(body)).status).toBe(400)
  })

  test('100,000 errors in one request are answered with the first 1,000 (X96)', async () => {
    const schema = `${'{"items":'.repeat(40)}{"anyOf":[${'0,'.repeat(99_999)}0]}${'}'.repeat(40)}`
    const body = `{"contents":[],"tools":[{"functionDeclarations":[{"name":"f","parameters":${schema}}]}]}`
    const { status, text } = await answer(body)
    expect(status).toBe(400)
    expect(text.match(/"description":/g)).toHaveLength(1_000)
    expect(text.length).toBeLessThan(1_500_000)
  })

  test('errors below a name of 200 kB are listed until the message has a megabyte (X96)', async () => {
    const properties = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`p${index}`, { type: 'ARRAY' }]))
    const parameters = { type: 'OBJECT', properties: { ['n'.repeat(200_000)]: { type: 'OBJECT', properties } } }
    const tools = [{ functionDeclarations: [{ name: 'f', description: 'F.', parameters }] }]
    const { status, text } = await answer({ contents: user, tools })
    expect(status).toBe(400)
    expect(text.length).toBeLessThan(2_500_000)
  })

  test.each([
    ['lists, 100,000 deep', nested('[', ']', 100_000)],
    ['objects, 100,000 deep', nested('{"contents":', '}', 100_000)],
    ['a list that does not end', '['.repeat(500_000)],
    ['a text that does not end', `{"contents":"${'x'.repeat(1_000_000)}`],
    ['a number of 100,000 digits', `{"contents":${'9'.repeat(100_000)}}`],
    ['100,000 members of one name', `{${'"contents":[],'.repeat(100_000)}"x":1}`],
    ['names of prototypes', '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'],
    ['100,000 turns', JSON.stringify({ contents: Array.from({ length: 100_000 }, () => user[0]) })],
    ['100,000 tools', JSON.stringify({ contents: user, tools: Array.from({ length: 100_000 }, () => ({})) })],
    ['lone surrogates', '{"contents":[{"parts":[{"text":"\\ud800"}]}]}'],
  ])('a body of %s is no crash: an answer of Google’s (X94)', async (_, body) => {
    const { status, text, crashes } = await answer(body)
    expect(crashes).toEqual([])
    expect(status).toBeLessThan(500)
    expect(text.length).toBeLessThan(10 * body.length + 1_500_000)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test('only the last 1,000 requests are remembered, however many come (X95)', async () => {
    const emulator = createEmulator()
    for (let index = 0; index < 1_100; index++) {
      await emulator(new Request(`http://localhost/v1beta/models/${index}`, { headers: { 'x-goog-api-key': 'k' } }))
    }
    expect(emulator.requests).toHaveLength(1_000)
  })
})

function nest(value: unknown, depth: number, wrap: (inner: unknown) => unknown): unknown {
  let nested = value
  for (let level = 0; level < depth; level++) nested = wrap(nested)
  return nested
}

describe('names of prototypes', () => {
  const post = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
    const emulator = createEmulator()
    const response = await emulator(
      new Request(`http://localhost${url}`, {
        method: 'POST',
        headers: { 'x-goog-api-key': 'k', ...headers },
        body: hello,
      }),
    )
    const [record] = emulator.requests
    return { status: response.status, text: await response.text(), record: record! }
  }

  test.each(['constructor', 'toString', 'valueOf', '__proto__'])('%s is no model (X202)', async (name) => {
    for (const method of ['generateContent', 'streamGenerateContent', 'countTokens']) {
      const { status, record } = await post(`/v1beta/models/${name}:${method}`)
      expect([400, 404]).toContain(status)
      expect(record.crash).toBeUndefined()
    }
  })

  test('in a query are parameters: recorded as they are, and refused (X202)', async () => {
    const { status, record } = await post(`${path}?__proto__=1&constructor=2`)
    expect(status).toBe(400)
    expect(Object.entries(record.query)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ])
  })

  test.each(['__proto__', 'constructor', 'x,'.repeat(4_000)])('are no faults: %s (X203)', async (fault) => {
    const { status, text } = await post(path, { 'x-toolfit-fault': fault })
    expect(status).toBe(400)
    expect(text.length).toBeLessThan(2_000)
  })

  test.each([
    ['a percent sign that ends early', '/v1beta/models/%E0%A4%A:generateContent'],
    ['parentheses without end', `${path}?fields=${'a('.repeat(3_000)}`],
    ['an unknown form', `${path}?alt=__proto__`],
    ['a thousand parameters', `${path}?${'a=1&'.repeat(1_000)}`],
  ])('%s in a URL is an answer of Google’s (X204)', async (_, url) => {
    const { status, text, record } = await post(url)
    expect([200, 400, 404]).toContain(status)
    expect(text.length).toBeLessThan(300_000)
    expect(record.crash).toBeUndefined()
  })
})
