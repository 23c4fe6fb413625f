import { afterEach, describe, expect, test, vi } from 'vitest'
import type { GatewayEvent } from '../../src/gateway/observe/log.ts'
import { model, startGateway } from './ask-gateway.ts'

afterEach(() => vi.useRealTimers())

const answer = () => Response.json({ candidates: [{ content: { parts: [{ text: 'Hi.' }] }, finishReason: 'STOP' }] })
const failure = (code: number) => () =>
  Response.json({ error: { code, message: 'No.', status: 'X' } }, { status: code })

/** A gateway on an upstream that a test can break, and on a clock that it can move. */
function start(config: Parameters<typeof startGateway>[0] = {}) {
  const state = { now: 1_700_000_000_000, calls: 0, respond: answer as () => Response | Promise<Response> }
  const events: GatewayEvent[] = []
  const started = startGateway({
    now: () => state.now,
    fetch: async () => {
      state.calls++
      return state.respond()
    },
    onEvent: (event) => events.push(event),
    ...config,
  })
  const ask = async (count: number, body: object = {}) => {
    const statuses: number[] = []
    for (let index = 0; index < count; index++) statuses.push((await started.ask(body)).status)
    return statuses
  }
  return { ...started, state, events, ask, one: started.ask }
}

const several = (count: number, status: number) => Array.from({ length: count }, () => status)

