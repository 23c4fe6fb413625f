import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonValue } from '../laws/arbitrary-json.ts'
import { nastyNames } from '../laws/arbitrary-name.ts'
import { runs } from '../laws/runs.ts'
import { hello, model, startGateway } from './ask-gateway.ts'

/** Laws about bad input: whatever is sent, the answer is one that a client of OpenAI can read. */

/** A request that uses almost everything. Laws break it in one place or several. */
const large = {
  model,
  messages: [
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look.' },
        { type: 'image_url', image_url: { url: 'https://x/y.png', detail: 'low' } },
        { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
        { type: 'file', file: { file_data: 'data:application/pdf;base64,AAAA', filename: 'a.pdf' } },
      ],
    },
    {
      role: 'assistant',
      content: null,
      reasoning_content: 'Hm.',
      tool_calls: [
        {
          id: 'a',
          type: 'function',
          function: { name: 'look', arguments: '{"at":"Rome"}' },
          extra_content: { google: { thought_signature: 'c2ln' } },
        },
      ],
    },
    { role: 'tool', tool_call_id: 'a', content: '{"seen":1}' },
    {
      role: 'assistant',
      content: [{ type: 'text', text: 'I see.' }],
      function_call: { name: 'look', arguments: '{}' },
    },
    { role: 'function', name: 'look', content: 'x' },
    { role: 'user', content: 'And now?', name: 'Ada' },
  ],
  tools: [
    {
      type: 'function',
      function: {
        name: 'look',
        description: 'Looks.',
        strict: true,
        parameters: {
          type: 'object',
          properties: { at: { type: 'string' }, more: { $ref: '#/$defs/more' } },
          required: ['at'],
          $defs: { more: { type: 'object', additionalProperties: { type: 'number' } } },
        },
      },
    },
  ],
  tool_choice: {
    type: 'allowed_tools',
    allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'look' } }] },
  },
  response_format: {
    type: 'json_schema',
    json_schema: { name: 'x', strict: true, schema: { type: 'object', properties: {} } },
  },
  temperature: 1,
  max_tokens: 5,
  stop: ['a'],
  seed: 1,
  logprobs: true,
  top_logprobs: 2,
  reasoning_effort: 'low',
  metadata: { a: 'b' },
  modalities: ['text'],
  google: { thinking_config: { include_thoughts: true }, safety_settings: [] },
  extra_body: { google: { cached_content: 'cachedContents/x' } },
}

const places: (readonly string[])[] = []
const walk = (value: unknown, path: readonly string[]): void => {
  places.push(path)
  if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key])
}
walk(large, [])

/** The request with something else in one place. */
function broken(request: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined || typeof request !== 'object' || request === null) return value
  if (Array.isArray(request))
    return request.map((item, index) => (String(index) === key ? broken(item, rest, value) : item))
  return Object.fromEntries(
    Object.entries(request).map(([name, inner]) => [name, name === key ? broken(inner, rest, value) : inner]),
  )
}

const odd = fc.oneof(
  jsonValue,
  fc.dictionary(
    fc.constantFrom('toString', '__proto__', 'constructor', 'valueOf', 'name', 'type', 'role', 'url', '$ref'),
    jsonValue,
  ),
  fc.constantFrom('', 'user', 'tool', 'data:', 'http://', '{', '\ud800', 'a__thought__b', '#/$defs/more', 1e308, -1),
)
const requests = fc
  .array(fc.tuple(fc.constantFrom(...places), odd), { minLength: 1, maxLength: 3 })
  .map((changes) => changes.reduce<unknown>((request, [place, value]) => broken(request, place, value), large))

const answering = (strict = false) =>
  startGateway({
    allowResources: ['caches'],
    strict,
    fetch: async (url) => {
      const answer = { candidates: [{ content: { parts: [{ text: '{}' }] }, finishReason: 'STOP' }] }
      return url.includes('stream') ? new Response(`data: ${JSON.stringify(answer)}\r\n\r\n`) : Response.json(answer)
    },
  })

function expectReadable(status: number, text: string): void {
  expect(status).toBeLessThan(500)
  if (status < 400) return
  const { error, ...rest } = JSON.parse(text)
  expect(rest).toEqual({})
  expect(error).toEqual({
    message: expect.stringMatching(/./),
    type: 'invalid_request_error',
    param: error.param,
    code: error.code,
  })
  for (const field of [error.param, error.code]) expect(field === null || typeof field === 'string').toBe(true)
}

