import { describe, expect, test } from 'vitest'
import { createRedisStores } from '../../src/gateway/stores/redis.node.ts'
import { model, startGateway } from './ask-gateway.ts'
import { hasRedis, startRedis } from './redis-server.ts'

const usageMetadata = { promptTokenCount: 30, candidatesTokenCount: 20, totalTokenCount: 50 }
const reply = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'Hi.' }] }, finishReason: 'STOP' }],
  usageMetadata,
}
const body = { model, messages: [{ role: 'user', content: 'Hi' }] }
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

function start(config: Parameters<typeof startGateway>[0] = {}) {
  const state = { now: 1_700_000_000_000, respond: async (): Promise<Response> => Response.json(reply) }
  const started = startGateway({
    now: () => state.now,
    clientKeys: ['sk-alice', 'sk-bob'],
    fetch: () => state.respond(),
    ...config,
  })
  return { ...started, state }
}

const remaining = (response: Response, kind: string) => response.headers.get(`x-ratelimit-remaining-${kind}`)

describe('fair shares of a gateway', () => {
  test('a client beyond its requests gets a 429 as from OpenAI; another one does not (X143)', async () => {
    const { post, state, gateway } = start({ rateLimits: { requestsPerMinute: 2 } })
    for (const left of ['1', '0']) expect(remaining(await post(body, bearer('sk-alice')), 'requests')).toBe(left)
    const refused = await post(body, bearer('sk-alice'))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    expect(await refused.json()).toEqual({
      error: {
        message: expect.stringContaining('Please try again in 30s'),
        type: 'rate_limit_error',
        param: null,
        code: 'rate_limit_exceeded',
      },
    })
    expect((await post(body, bearer('sk-bob'))).status).toBe(200)
    state.now += 30_000
    expect((await post(body, bearer('sk-alice'))).status).toBe(200)
    const metrics = await gateway(new Request('http://localhost/metrics', { headers: bearer('sk-alice') }))
    expect(await metrics.text()).toContain('toolfit_rate_limited_total{client="client-1",limit="requests"} 1')
  })

  test('tokens are those that Gemini counted, once an answer is over', async () => {
    const { post, state } = start({ rateLimits: { tokensPerMinute: 10_000 } })
    const first = await post({ ...body, max_tokens: 5_000 }, bearer('sk-alice'))
    expect(Number(remaining(first, 'tokens'))).toBeLessThan(5_000)
    await first.text()
    const headers = { 'content-type': 'text/event-stream' }
    state.respond = async () => new Response(`data: ${JSON.stringify(reply)}\n\n`, { headers })
    const streamed = await post({ ...body, stream: true, stream_options: { include_usage: true } }, bearer('sk-alice'))
    await streamed.text()
    state.respond = async () => Response.json(reply)
    const last = await post(body, bearer('sk-alice'))
    const estimate = 10_000 - 50 - 50 - Number(remaining(last, 'tokens'))
    expect(estimate).toBeGreaterThan(0)
    expect(estimate).toBeLessThan(50)
  })

  test('an answer of more tokens than the limit keeps its client waiting until they are paid', async () => {
    const { post, state } = start({ rateLimits: { tokensPerMinute: 40 } })
    await (await post(body, bearer('sk-alice'))).text()
    const refused = await post(body, bearer('sk-alice'))
    expect([refused.status, remaining(refused, 'tokens')]).toEqual([429, '0'])
    state.now += Number(refused.headers.get('retry-after-ms'))
    expect((await post(body, bearer('sk-alice'))).status).toBe(200)
  })

  test.each(['1e300', '1e999'])(
    'a count of %s tokens is taken for what a request can take: its client waits for seconds (X172)',
    async (count) => {
      const { post, state } = start()
      const text = JSON.stringify(reply).replaceAll(/"promptTokenCount":\d+/g, `"promptTokenCount":${count}`)
      state.respond = async () => new Response(text, { headers: { 'content-type': 'application/json' } })
      for (let index = 0; index < 3; index++) await post(body, bearer('sk-alice'))
      state.now += 60_000
      expect((await post(body, bearer('sk-alice'))).status).toBe(200)
    },
  )

  test('what Gemini refuses costs a request, and no tokens', async () => {
    const { post, state } = start({ rateLimits: { tokensPerMinute: 10_000 } })
    state.respond = async () => Response.json({ error: { code: 400, message: 'No.' } }, { status: 400 })
    await (await post({ ...body, max_tokens: 9_000 }, bearer('sk-alice'))).text()
    state.respond = async () => Response.json(reply)
    expect(Number(remaining(await post(body, bearer('sk-alice')), 'tokens'))).toBeGreaterThan(9_900)
  })

  test('a stream that its client leaves gives its place back', async () => {
    const { post, state } = start({ rateLimits: { concurrentRequests: 1 } })
    const event = `data: ${JSON.stringify({ candidates: [{ content: { parts: [{ text: 'Hi' }] } }] })}\n\n`
    state.respond = async () =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode(event)),
        }),
        { headers: { 'content-type': 'text/event-stream' } },
      )
    for (const _ of [1, 2, 3]) {
      const stream = await post({ ...body, stream: true }, bearer('sk-alice'))
      expect(stream.status).toBe(200)
      expect((await post(body, bearer('sk-alice'))).status).toBe(429)
      await stream.body!.cancel()
    }
  })

  test('a client that leaves before the answer gives its place back, and so does one whose request is wrong', async () => {
    const { post, state } = start({ rateLimits: { concurrentRequests: 1 } })
    state.respond = () => new Promise(() => {})
    const leaving = new AbortController()
    const asked = post(body, bearer('sk-alice'), leaving.signal)
    setTimeout(() => leaving.abort(), 10)
    await asked
    state.respond = async () => Response.json(reply)
    expect((await post({ model }, bearer('sk-alice'))).status).toBe(400)
    expect((await post(body, bearer('sk-alice'))).status).toBe(200)
  })

  test('a key may have its own limits', async () => {
    const { post } = start({
      clientKeys: [{ key: 'sk-alice', requestsPerMinute: 1 }, 'sk-bob'],
      rateLimits: { requestsPerMinute: 3 },
    })
    const statuses = async (key: string) => {
      const first = await post(body, bearer(key))
      const second = await post(body, bearer(key))
      return [first.status, second.status]
    }
    expect([await statuses('sk-alice'), await statuses('sk-bob')]).toEqual([
      [200, 429],
      [200, 200],
    ])
  })

  test('without client keys nothing is limited, and no header says so', async () => {
    const { clientKeys: _, ...open } = { clientKeys: undefined }
    const { post } = startGateway({ fetch: async () => Response.json(reply), ...open })
    const response = await post(body)
    expect([...response.headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
  })

  test.each([
    [{ rateLimits: { requestsPerMinute: 0 } }, 'rateLimits.requestsPerMinute'],
    [{ rateLimits: { tokensPerMinute: 1.5 } }, 'rateLimits.tokensPerMinute'],
    [{ clientKeys: [{ key: 'sk', concurrentRequests: -1 }] }, 'clientKeys[0].concurrentRequests'],
  ])('%j is refused at the start', (config, option) => {
    expect(() => startGateway(config)).toThrow(`${option} must be a positive whole number`)
  })
})

