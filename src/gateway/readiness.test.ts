import { describe, expect, test } from 'vitest'
import type { FetchFunction } from '../models/http/fetch-transport.ts'
import { createGateway } from './app.ts'
import type { GatewayConfig } from './config.ts'
import { createMemorySignatureStore } from './stores/memory-signature-store.ts'

/** A gateway on an upstream that answers `GET` as given, and what it was asked. */
function start(answer: FetchFunction, config: Partial<GatewayConfig> = {}) {
  const asked: { url: string; key: string | null }[] = []
  const gateway = createGateway({
    apiKey: 'good-key-canary',
    fetch(url, init) {
      asked.push({ url, key: new Headers(init.headers as Record<string, string>).get('x-goog-api-key') })
      return answer(url, init)
    },
    ...config,
  })
  const ready = async () => {
    const response = await gateway(new Request('http://localhost/readyz'))
    return { status: response.status, body: await response.json() }
  }
  return { gateway, asked, ready }
}

const list: FetchFunction = async () => Response.json({ models: [{ name: 'models/gemini-2.5-flash' }] })
const refusal = (code: number, reason?: string): FetchFunction => {
  const details =
    reason === undefined
      ? []
      : [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }]
  return async () =>
    Response.json({ error: { code, message: 'No: good-key-canary', status: 'X', details } }, { status: code })
}
const never: FetchFunction = (_url, { signal }) =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

describe('GET /readyz', () => {
  test('asks Gemini for a list, which costs nothing, and is ready', async () => {
    const { ready, asked } = start(list)
    expect(await ready()).toEqual({
      status: 200,
      body: { status: 'ready', upstream: 'gemini', checks: { upstream: 'ok', keys: 'ok' } },
    })
    expect(asked).toEqual([
      { url: 'https://generativelanguage.googleapis.com/v1beta/models?pageSize=1', key: 'good-key-canary' },
    ])
  })

  test.each<[what: string, answer: FetchFunction, checks: object]>([
    ['a key that Gemini does not know', refusal(400, 'API_KEY_INVALID'), { upstream: 'ok', keys: 'rejected' }],
    ['a key that is not accepted', refusal(401), { upstream: 'ok', keys: 'rejected' }],
    ['a redirect, which no request follows', refusal(302), { upstream: 'failing', keys: 'unchecked' }],
    ['a Gemini that fails', refusal(503), { upstream: 'failing', keys: 'unchecked' }],
    [
      'a Gemini out of reach',
      () => Promise.reject(new TypeError('fetch failed: good-key-canary')),
      { upstream: 'unreachable', keys: 'unchecked' },
    ],
  ])('is a 503 with %s, and says no more (X132)', async (_what, answer, checks) => {
    const { ready } = start(answer)
    expect(await ready()).toEqual({ status: 503, body: { status: 'not-ready', upstream: 'gemini', checks } })
  })

  test.each([429, 403, 404])('a %i is the answer of a Gemini that works', async (status) => {
    expect((await start(refusal(status)).ready()).status).toBe(200)
  })

  test('one good key of several is enough', async () => {
    const answer: FetchFunction = (url, init) => {
      const isBad = new Headers(init.headers as Record<string, string>).get('x-goog-api-key') === 'bad'
      return (isBad ? refusal(400, 'API_KEY_INVALID') : list)(url, init)
    }
    expect((await start(answer, { apiKey: ['bad', 'good'] }).ready()).status).toBe(200)
    expect((await start(answer, { apiKey: ['bad'] }).ready()).status).toBe(503)
  })

  test('is bounded in time', async () => {
    const { body } = await start(never).ready()
    expect(body.checks).toEqual({ upstream: 'unreachable', keys: 'unchecked' })
  })

  test('checks every few seconds, however often it is asked (X151)', async () => {
    let time = 1_000_000
    const { ready, asked } = start(list, { now: () => time })
    await Promise.all(Array.from({ length: 20 }, ready))
    expect(asked).toHaveLength(1)
    time += 4_999
    await ready()
    expect(asked).toHaveLength(1)
    time += 1
    await Promise.all(Array.from({ length: 20 }, ready))
    expect(asked).toHaveLength(2)
    // A clock that is set back does not keep a result for ever.
    time -= 1_000_000
    await ready()
    expect(asked).toHaveLength(3)
  })

  test('sees that Gemini is back', async () => {
    let time = 0
    let answer = refusal(500)
    const { ready } = start((url, init) => answer(url, init), { now: () => time })
    expect((await ready()).status).toBe(503)
    answer = list
    time += 5_000
    expect((await ready()).status).toBe(200)
  })

  test('says that an emulator answers: as configured, or by its answers', async () => {
    const emulated: FetchFunction = async () => Response.json({}, { headers: { server: 'toolfit-emulator' } })
    expect((await start(emulated).ready()).body.upstream).toBe('emulator')
    const { gateway, ready } = start(list, { offline: true })
    expect((await ready()).body.upstream).toBe('emulator')
    const health = await gateway(new Request('http://localhost/healthz'))
    expect(await health.json()).toEqual({ status: 'ok', upstream: 'emulator' })
  })

  test('sends no token to Vertex AI: any answer will do, and tokens must be there', async () => {
    const headers = async () => ({ authorization: 'Bearer canary' })
    const vertex = { profile: 'vertex', project: 'p', apiKey: undefined } as const
    const { ready, asked } = start(refusal(404), { ...vertex, headers })
    expect(await ready()).toMatchObject({ status: 200, body: { checks: { upstream: 'ok', keys: 'unchecked' } } })
    expect(asked).toEqual([{ url: 'https://aiplatform.googleapis.com/', key: null }])
    const none = start(list, { ...vertex, headers: () => Promise.reject(new Error('no token: canary')) })
    expect(await none.ready()).toEqual({
      status: 503,
      body: { status: 'not-ready', upstream: 'gemini', checks: { upstream: 'unchecked', keys: 'unavailable' } },
    })
  })

  test('says whether the store can be reached, and not why', async () => {
    const store = createMemorySignatureStore()
    const withCheck = (check: () => Promise<void>) => start(list, { signatures: { ...store, check } }).ready()
    expect(await withCheck(async () => undefined)).toMatchObject({ status: 200, body: { checks: { store: 'ok' } } })
    const down = await withCheck(() => Promise.reject(new Error('redis://:canary@host')))
    expect(down).toMatchObject({ status: 503, body: { checks: { upstream: 'ok', keys: 'ok', store: 'unreachable' } } })
    expect(JSON.stringify(down)).not.toContain('canary')
  })

  test('needs no client key, and answers HEAD', async () => {
    const { gateway } = start(list, { clientKeys: ['k'] })
    const response = await gateway(new Request('http://any.example/readyz', { method: 'HEAD' }))
    expect([response.status, await response.text()]).toEqual([200, ''])
  })
})