describe('any body', () => {
  test.each([false, true])(
    'that is JSON gets an answer below 500, in OpenAI’s shape (strict: %s) (B1)',
    async (strict) => {
      const started = answering(strict)
      await fc.assert(
        fc.asyncProperty(fc.oneof(jsonValue, requests), async (body) => {
          const response = await started.post(JSON.stringify(body))
          expectReadable(response.status, await response.text())
        }),
        runs(0.2),
      )
    },
  )

  test('of any text gets an answer below 500, in OpenAI’s shape (B1)', async () => {
    const started = answering()
    const text = JSON.stringify(large)
    const cut = fc
      .tuple(fc.nat(text.length), fc.nat(20), fc.string())
      .map(([at, length, put]) => text.slice(0, at) + put + text.slice(at + length))
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), cut), async (body) => {
        const response = await started.post(body)
        expectReadable(response.status, await response.text())
      }),
      runs(0.2),
    )
  })

  test('of any bytes gets an answer below 500 that is UTF-8 (B11, X36)', async () => {
    const { gateway } = answering()
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const body = new Uint8Array([
          ...new TextEncoder().encode('{"model":"m","messages":[{"role":"user","content":"'),
          ...bytes,
        ])
        for (const sent of [new Uint8Array(bytes), body]) {
          const response = await gateway(
            new Request('http://localhost/v1/chat/completions', {
              method: 'POST',
              body: sent,
              headers: { 'content-type': 'application/json' },
            }),
          )
          expect(response.status).toBeLessThan(500)
          const answer = new Uint8Array(await response.arrayBuffer())
          expect(() => new TextDecoder('utf-8', { fatal: true }).decode(answer)).not.toThrow()
        }
      }),
      runs(0.2),
    )
  })

  test('any number in any setting is taken in its range, or is a 400 that names it (B8, X44)', async () => {
    const names = [
      'temperature',
      'top_p',
      'top_k',
      'n',
      'max_tokens',
      'max_completion_tokens',
      'presence_penalty',
      'frequency_penalty',
      'seed',
      'top_logprobs',
    ]
    const number = fc.oneof(
      fc.double({ noNaN: true }),
      fc.integer(),
      fc.constantFrom('1e999', '-1e999', '1e12', '-0', '2147483648', '0'),
    )
    const started = answering()
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), number, async (name, value) => {
        const written = typeof value === 'string' ? value : JSON.stringify(value)
        const response = await started.post(
          `{"model":"gemini-2.5-flash","logprobs":true,"messages":${JSON.stringify(hello)},"${name}":${written}}`,
        )
        const { error } = (await response.json()) as { error?: { param: string; code: string } }
        if (response.status === 200) return
        expect([response.status, error?.param]).toEqual([400, name])
        expect(error?.code).toMatch(/^(integer|decimal)_(above|below)_(max|min)_value$|^invalid_type$/)
      }),
      runs(0.2),
    )
  })
})

describe('any name', () => {
  test('of a model never changes where Gemini is asked (B9, X43)', async () => {
    const urls: string[] = []
    const started = startGateway({
      fetch: async (url) => {
        urls.push(url)
        return Response.json({ candidates: [] })
      },
    })
    const piece = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      '?',
      '#',
      '%2f',
      '%2e',
      '%',
      ':',
      '@',
      ' ',
      '\t',
      '\n',
      '\0',
      'models/',
      'google/',
      'tunedModels/',
      'a',
      'gemini-3',
      '☃',
      '//',
      ':generateContent',
      'http://evil',
    )
    const name = fc.oneof(
      fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary' }),
    )
    const path = /^\/v1beta\/(models\/[\w.-]+|tunedModels\/[\w.-]+):generateContent$/
    await fc.assert(
      fc.asyncProperty(name, async (wanted) => {
        const before = urls.length
        const { status } = await started.ask({ model: wanted })
        expect([200, 400, 404]).toContain(status)
        for (const url of urls.slice(before)) {
          const { origin, pathname, search, hash } = new URL(url)
          expect([origin, search, hash]).toEqual(['https://generativelanguage.googleapis.com', '', ''])
          expect(pathname).toMatch(path)
        }
      }),
      runs(0.4),
    )
  })

  test('of tools is sent as one that Gemini takes, each another, and comes back as it was (B10)', async () => {
    let calledName = ''
    let declared: string[] = []
    const started = startGateway({
      fetch: async (_url, init) => {
        const { tools } = JSON.parse(String(init.body)) as { tools: [{ functionDeclarations: { name: string }[] }] }
        declared = tools[0].functionDeclarations.map(({ name }) => name)
        calledName = declared.at(-1)!
        return Response.json({
          candidates: [
            { content: { parts: [{ functionCall: { name: calledName, args: {} } }] }, finishReason: 'STOP' },
          ],
        })
      },
    })
    const name = fc.oneof(
      fc.constantFrom(
        ...nastyNames.filter((each) => each !== ''),
        'a b',
        'a_b',
        'a.b',
        'a-b',
        'größe',
        '1st',
        '__proto__',
        'x'.repeat(65),
        `${'x'.repeat(64)}y`,
      ),
      fc.string({ minLength: 1, maxLength: 80 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { minLength: 1, maxLength: 12 }), async (names) => {
        const tools = names.map((each) => ({ type: 'function', function: { name: each } }))
        const { status, body } = await started.ask({ tools })
        expect(status).toBe(200)
        expect(new Set(declared).size).toBe(names.length)
        for (const each of declared) expect(each).toMatch(/^[a-zA-Z_][\w.:-]{0,63}$/)
        expect(body.choices[0]?.message.tool_calls?.map((made) => made.function.name)).toEqual([names.at(-1)])
      }),
      runs(0.2),
    )
  })
})