/** On a machine that checks everything, a missing Redis is a failure. */
const isMissing = !hasRedis() && process.env['CI'] === undefined
const reason = isMissing ? ' (skipped: there is no redis-server here; apt-get install redis-server)' : ''

test.skipIf(isMissing)(`gateways share limits by Redis; without it each counts, and says so${reason}`, async () => {
  const server = await startRedis()
  const open = () => {
    const stores = createRedisStores({ url: server.url })
    return { ...start({ rateLimits: { requestsPerMinute: 2 }, rateLimitStore: stores.rateLimits }), stores }
  }
  const [one, other] = [open(), open()]
  try {
    const statuses = async () => {
      const answers = [one, other, one, other].map(
        ({ post }) =>
          () =>
            post(body, bearer('sk-alice')),
      )
      const found: number[] = []
      for (const ask of answers) found.push((await ask()).status)
      return found
    }
    expect(await statuses()).toEqual([200, 200, 429, 429])
    await server.kill()
    expect(await statuses()).toEqual([200, 200, 200, 200])
    expect((await one.post(body, bearer('sk-alice'))).status).toBe(429)
    const metrics = await one.gateway(new Request('http://localhost/metrics', { headers: bearer('sk-bob') }))
    expect(await metrics.text()).toMatch(/toolfit_rate_limit_store_errors_total [1-9]/)
  } finally {
    await Promise.all([one.stores.close(), other.stores.close()])
    await server.close()
  }
})
