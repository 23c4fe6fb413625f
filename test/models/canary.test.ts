import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createEmulator, type Emulator } from '../../src/emulator/app.ts'
import { faultTable } from '../../src/emulator/faults/fault-call.ts'
import { anthropic } from '../../src/models/anthropic/anthropic.ts'
import { gemini } from '../../src/models/gemini/gemini.ts'
import type { Timeouts } from '../../src/models/http/call-http.ts'
import type { FetchFunction } from '../../src/models/http/fetch-transport.ts'
import { openai } from '../../src/models/openai/openai.ts'
import type { LanguageModel, ModelCallOptions } from '../../src/models/versions/language-model.ts'
import { canary, partsOf } from './emulated-gemini.ts'
import { createStrictAnthropic } from './strict-anthropic-server.ts'
import { createStrictOpenai } from './strict-openai-server.ts'

/** Every way in which a value can be shown: to people, to logs, to those who look behind the curtain. */
function showings(value: unknown): string[] {
  const options = { depth: Infinity, showHidden: true, maxStringLength: Infinity, maxArrayLength: Infinity }
  const shown = [inspect(value, options), String(value), JSON.stringify(value) ?? '']
  return value instanceof Error ? [...shown, value.message, value.stack ?? ''] : shown
}

const isLeaked = (value: unknown) => showings(value).some((text) => text.includes(canary))

/** What a call left behind, but for the headers in which the key belongs. */
interface Trace {
  /** How it ended, or what streamed until then. */
  readonly outcome: unknown
  readonly urls: string[]
  readonly bodies: string[]
  /** How often the key arrived. */
  readonly arrivals: number
}

interface Settings extends Timeouts {
  readonly fetch: FetchFunction
  readonly maxRetries: number
  readonly retryPolicy: { readonly firstDelayMs: number }
}

const bearer = { authorization: `Bearer ${canary}` }

/** Models with the key in each of the places where callers put it. */
const models: Readonly<Record<string, (settings: Settings) => LanguageModel>> = {
  gemini: (settings) => gemini('gemini-3-flash-preview', { apiKey: canary, ...settings }),
  vertex: (settings) =>
    gemini('gemini-3-flash-preview', { profile: 'vertex', project: 'p', headers: async () => bearer, ...settings }),
  'cloud-code': (settings) =>
    gemini('gemini-3-flash-preview', { profile: 'cloud-code', project: 'p', headers: bearer, ...settings }),
  openai: (settings) => openai('gpt-5.2', { apiKey: canary, ...settings }),
  compatible: (settings) => openai('m', { baseURL: 'http://localhost:8000/v1', headers: () => bearer, ...settings }),
  anthropic: (settings) => anthropic('claude-sonnet-4-5', { apiKey: canary, ...settings }),
}

const prompt: ModelCallOptions['prompt'] = [{ role: 'user', content: [{ type: 'text', text: 'Say something.' }] }]

interface CallSettings extends Timeouts {
  readonly isStream: boolean
  readonly maxRetries?: number
  readonly abortSignal?: AbortSignal
}

async function call(name: string, fetch: FetchFunction, settings: CallSettings): Promise<Trace> {
  const { isStream, abortSignal, maxRetries = 0, headerTimeoutMs = 500, idleTimeoutMs = 500 } = settings
  const urls: string[] = []
  const bodies: string[] = []
  let arrivals = 0
  const watched: FetchFunction = (url, init) => {
    urls.push(url)
    bodies.push(String(init.body))
    if (JSON.stringify([...new Headers(init.headers)]).includes(canary)) arrivals++
    return fetch(url, init)
  }
  const retryPolicy = { firstDelayMs: 1 }
  const model = models[name]!({ fetch: watched, maxRetries, retryPolicy, headerTimeoutMs, idleTimeoutMs })
  const run = isStream
    ? model.doStream({ prompt, abortSignal }).then(async ({ stream }) => partsOf(stream))
    : model.doGenerate({ prompt, abortSignal })
  const outcome: unknown = await run.catch((error: unknown) => error)
  return { outcome, urls, bodies, arrivals }
}

/** The key arrived, and is nowhere else. */
function expectClean({ outcome, urls, bodies, arrivals }: Trace, what: string): void {
  expect(arrivals, `${what}: the key was sent`).toBe(urls.length)
  const errors = Array.isArray(outcome) ? outcome.flatMap((part) => ('error' in part ? [part.error] : [])) : []
  for (const shown of [outcome, ...errors, urls, bodies]) expect(isLeaked(shown), what).toBe(false)
}

const printed: unknown[] = []
const onWarning = (warning: Error) => printed.push(warning)

beforeEach(() => {
  printed.length = 0
  process.on('warning', onWarning)
  for (const method of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table'] as const) {
    vi.spyOn(console, method).mockImplementation((...args: unknown[]) => {
      printed.push(args)
    })
  }
})

