import { describe, expect, test } from 'vitest'
import { answer, both, type Mode, model, piece, recordGateway } from './recorded-gateway.ts'

const hi = answer({ text: 'Hi.' })
const counts = {
  promptTokenCount: 100,
  cachedContentTokenCount: 40,
  toolUsePromptTokenCount: 7,
  candidatesTokenCount: 20,
  thoughtsTokenCount: 30,
  totalTokenCount: 157,
}
const withUsage = (mode: Mode) => (mode === 'streamed' ? { stream_options: { include_usage: true } } : {})

describe('one completion', () => {
  test('has every field that OpenAI’s has (G55)', async () => {
    const { bodies, headers } = await recordGateway([hi]).ask('whole', {})
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(bodies).toEqual([
      {
        id: expect.stringMatching(/^chatcmpl-\w+$/),
        object: 'chat.completion',
        created: expect.any(Number),
        model,
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: 'Hi.', refusal: null },
            logprobs: null,
            finish_reason: 'stop',
          },
        ],
        usage: {
          prompt_tokens: 10,
          completion_tokens: 5,
          total_tokens: 15,
          prompt_tokens_details: { cached_tokens: 0 },
          completion_tokens_details: { reasoning_tokens: 0 },
        },
      },
    ])
    const created = bodies[0]!['created'] as number
    expect(Number.isInteger(created)).toBe(true)
    expect(Math.abs(created - Date.now() / 1000)).toBeLessThan(60)
  })

  test('two have two ids (G55)', async () => {
    const gateway = recordGateway([hi])
    const ids = [await gateway.ask('whole', {}), await gateway.ask('whole', {})].map(({ bodies }) => bodies[0]!['id'])
    expect(ids[0]).not.toBe(ids[1])
  })
})

