import { createHash } from 'node:crypto'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { faultTable } from '../../src/emulator/faults/fault-call.ts'
import { createEmulator } from '../../src/emulator/index.ts'
import { createClientKeys } from '../../src/gateway/access/client-keys.ts'
import { createGateway } from '../../src/gateway/app.ts'
import type { GatewayConfig } from '../../src/gateway/config.ts'
import { createLog } from '../../src/gateway/observe/log.ts'
import { hello, model, startGateway } from './ask-gateway.ts'

/** Keys and prompts, by their numbers in the list of what a gateway must keep to itself. */

const upstreamKey = 'AIzaSyCanaryUpstream0123456789abcdefghij'
const clientKey = 'sk-canary-client-0123456789abcdef'
const prompt = 'canary-prompt-of-a-client'
// Of the key behind `user:` in base64, what has no bits of the rest.
const inBasic = btoa(`user:${upstreamKey}`).slice(8, 56)
const canaries = [upstreamKey, clientKey, encodeURIComponent(upstreamKey), btoa(upstreamKey), btoa(clientKey), inBasic]

interface Watched {
  ask(body: unknown, init?: RequestInit & { path?: string }): Promise<Response>
  /** Everything that anybody could read: answers with their headers, lines of the log, metrics, what was printed. */
  seen(): Promise<string>
  readonly sent: { readonly url: string; readonly headers: Record<string, string>; readonly body: string }[]
}

/** A gateway with canary keys, whose every output is kept. */
function watch(
  respond: (url: string, init: RequestInit) => Promise<Response>,
  config: Partial<GatewayConfig> = {},
): Watched {
  const sent: Watched['sent'] = []
  const outputs: string[] = []
  const log = createLog({ write: (line) => outputs.push(line), secrets: [upstreamKey, clientKey] })
  const gateway = createGateway({
    apiKey: upstreamKey,
    clientKeys: [clientKey],
    maxRetries: 0,
    headerTimeoutMs: 30,
    idleTimeoutMs: 30,
    breaker: false,
    onRequest: (record) => {
      // As it is, and as a line: neither may need the other's mask.
      outputs.push(inspect(record, { depth: 9 }))
      log.request(record)
    },
    onEvent: (event) => outputs.push(inspect(event)),
    fetch: (url, init) => {
      sent.push({ url, headers: Object.fromEntries(new Headers(init.headers)), body: String(init.body) })
      return respond(url, init)
    },
    ...config,
  })
  const authorized = { authorization: `Bearer ${clientKey}`, 'content-type': 'application/json' }
  const read = async (response: Response) => {
    const copy = response.clone()
    const text = await copy.text().catch((error: unknown) => inspect(error, { depth: 9 }))
    outputs.push(inspect([...copy.headers]), text)
    return response
  }
  return {
    sent,
    ask: async (body, { path = '/v1/chat/completions', ...init } = {}) =>
      read(
        await gateway(
          new Request(`http://localhost${path}`, {
            method: body === undefined ? 'GET' : 'POST',
            headers: authorized,
            ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
            ...init,
          }),
        ),
      ),
    async seen() {
      const metrics = await gateway(new Request('http://localhost/metrics', { headers: authorized }))
      return [...outputs, await metrics.text()].join('\n')
    },
  }
}

const chat = { model, messages: [{ role: 'user', content: prompt }] }

function expectNoKeys(text: string): void {
  for (const canary of canaries) expect(text).not.toContain(canary)
  // Nor the half of one.
  expect(text).not.toMatch(/CanaryUpstream|canary-client/)
}