/** A library prints nothing: neither the key nor anything else. */
afterEach(() => {
  vi.restoreAllMocks()
  process.off('warning', onWarning)
  expect(printed).toEqual([])
})

const ways = [false, true]

test('the look-out finds a key in a message, a cause of a cause, a hidden field, an object and a list', () => {
  const hidden = Object.defineProperty(new Error('a'), 'headers', { value: { key: canary } })
  const deep = new Error('a', { cause: new Error('b', { cause: new Error(canary) }) })
  const list = new AggregateError([new Error(canary)])
  for (const leak of [
    new Error(canary),
    hidden,
    deep,
    list,
    { a: [{ b: canary }] },
    [new Error('a', { cause: bearer })],
  ])
    expect(isLeaked(leak)).toBe(true)
  expect(isLeaked(new Error('a', { cause: { url: 'https://a.example' } }))).toBe(false)
})

describe.each(['gemini', 'vertex', 'cloud-code'])('on %s the key stays in its header', (name) => {
  const long = 'One two three four five six seven eight nine ten. '.repeat(5)
  const through =
    (emulator: Emulator, fault: string): FetchFunction =>
    (url, init) => {
      const headers = new Headers(init.headers)
      headers.set('x-toolfit-fault', fault)
      return emulator(new Request(url, { ...init, headers }))
    }

  test.each(faultTable.map((fault) => fault.name))('under the fault %s', async (fault) => {
    for (const isStream of ways) {
      const emulator = createEmulator()
      emulator.script([{ reply: long }])
      const timeouts = { headerTimeoutMs: 30, idleTimeoutMs: 30 }
      const trace = await call(name, through(emulator, fault), { isStream, ...timeouts })
      expectClean(trace, fault)
      expect(isLeaked(emulator.requests)).toBe(false)
    }
  })
})

/** What servers and proxies answer. Each repeats the key wherever it can. */
const answers: Readonly<Record<string, () => Response>> = {
  ...Object.fromEntries(
    [400, 401, 403, 404, 413, 429, 500, 503, 529].map((status) => [
      `status ${status}`,
      () =>
        Response.json(
          { type: 'error', error: { code: status, type: canary, message: `Bad key: ${canary}`, details: [canary] } },
          { status, statusText: canary, headers: { 'x-echo': canary, 'retry-after': '0' } },
        ),
    ]),
  ),
  'a page of HTML': () => new Response(`<html>x-goog-api-key: ${canary}</html>`, { status: 502 }),
  'a redirect': () => new Response(null, { status: 302, headers: { location: `https://b.example/?key=${canary}` } }),
  'an error under status 200': () => Response.json({ error: { message: `Bad key: ${canary}` } }),
  'text in the place of JSON': () => new Response(`Your key ${canary} is fine.`),
  'an answer of another kind': () => Response.json([canary]),
  'an error in a stream': () =>
    new Response(`event: error\ndata: {"type":"error","error":{"code":400,"message":"Bad key: ${canary}"}}\n\n`),
  'an event that is no JSON': () => new Response(`data: {"key":"${canary}"\n\n`),
  'a body that breaks': () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          controller.error(new Error(`Connection with ${canary} lost`, { cause: bearer }))
        },
      }),
      { status: 500 },
    ),
}

/** What `fetch` rejects with. Clients in between put the whole request into their errors. */
const failures: Readonly<Record<string, (url: string, init: RequestInit) => unknown>> = {
  'the URL and the headers in its message': (url, { headers }) =>
    new TypeError(`fetch failed: ${url}?key=${canary} ${JSON.stringify(headers)}`),
  'a cause that has them': (_url, { headers }) =>
    new TypeError('fetch failed', { cause: new Error(`refused: ${JSON.stringify(headers)}`) }),
  'a cause of a cause': () => new TypeError('fetch failed', { cause: new Error('a', { cause: new Error(canary) }) }),
  'several errors': () => new AggregateError([new Error('a'), new Error(`b ${canary}`)], 'all failed'),
  'the request in a field': (_url, init) => Object.assign(new Error('ECONNREFUSED'), { config: init }),
  'the request in a hidden field': (_url, init) =>
    Object.defineProperty(new Error('ECONNREFUSED'), 'request', { value: { headers: new Map([['a', init.headers]]) } }),
  'a request under a symbol': (url, init) =>
    Object.assign(new Error('ECONNREFUSED'), { [Symbol('request')]: new Request(url, init) }),
  'itself as its cause': (_url, init) => {
    const error = new Error('ECONNRESET')
    return Object.assign(error, { cause: error, request: init })
  },
  'no error but a text': () => `failed with ${canary}`,
  'no error but an object': (_url, init) => ({ init, toString: () => 'failed' }),
}