describe('chunks', () => {
  interface Chunk {
    readonly id: string
    readonly object: string
    readonly created: number
    readonly model: string
    readonly choices: readonly { delta: Record<string, unknown>; finish_reason: string | null; logprobs: unknown }[]
    readonly usage?: unknown
  }
  const long = [
    piece([{ text: 'One, ' }]),
    piece([{ text: 'two, ' }]),
    piece([{ text: 'three.' }], { finishReason: 'STOP' }),
  ]
  const chunksOf = async (body: object, scripted: object = long) =>
    (await recordGateway([scripted as Record<string, unknown>]).ask('streamed', { ...body }))
      .bodies as unknown as Chunk[]

  test('have one id, one time and one model, and are chunks (G56)', async () => {
    const chunks = await chunksOf({})
    expect(new Set(chunks.map((chunk) => `${chunk.id} ${chunk.created} ${chunk.model} ${chunk.object}`)).size).toBe(1)
    expect(chunks[0]).toMatchObject({ id: expect.stringMatching(/^chatcmpl-/), object: 'chat.completion.chunk', model })
    expect(Number.isInteger(chunks[0]!.created)).toBe(true)
  })

  test('the first has the role, and no other (G56)', async () => {
    const roles = (await chunksOf({})).flatMap(({ choices }) => choices.map(({ delta }) => delta['role']))
    expect(roles).toEqual(['assistant', ...roles.slice(1).map(() => undefined)])
  })

  test('the last choice has the reason, and no other (G56)', async () => {
    const reasons = (await chunksOf({})).flatMap(({ choices }) => choices.map((choice) => choice.finish_reason))
    expect(reasons).toEqual([...reasons.slice(1).map(() => null), 'stop'])
  })

  test('texts come as Gemini sends them, not at the end (G56)', async () => {
    const texts = (await chunksOf({})).flatMap(({ choices }) => choices.map(({ delta }) => delta['content']))
    expect(texts.filter((text) => text !== undefined && text !== '')).toEqual(['One, ', 'two, ', 'three.'])
  })

  test('a text is there before Gemini has sent the next (G56)', async () => {
    let upstream: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        upstream = controller
      },
    })
    const send = (one: object) => upstream!.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(one)}\r\n\r\n`))
    const gateway = recordGateway([], { fetch: async () => new Response(body) })
    send(piece([{ text: 'One.' }]))
    const response = await gateway.fetch('/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'Count.' }] }),
    })
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toContain('One.')
    send(piece([{ text: 'Two.' }]))
    expect((await reader.read()).value).toContain('Two.')
    send(piece([], { finishReason: 'STOP' }))
    upstream!.close()
    let rest = ''
    for (let read = await reader.read(); !read.done; read = await reader.read()) rest += read.value
    expect(rest).toMatch(/"finish_reason":"stop"[\s\S]*\[DONE\]/)
  })

  test('a reason in every chunk of Gemini’s is one reason, at the end (G56)', async () => {
    const each = ['a', 'b', 'c'].map((text) => piece([{ text }], { finishReason: 'STOP' }))
    const chunks = await chunksOf({}, each)
    const reasons = chunks.flatMap(({ choices }) => choices.map((choice) => choice.finish_reason))
    expect(reasons.filter((reason) => reason !== null)).toEqual(['stop'])
    expect(chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta['content'] ?? '')).join('')).toBe('abc')
  })

  test('an answer without a word has a role too (G56)', async () => {
    const chunks = await chunksOf({}, piece([], { finishReason: 'SAFETY' }))
    expect(chunks[0]!.choices[0]!.delta['role']).toBe('assistant')
    expect(chunks.at(-1)!.choices[0]!.finish_reason).toBe('content_filter')
  })

  test('none has a usage where nobody asked (G25)', async () => {
    for (const body of [
      {},
      { stream_options: {} },
      { stream_options: { include_usage: false } },
      { stream_options: null },
    ]) {
      const scripted = piece([{ text: 'Hi.' }], { finishReason: 'STOP', usage: counts })
      const chunks = await chunksOf(body, scripted)
      expect(chunks.every((chunk) => !('usage' in chunk) && chunk.choices.length > 0)).toBe(true)
    }
  })

  test('the last one alone has the usage where it is asked for, without a choice (G25)', async () => {
    // Gemini counts in every chunk, and the last is the sum.
    const scripted = [
      piece([{ text: 'Hi' }], { usage: { promptTokenCount: 10, candidatesTokenCount: 1, totalTokenCount: 11 } }),
      piece([{ text: '.' }], {
        finishReason: 'STOP',
        usage: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
      }),
    ]
    const chunks = await chunksOf({ stream_options: { include_usage: true } }, scripted)
    expect(chunks.at(-1)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    })
    expect(chunks.slice(0, -1).every((chunk) => chunk.usage === null && chunk.choices.length === 1)).toBe(true)
  })

  test('[DONE] comes once, at the end (G43)', async () => {
    for (const body of [{}, { stream_options: { include_usage: true } }, { n: 2 }]) {
      const { data, headers } = await recordGateway([long]).ask('streamed', body)
      expect(headers.get('content-type')).toMatch(/^text\/event-stream/)
      expect(data.filter((one) => one === '[DONE]')).toHaveLength(1)
      expect(data.at(-1)).toBe('[DONE]')
    }
  })
})

describe.each(both)('%s: usage and thoughts', (mode) => {
  test('prompt and completion add up to Gemini’s own total (G42)', async () => {
    const scripted = piece([{ text: 'Hi.' }], { finishReason: 'STOP', usage: counts })
    const { usage } = await recordGateway([scripted]).ask(mode, withUsage(mode))
    expect(usage).toEqual({
      prompt_tokens: 107,
      completion_tokens: 50,
      total_tokens: 157,
      prompt_tokens_details: { cached_tokens: 40 },
      completion_tokens_details: { reasoning_tokens: 30 },
    })
  })

  test('an answer that is all thoughts has its tokens (G42)', async () => {
    const usage = { promptTokenCount: 10, thoughtsTokenCount: 90, totalTokenCount: 100 }
    const scripted = { candidates: [{ finishReason: 'MAX_TOKENS', index: 0 }], usageMetadata: usage }
    const answered = await recordGateway([scripted]).ask(mode, withUsage(mode))
    expect(answered.usage).toMatchObject({ prompt_tokens: 10, completion_tokens: 90, total_tokens: 100 })
    expect(answered.choices[0]).toMatchObject({ content: '', finish_reason: 'length' })
  })

  test('thoughts are apart from the text (G57)', async () => {
    const pieces = [
      piece([{ text: 'Hm, ', thought: true }]),
      piece([{ text: 'Rome.', thought: true }, { text: 'It is ' }]),
      piece([{ text: 'sunny.' }], { finishReason: 'STOP' }),
    ]
    const { choices } = await recordGateway([pieces]).ask(mode, {})
    expect(choices[0]).toMatchObject({ reasoning: 'Hm, Rome.', content: 'It is sunny.' })
  })

  test('thoughts that a client sends back are not said to the model as text (G57)', async () => {
    const gateway = recordGateway([hi])
    const said = { role: 'assistant', content: 'Sunny.', reasoning_content: 'secret thought' }
    const messages = [{ role: 'user', content: 'Weather?' }, said, { role: 'user', content: 'Sure?' }]
    const { status } = await gateway.ask(mode, { messages })
    expect(status).toBe(200)
    const spoken = gateway.sent().contents.flatMap(({ parts }) => parts.filter((part) => part['thought'] !== true))
    expect(JSON.stringify(spoken)).not.toContain('secret thought')
  })
})

describe.each(both)('%s: errors', (mode) => {
  const google = (code: number, status: string, message: string, details: object[] = []) =>
    new Response(JSON.stringify({ error: { code, message, status, details } }), { status: code })
  test.each([
    [400, 'INVALID_ARGUMENT', 400, 'invalid_request_error'],
    [401, 'UNAUTHENTICATED', 401, 'authentication_error'],
    [403, 'PERMISSION_DENIED', 403, 'permission_error'],
    [404, 'NOT_FOUND', 404, 'invalid_request_error'],
    [429, 'RESOURCE_EXHAUSTED', 429, 'rate_limit_error'],
    [500, 'INTERNAL', 502, 'server_error'],
    [503, 'UNAVAILABLE', 503, 'server_error'],
  ])('Google’s %s %s has OpenAI’s shape (G40)', async (code, status, expected, type) => {
    const answered = await recordGateway([google(code, status, 'Something is wrong.')]).ask(mode, {})
    expect(answered.status).toBe(expected)
    expect(answered.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answered.bodies[0]).toEqual({
      error: {
        message: expect.stringContaining('Something is wrong.'),
        type,
        param: answered.error.param,
        code: answered.error.code,
      },
    })
    expect([null, 'string']).toContain(answered.error.code === null ? null : typeof answered.error.code)
  })

  test('our own have it too (G40)', async () => {
    const gateway = recordGateway([hi])
    const { status, bodies } = await gateway.ask(mode, { temperature: 3 })
    expect(status).toBe(400)
    expect(bodies[0]).toEqual({
      error: {
        message: "Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 3 instead.",
        type: 'invalid_request_error',
        param: 'temperature',
        code: 'decimal_above_max_value',
      },
    })
    expect(gateway.calls).toHaveLength(0)
  })

  test('how long to wait is kept, from the header or from Google’s own detail (G41)', async () => {
    const detail = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' }]
    const fromDetail = google(429, 'RESOURCE_EXHAUSTED', 'Slow down.', detail)
    const fromHeader = new Response('{"error":{"code":503,"message":"Busy.","status":"UNAVAILABLE"}}', {
      status: 503,
      headers: { 'retry-after': '7' },
    })
    const date = new Date(Date.now() + 7_900).toUTCString()
    const fromDate = new Response('{}', { status: 503, headers: { 'retry-after': date } })
    for (const scripted of [fromDetail, fromHeader, fromDate]) {
      const { headers } = await recordGateway([scripted]).ask(mode, {})
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(6)
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(8)
    }
  })

  test('a fault of a moment is tried again, and the client hears nothing of it (G44)', async () => {
    const gateway = recordGateway([google(503, 'UNAVAILABLE', 'Busy.'), hi], { maxRetries: 1, longestDelayMs: 1 })
    const { status, choices } = await gateway.ask(mode, {})
    expect([status, choices[0]?.content]).toEqual([200, 'Hi.'])
    expect(gateway.calls).toHaveLength(2)
  })

  test('a key that is out of quota gives way to the next (G44)', async () => {
    const gateway = recordGateway([google(429, 'RESOURCE_EXHAUSTED', 'Quota.'), hi], { apiKey: ['one', 'two'] })
    const { status } = await gateway.ask(mode, {})
    expect(status).toBe(200)
    const keys = gateway.calls.map(({ headers }) => headers.get('x-goog-api-key'))
    expect(new Set(keys)).toEqual(new Set(['one', 'two']))
  })
})

describe.each(both)('%s: the API of 2023', (mode) => {
  const functions = [{ name: 'get_time', description: 'The time.', parameters: { type: 'object', properties: {} } }]

  test('functions are declared, and a call is a function_call (G58)', async () => {
    const gateway = recordGateway([answer({ functionCall: { name: 'get_time', args: {} } })])
    const { bodies, choices } = await gateway.ask(mode, { functions })
    expect(gateway.sent().tools![0]!.functionDeclarations[0]!.name).toBe('get_time')
    expect(choices[0]).toMatchObject({ finish_reason: 'function_call', calls: [] })
    expect(JSON.stringify(bodies)).toContain('"function_call":{"name":"get_time","arguments":"{}"}')
  })

  test.each([
    ['none', 'none', { mode: 'NONE' }],
    ['auto', 'auto', { mode: 'AUTO' }],
    ['a name', { name: 'get_time' }, { mode: 'ANY', allowedFunctionNames: ['get_time'] }],
  ])('function_call: %s (G58)', async (_, function_call, expected) => {
    const gateway = recordGateway([hi])
    await gateway.ask(mode, { functions, function_call })
    expect(gateway.sent().toolConfig?.functionCallingConfig).toEqual(expected)
  })

  test('results of functions have the names of their calls (G58)', async () => {
    const gateway = recordGateway([hi])
    const { status } = await gateway.ask(mode, {
      functions,
      messages: [
        { role: 'user', content: 'Time?' },
        { role: 'assistant', content: null, function_call: { name: 'get_time', arguments: '{}' } },
        { role: 'function', name: 'get_time', content: 'noon' },
      ],
    })
    expect(status).toBe(200)
    expect(gateway.sent().contents[2]!.parts[0]!['functionResponse']).toMatchObject({
      name: 'get_time',
      response: { output: 'noon' },
    })
  })
})

describe('other paths', () => {
  const listed = {
    models: [
      { name: 'models/gemini-2.5-flash', supportedGenerationMethods: ['generateContent', 'countTokens'] },
      { name: 'models/text-embedding-004', supportedGenerationMethods: ['embedContent'] },
    ],
  }
  const list = (config = {}) => recordGateway([Response.json(listed, { headers: { 'content-length': '5' } })], config)

  test('models that can answer are listed as OpenAI lists them, whatever length upstream says it has (G3)', async () => {
    const response = await list().fetch('/v1/models')
    expect(await response.json()).toEqual({
      object: 'list',
      data: [{ id: 'gemini-2.5-flash', object: 'model', created: expect.any(Number), owned_by: 'google' }],
    })
  })

  test('one is found by its id, also by a name that the gateway has for it, and others are not (G3)', async () => {
    const gateway = list({ models: { 'gpt-5.2': 'gemini-2.5-flash' } })
    for (const id of ['gemini-2.5-flash', 'gpt-5.2']) {
      expect(await (await gateway.fetch(`/v1/models/${id}`)).json()).toMatchObject({ id, object: 'model' })
    }
    const missing = await gateway.fetch('/v1/models/gpt-4o')
    expect(missing.status).toBe(404)
    expect(await missing.json()).toMatchObject({ error: { code: 'model_not_found', type: 'invalid_request_error' } })
  })

  test('HEAD is GET without a body (G3)', async () => {
    const response = await list().fetch('/v1/models', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  test.each(['/v1/responses', '/v1/embeddings', '/v1/messages', '/v1beta/models/gemini-2.5-flash:generateContent'])(
    '%s is not there, and says so in OpenAI’s shape (G2, G4, G5, G6)',
    async (path) => {
      const gateway = recordGateway([hi])
      const response = await gateway.fetch(path, { method: 'POST', body: '{}' })
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ error: { code: 'unknown_url', type: 'invalid_request_error' } })
      expect(gateway.calls).toHaveLength(0)
    },
  )
})