describe('the circuit breaker of a gateway', () => {
  test('with half of the calls failing it opens: a 503 at once, with when to come back, and nobody is asked (F29)', async () => {
    const { state, ask, one, stream, events, records, gateway } = start()
    await ask(10)
    state.respond = failure(500)
    expect(await ask(10)).toEqual(several(10, 502))
    expect(state.calls).toBe(20)
    const { status, headers, body } = await one({})
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    expect(body.error).toEqual({
      message: expect.stringContaining('try again in 5 s'),
      type: 'server_error',
      param: null,
      code: 'circuit_open',
    })
    expect((await stream({})).status).toBe(503)
    expect(state.calls).toBe(20)
    expect(records.at(-1)).toMatchObject({ status: 503, error: 'circuit_open' })
    expect(events).toEqual([{ type: 'circuit-opened', model }])
    const metrics = await (await gateway(new Request('http://localhost/metrics'))).text()
    expect(metrics).toContain('toolfit_upstream_circuits{state="open"} 1')
  })

  test('after a rest one request finds out; where it goes well, all go through (F29)', async () => {
    const { state, ask, events } = start()
    await ask(5)
    state.respond = failure(503)
    await ask(20)
    expect(await ask(1)).toEqual([503])
    const before = state.calls
    state.now += 5_000
    state.respond = answer
    expect(await ask(3)).toEqual([200, 200, 200])
    expect(state.calls).toBe(before + 3)
    expect(events.map(({ type }) => type)).toEqual(['circuit-opened', 'circuit-closed'])
  })

  test('one request finds out, and those beside it are refused (F29)', async () => {
    const { state, ask, one } = start()
    state.respond = failure(500)
    await ask(20)
    state.now += 5_000
    let release: (response: Response) => void = () => undefined
    state.respond = () =>
      new Promise((resolve) => {
        release = resolve
      })
    const probe = one({})
    await vi.waitFor(() => expect(state.calls).toBe(21))
    expect(await ask(2)).toEqual([503, 503])
    release(answer())
    expect((await probe).status).toBe(200)
    state.respond = answer
    expect(await ask(1)).toEqual([200])
  })

  test('streams that fail count as well, and a retry is not a second failure (F29)', async () => {
    vi.useFakeTimers()
    const { state, stream } = start({ maxRetries: 1 })
    state.respond = failure(503)
    for (let index = 0; index < 20; index++) {
      const asked = stream({})
      await vi.advanceTimersByTimeAsync(2_000)
      expect((await asked).status).toBe(503)
      expect(state.calls).toBe(2 * index + 2)
    }
    await stream({})
    expect(state.calls).toBe(40)
  })

  test('a client whose requests make Gemini fail closes the model for itself, not for others (F29, X137)', async () => {
    const { state, post, events } = start({ clientKeys: ['sk-mallory', 'sk-good'] })
    const asking = async (key: string) =>
      (await post({ model, messages: [{ role: 'user', content: 'Hi' }] }, { authorization: `Bearer ${key}` })).status
    await asking('sk-good')
    state.respond = failure(500)
    for (let index = 0; index < 30; index++) await asking('sk-mallory')
    expect(state.calls).toBe(21)
    expect(await asking('sk-mallory')).toBe(503)
    state.respond = answer
    expect(await asking('sk-good')).toBe(200)
    expect(events).toEqual([{ type: 'circuit-opened', model, client: 'client-1' }])
  })

  test.each([400, 401, 403, 404, 429])('a %i is no failure of the upstream (F29)', async (code) => {
    const { state, ask } = start()
    state.respond = failure(code)
    await ask(40)
    expect(state.calls).toBe(40)
  })

  test.each([
    ['a connection that fails', () => Promise.reject(new TypeError('fetch failed'))],
    ['an answer that cannot be read', async () => new Response('<html>')],
  ])('%s is one (F29)', async (_, respond) => {
    const { state, ask } = start()
    state.respond = respond
    await ask(30)
    expect(state.calls).toBe(20)
  })

  test('a timeout is one (F29)', async () => {
    const { state, ask } = start({ headerTimeoutMs: 5 })
    state.respond = () => new Promise(() => {})
    expect((await ask(21)).at(-1)).toBe(503)
    expect(state.calls).toBe(20)
  })

  test('a client that leaves is none (F29)', async () => {
    const { state, post, ask } = start()
    state.respond = () => new Promise(() => {})
    for (let index = 0; index < 30; index++) {
      const leaving = new AbortController()
      const asked = post({ model, messages: [{ role: 'user', content: 'Hi' }] }, {}, leaving.signal)
      await vi.waitFor(() => expect(state.calls).toBe(index + 1))
      leaving.abort()
      await asked
    }
    state.respond = answer
    expect(await ask(1)).toEqual([200])
  })

  test('another model goes on (F29)', async () => {
    const { state, ask } = start()
    state.respond = failure(500)
    await ask(20)
    state.respond = answer
    expect(await ask(1)).toEqual([503])
    expect(await ask(1, { model: 'gemini-2.5-flash' })).toEqual([200])
  })

  test('can be set, and switched off (F29)', async () => {
    const off = start({ breaker: false })
    off.state.respond = failure(500)
    await off.ask(30)
    expect(off.state.calls).toBe(30)
    const quick = start({ breaker: { minCalls: 2, failureRatio: 1, openMs: 60_000 } })
    quick.state.respond = failure(500)
    await quick.ask(5)
    expect(quick.state.calls).toBe(2)
    expect((await quick.one({})).headers.get('retry-after')).toBe('60')
    expect(() => start({ breaker: { failureRatio: 2 } })).toThrow('breaker.failureRatio')
    expect(() => start({ breaker: { openMs: -1 } })).toThrow('breaker.openMs')
  })
})

describe('a clock that jumps', () => {
  test('an hour back or forth keeps no key and no model at rest, and no duration is negative (F30)', async () => {
    const quota = { code: 429, message: 'Slow down.', status: 'RESOURCE_EXHAUSTED' }
    const { state, ask, records } = start({ apiKey: ['key-one-canary', 'key-two-canary'] })
    for (const jump of [-3_600_000, 3_600_000]) {
      state.respond = () => Response.json({ error: quota }, { status: 429 })
      expect(await ask(1)).toEqual([429])
      state.respond = failure(500)
      state.now += jump
      await ask(20)
      expect(await ask(1)).toEqual([503])
      state.now += jump
      state.respond = () => {
        state.now += jump
        return answer()
      }
      expect(await ask(1)).toEqual([200])
    }
    expect(records.filter(({ durationMs, firstByteMs = 0 }) => durationMs < 0 || firstByteMs < 0)).toEqual([])
  })
})