describe('keys (S1)', () => {
  const faults = faultTable.map(({ name }) => name)
  test('there are faults to try (S1)', () => expect(faults.length).toBeGreaterThan(15))

  test.each(faults)(
    'are in no answer, log, record or metric when the upstream has the fault %s (S1)',
    async (fault) => {
      const emulator = createEmulator()
      emulator.script(Array.from({ length: 4 }, () => ({ fault })))
      const watched = watch((url, init) => emulator(new Request(url, init)))
      await watched.ask(chat)
      await watched.ask({ ...chat, stream: true })
      expect(watched.sent.length).toBeGreaterThan(0)
      expectNoKeys(await watched.seen())
    },
  )

  const errors: readonly (readonly [string, () => Promise<Response>])[] = [
    ['an error whose text has the keys', () => Promise.reject(new Error(`GET ?key=${upstreamKey} ${clientKey}`))],
    [
      'an error whose cause has them',
      () => Promise.reject(new TypeError('fetch failed', { cause: new Error(upstreamKey) })),
    ],
    ['an error that is a text', () => Promise.reject(upstreamKey)],
    [
      'an error with fields',
      () => Promise.reject(Object.assign(new Error('x'), { headers: { 'x-goog-api-key': upstreamKey } })),
    ],
  ]
  test.each(errors)('are in nothing when a connection fails with %s (S1)', async (_, respond) => {
    const watched = watch(respond)
    const response = await watched.ask(chat)
    expect(response.status).toBe(502)
    expectNoKeys(await watched.seen())
  })

  test.each([
    ['a wrong key', { headers: { authorization: `Bearer ${clientKey}x` } }],
    ['a key in a query', { path: `/v1/chat/completions?key=${upstreamKey}&api_key=${clientKey}` }],
    ['a key in a path', { path: `/v1/models/x?key=${clientKey}` }],
    ['a method with a key', { method: 'PUT', path: '/v1/models' }],
  ])('%s is not repeated (S1)', async (_, init) => {
    const emulator = createEmulator()
    const watched = watch((url, fetchInit) => emulator(new Request(url, fetchInit)))
    await watched.ask(chat, init)
    expectNoKeys(await watched.seen())
  })

  test('a key that a client puts into a parameter, a model or a tool is in no log and no metric (S1)', async () => {
    const emulator = createEmulator()
    const watched = watch((url, init) => emulator(new Request(url, init)))
    const lines: string[] = []
    const log = createLog({ write: (line) => lines.push(line) })
    const started = startGateway({ onRequest: (record) => log.request(record) })
    for (const body of [
      { ...chat, [clientKey]: 1 },
      { ...chat, model: clientKey },
      { ...chat, user: clientKey, metadata: { [clientKey]: clientKey } },
      { ...chat, extra_body: { [clientKey]: 1 } },
      { ...chat, google: { [clientKey]: 1 } },
      { ...chat, tools: [{ type: 'function', function: { name: clientKey } }] },
    ]) {
      await watched.ask(body)
      await started.post(body)
    }
    const metrics = await started.gateway(new Request('http://localhost/metrics'))
    expectNoKeys(lines.join('\n') + (await metrics.text()))
  })
})

describe('the key of Gemini (S2)', () => {
  test.each([
    ['whole', chat, '/v1/chat/completions'],
    ['streamed', { ...chat, stream: true }, '/v1/chat/completions'],
    ['for the list of models', undefined, '/v1/models'],
  ])('is sent in x-goog-api-key and in no URL, %s (S2)', async (_, body, path) => {
    const emulator = createEmulator()
    const watched = watch((url, init) => emulator(new Request(url, init)))
    await (await watched.ask(body, { path })).text()
    expect(watched.sent).toHaveLength(1)
    const [{ url, headers, body: sent }] = watched.sent as [Watched['sent'][number]]
    expect(headers['x-goog-api-key']).toBe(upstreamKey)
    expect(`${url} ${sent}`).not.toContain(upstreamKey)
    expect(new URL(url).search).toMatch(/^(|\?alt=sse|\?pageSize=1000)$/)
  })
})

describe('an upstream that repeats the key (S3)', () => {
  const echo = `API key ${upstreamKey} (https://x/?key=${encodeURIComponent(upstreamKey)}, Basic ${btoa(`user:${upstreamKey}`)}) is wrong.`
  const google = (status: number) => ({
    error: {
      code: status,
      message: echo,
      status: 'INVALID_ARGUMENT',
      details: [{ reason: echo, metadata: { [upstreamKey]: upstreamKey } }],
    },
  })
  const answers: readonly (readonly [string, () => Response])[] = [
    ['in an error of 400', () => Response.json(google(400), { status: 400 })],
    ['in an error of 401', () => Response.json(google(401), { status: 401 })],
    ['in an error of 403', () => Response.json(google(403), { status: 403 })],
    ['in an error of 429', () => Response.json(google(429), { status: 429 })],
    ['in an error of 500', () => Response.json(google(500), { status: 500 })],
    ['in a page', () => new Response(`<h1>${echo}</h1>`, { status: 502, headers: { 'content-type': 'text/html' } })],
    ['in a list, as Google’s compatible endpoint does', () => Response.json([google(400)], { status: 400 })],
    [
      'in a header',
      () => Response.json({}, { status: 400, headers: { 'x-debug': upstreamKey, 'retry-after': upstreamKey } }),
    ],
    ['in JSON that breaks off', () => new Response(`{"error":{"message":"${echo}`, { status: 200 })],
    ['inside a stream', () => new Response(`data: ${JSON.stringify(google(500))}\r\n\r\n`)],
    [
      'inside a stream that has begun',
      () =>
        new Response(
          `data: {"candidates":[{"content":{"parts":[{"text":"Hi"}]}}]}\r\n\r\ndata: ${JSON.stringify(google(500))}\r\n\r\n`,
        ),
    ],
    [
      'in a redirect',
      () => new Response(null, { status: 302, headers: { location: `https://x/?key=${upstreamKey}` } }),
    ],
  ]
  test.each(answers)('%s: it is masked in the answer, the log and the records (S3, X101)', async (_, respond) => {
    const watched = watch(async () => respond())
    await watched.ask(chat)
    await watched.ask({ ...chat, stream: true })
    expectNoKeys(await watched.seen())
  })

  test('what is left of the message is still told (S3)', async () => {
    const watched = watch(async () => Response.json(google(400), { status: 400 }))
    const { error } = (await (await watched.ask(chat)).json()) as { error: { message: string } }
    expect(error.message).toMatch(/^API key \[secret\] /)
  })
})