describe.each(Object.keys(models))('%s', (name) => {
  test.each(Object.keys(answers))('does not repeat the key that a server repeats: %s', async (answer) => {
    for (const isStream of ways) {
      const trace = await call(name, async () => answers[answer]!(), { isStream, maxRetries: 1 })
      expectClean(trace, answer)
    }
  })

  test.each(Object.keys(failures))('does not repeat the key where fetch fails with %s', async (failure) => {
    for (const isStream of ways) {
      const trace = await call(name, (url, init) => Promise.reject(failures[failure]!(url, init)), { isStream })
      expect(trace.outcome).toMatchObject({ code: 'model-unreachable' })
      expectClean(trace, failure)
    }
  })

  test('keeps what an error without the key says, and its cause', async () => {
    const cause = new TypeError('fetch failed', { cause: new Error('ECONNREFUSED 127.0.0.1:8000') })
    const { outcome } = await call(name, () => Promise.reject(cause), { isStream: false })
    expect(outcome).toMatchObject({ cause, message: expect.stringContaining('ECONNREFUSED 127.0.0.1:8000') })
  })

  test('does not show the key when it is aborted or kept waiting', async () => {
    const never: FetchFunction = () => new Promise(() => undefined)
    const silent: FetchFunction = async () => new Response(new ReadableStream())
    for (const isStream of ways) {
      expectClean(await call(name, never, { isStream, headerTimeoutMs: 5 }), 'no head')
      expectClean(await call(name, silent, { isStream, idleTimeoutMs: 5 }), 'no body')
      expectClean(await call(name, never, { isStream, abortSignal: AbortSignal.timeout(5) }), 'aborted')
      expectClean(await call(name, silent, { isStream, abortSignal: AbortSignal.timeout(5) }), 'aborted in the body')
      expectClean(await call(name, never, { isStream, abortSignal: AbortSignal.abort() }), 'aborted before')
    }
  })
})

describe('servers that refuse what the provider refuses', () => {
  test.each([
    ['openai', createStrictOpenai({ key: 'another' }).fetch],
    ['openai', createStrictOpenai({ refusedFields: ['messages'] }).fetch],
    ['anthropic', createStrictAnthropic({ key: 'another' }).fetch],
  ])('%s: the key is in no error', async (name, fetch) => {
    for (const isStream of ways) {
      const trace = await call(name, fetch, { isStream })
      expect(trace.outcome).toMatchObject({ code: 'model-http-error' })
      expectClean(trace, name)
    }
  })
})

describe('a key that cannot be sent is not shown', () => {
  const fetch: FetchFunction = () => Promise.reject(new Error('called'))
  const keys = [`${canary}\nx`, `${canary}\u{2603}`]
  test.each(keys)('%j', async (apiKey) => {
    const made = [
      gemini('gemini-3-flash-preview', { apiKey, fetch }),
      openai('gpt-5.2', { apiKey, fetch }),
      anthropic('claude-sonnet-4-5', { apiKey, fetch }),
    ]
    for (const model of made) {
      const error: unknown = await model.doGenerate({ prompt }).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: 'option-invalid' })
      expect(isLeaked(error)).toBe(false)
    }
  })
})

describe('a key that stands in the base URL', () => {
  const baseURL = `https://me:${canary}@a.example/v1`
  const made = {
    gemini: (own?: FetchFunction) => gemini('gemini-3-flash-preview', { apiKey: 'other-key', baseURL, fetch: own }),
    openai: (own?: FetchFunction) => openai('m', { apiKey: 'other-key', baseURL, fetch: own }),
    anthropic: (own?: FetchFunction) => anthropic('claude-sonnet-4-5', { apiKey: 'other-key', baseURL, fetch: own }),
  }
  const refusing: FetchFunction = (url) => Promise.reject(new TypeError(`Failed to parse URL from ${url}`))

  test.each(Object.keys(made) as (keyof typeof made)[])('is in no error of %s', async (name) => {
    // The first is the global `fetch`, which refuses such a URL and quotes it.
    for (const own of [undefined, refusing, async () => new Response(`no ${baseURL}`, { status: 404 })]) {
      const model = made[name](own)
      const error: unknown = await model.doGenerate({ prompt }).catch((e) => e)
      expect(error).toBeInstanceOf(Error)
      expect(isLeaked(error)).toBe(false)
    }
  })
})

test('the emulator keeps no key, neither of a header nor of a query (X87)', async () => {
  const emulator = createEmulator()
  const url = `http://localhost/v1beta/models/gemini-3-flash-preview:generateContent?key=${canary}`
  await (await emulator(new Request(url, { method: 'POST', headers: bearer, body: '{}' }))).text()
  expect(emulator.requests).toHaveLength(1)
  expect(isLeaked(emulator.requests)).toBe(false)
})