describe('whose key goes where (S4)', () => {
  test('nothing of the client’s headers goes upstream (S4, X30)', async () => {
    const emulator = createEmulator()
    const watched = watch((url, init) => emulator(new Request(url, init)))
    await watched.ask(chat, {
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${clientKey}`,
        'x-goog-api-key': 'canary-of-the-client',
        'api-key': clientKey,
        cookie: 'session=canary',
        'x-goog-user-project': 'canary-project',
        'x-forwarded-for': '10.0.0.1',
        'openai-organization': 'canary-org',
      },
    })
    const { headers } = watched.sent[0]!
    expect(Object.keys(headers).sort()).toEqual(['content-type', 'x-goog-api-key'])
    expect(headers['x-goog-api-key']).toBe(upstreamKey)
  })

  test('nothing of the gateway’s key, or of Gemini’s headers, comes to the client (S4)', async () => {
    const watched = watch(async () =>
      Response.json(
        { candidates: [{ content: { parts: [{ text: 'x' }] }, finishReason: 'STOP' }] },
        {
          headers: {
            'x-goog-api-key': upstreamKey,
            'set-cookie': 'canary=1',
            server: 'scaffolding',
            'x-debug': upstreamKey,
          },
        },
      ),
    )
    const { headers } = await watched.ask(chat)
    const others = [...headers.keys()].filter((name) => !name.startsWith('x-ratelimit-'))
    expect(others.sort()).toEqual(['content-type', 'x-request-id'])
  })

  test('a client without a key gets nothing that costs one (S4)', async () => {
    const emulator = createEmulator()
    const watched = watch((url, init) => emulator(new Request(url, init)))
    for (const headers of [
      {},
      { authorization: 'Bearer ' },
      { authorization: clientKey },
      { 'x-goog-api-key': clientKey },
    ] as Record<string, string>[]) {
      const response = await watched.ask(chat, { headers })
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ error: { type: 'authentication_error', code: 'invalid_api_key' } })
    }
    expect(watched.sent).toHaveLength(0)
  })
})

describe('prompts (S5)', () => {
  const said = 'canary-answer-of-the-model'
  test.each([
    ['an answer', { reply: said }, chat],
    ['a stream', { reply: said }, { ...chat, stream: true }],
    ['an error', { fault: '500' }, chat],
    ['a refusal of ours', { reply: said }, { ...chat, messages: [{ role: prompt, content: prompt }] }],
    ['broken JSON', { reply: said }, `{"${prompt}`],
  ])('neither they nor answers are in a log, a record or a metric: %s (S5)', async (_, step, body) => {
    const emulator = createEmulator()
    emulator.script([step])
    const written: string[] = []
    const log = createLog({ write: (line) => written.push(line) })
    const started = startGateway({
      fetch: (url, init) => emulator(new Request(url, init)),
      onRequest: (record) => {
        written.push(inspect(record, { depth: 9 }))
        log.request(record)
      },
      onEvent: (event) => written.push(inspect(event)),
    })
    const printed = await printedBy(async () => (await started.post(body)).text())
    const metrics = await started.gateway(new Request('http://localhost/metrics'))
    const text = [...written, printed, await metrics.text()].join('\n')
    expect(written.length).toBeGreaterThan(0)
    expect(text).not.toMatch(/canary-(prompt|answer)/)
    expect(printed).toBe('')
  })

  /** What work prints, whatever debugging is on. */
  async function printedBy(work: () => Promise<unknown>): Promise<string> {
    const original = { ...console }
    let printed = ''
    const debug = { NODE_DEBUG: process.env['NODE_DEBUG'], DEBUG: process.env['DEBUG'] }
    for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      console[name] = (...args: unknown[]) => {
        printed += args.map((arg) => inspect(arg)).join(' ')
      }
    }
    Object.assign(process.env, { NODE_DEBUG: '*', DEBUG: '*' })
    try {
      await work()
    } finally {
      Object.assign(console, original)
      for (const [name, value] of Object.entries(debug)) {
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      }
    }
    return printed
  }
})

describe('keys of clients (S6)', () => {
  test('are taken as hashes, and a configuration need not hold them (S6, X34)', async () => {
    const hash = `sha256:${createHash('sha256').update(clientKey).digest('hex')}`
    const started = startGateway({ clientKeys: [hash] })
    expect((await started.post({ ...chat }, { authorization: `Bearer ${clientKey}` })).status).toBe(200)
    expect((await started.post({ ...chat }, { authorization: `Bearer ${hash}` })).status).toBe(401)
  })

  test('are let go of when the first client came: only hashes are held (S6, X34)', async () => {
    const keys = createClientKeys([clientKey])
    await keys.identify(new Headers({ authorization: `Bearer ${clientKey}` }))
    expect(inspect(keys, { depth: 9, showHidden: true })).not.toContain(clientKey)
  })

  test('how much of a key is right does not show in the time that it takes (S6, X29)', async () => {
    const keys = createClientKeys(Array.from({ length: 50 }, (_, index) => `${clientKey}-${index}`))
    const right = `${clientKey}-49`
    const nearly = `${right.slice(0, -1)}x`
    const wrong = 'z'.repeat(right.length)
    const tries = [right, nearly, wrong].map((key) => ({
      headers: new Headers({ authorization: `Bearer ${key}` }),
      times: [] as number[],
    }))
    // In turns, so that whatever else the machine does slows each of them alike.
    for (let round = 0; round < 800; round++) {
      for (const { headers, times } of tries) {
        const before = performance.now()
        await keys.identify(headers)
        times.push(performance.now() - before)
      }
    }
    const quartiles = tries.map(({ times }) => times.slice(400).sort((a, b) => a - b)[100]!)
    // Hashes are compared whole: what differs is noise, far below what a comparison of texts by their beginning would show on average.
    expect(Math.max(...quartiles)).toBeLessThan(3 * Math.min(...quartiles) + 0.1)
  })
})

describe('faults of our own (S7)', () => {
  test.each([
    ['a store', { signatures: { get: boom, set: boom } }, true],
    ['whoever is told of requests', { onRequest: boom }, false],
    ['the source of headers', { headers: boom }, false],
    ['a clock', { now: boom }, false],
  ] as [string, Partial<GatewayConfig>, boolean][])(
    '%s that fails shows no stack, no path and no text of ours (S7)',
    async (_, config, isFine) => {
      const started = startGateway(config)
      const messages = [
        ...hello,
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'a', content: 'x' },
      ]
      const response = await started.post({ model, messages })
      const text = await response.text()
      expect(response.status).toBe(isFine ? 200 : 500)
      expect(text).not.toMatch(/secret inside|\bat .*:\d+|\.ts\b|node_modules|Error:/)
      if (!isFine) {
        expect(JSON.parse(text)).toEqual({
          error: {
            message: 'The server had an error while processing your request.',
            type: 'server_error',
            param: null,
            code: 'internal_error',
          },
        })
      }
    },
  )

  function boom(): never {
    throw new Error('secret inside')
  }
})

describe('what others may look at (S8)', () => {
  test('/metrics wants a key where chat does, and /healthz tells nothing (S8, X28)', async () => {
    const started = startGateway({ clientKeys: [clientKey] })
    const get = (path: string, headers: Record<string, string> = {}) =>
      started.gateway(new Request(`http://localhost${path}`, { headers }))
    expect((await get('/metrics')).status).toBe(401)
    expect((await get('/metrics', { authorization: `Bearer ${clientKey}` })).status).toBe(200)
    const health = await get('/healthz')
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
    for (const path of ['/admin', '/debug/vars', '/env', '/config', '/v1/keys'])
      expect((await get(path)).status).toBe(404)
  })

  test('no label is a key, a client’s words, or one of too many (S8, X76)', async () => {
    const started = startGateway({ clientKeys: [clientKey] })
    for (let index = 0; index < 100; index++) {
      await started.post(
        { model: `canary-${index}`, messages: hello, [`canary-${index}`]: 1 },
        { authorization: `Bearer ${clientKey}` },
      )
    }
    await started.post(
      { model, messages: hello, [`canary"}\n`]: 1, user: 'canary' },
      { authorization: `Bearer ${clientKey}` },
    )
    const metrics = await started.gateway(
      new Request('http://localhost/metrics', { headers: { authorization: `Bearer ${clientKey}` } }),
    )
    const text = await metrics.text()
    expect(text).not.toContain('canary')
    expect(text.split('\n').length).toBeLessThan(300)
    for (const line of text.trim().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? [\d.e+-]+)$/)
  })
})
