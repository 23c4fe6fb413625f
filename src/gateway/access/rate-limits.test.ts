import { describe, expect, test } from 'vitest'
import { RefusedRequest } from '../refused-request.ts'
import { createMemoryRateLimitStore } from '../stores/memory-rate-limit-store.ts'
import type { RateLimitStore } from '../stores/rate-limit-store.ts'
import { createRateLimiter, formatDuration, type RateLimiterOptions } from './rate-limits.ts'

const alice = { name: 'client-1', id: 'alice' }

function start(options: Partial<RateLimiterOptions> = {}) {
  const clock = { now: 1_000_000 }
  const events: string[] = []
  const limiter = createRateLimiter({
    limits: undefined,
    hasKeys: true,
    store: undefined,
    memory: createMemoryRateLimitStore({ now: () => clock.now }),
    onStoreError: (error) => events.push(String(error)),
    onLimit: (client, limit) => events.push(`${client.name} ${limit}`),
    ...options,
  })
  let count = 0
  /** The share of a request that begins; or why it is refused. */
  const begin = (client = alice) => limiter.begin(client, `request-${count++}`).catch(refusal)
  return { clock, events, limiter, begin }
}

function refusal(error: unknown) {
  if (!(error instanceof RefusedRequest)) throw error
  return { wire: error.wire, headers: error.headers }
}

describe('limits of a client', () => {
  test('with keys there are defaults that one user does not reach', async () => {
    const { limiter } = start()
    const share = await limiter.begin(alice, 'a')
    expect(share?.headers()).toEqual({
      'x-ratelimit-limit-requests': '6000',
      'x-ratelimit-remaining-requests': '5999',
      'x-ratelimit-reset-requests': '10ms',
      'x-ratelimit-limit-tokens': '40000000',
      'x-ratelimit-remaining-tokens': '40000000',
      'x-ratelimit-reset-tokens': '0ms',
    })
  })

  test.each<[string, Partial<RateLimiterOptions>]>([
    ['without keys', { hasKeys: false }],
    ['where they are switched off', { limits: false }],
  ])('%s there are none', async (_when, options) => {
    expect(await start(options).begin()).toBeUndefined()
  })

  test('without keys, a limit that is set holds for all together, and the others are none', async () => {
    const { limiter } = start({ hasKeys: false, limits: { requestsPerMinute: 5 } })
    const share = await limiter.begin({ name: 'anonymous', id: 'anonymous' }, 'a')
    expect(Object.keys(share!.headers())).toEqual([
      'x-ratelimit-limit-requests',
      'x-ratelimit-remaining-requests',
      'x-ratelimit-reset-requests',
    ])
  })

  test('limits of a key win over those of all, one by one, and may be none', async () => {
    const { limiter } = start({ limits: { requestsPerMinute: 5, tokensPerMinute: 7 } })
    const limits = { requestsPerMinute: 9, concurrentRequests: Number.POSITIVE_INFINITY }
    const share = await limiter.begin({ ...alice, limits }, 'a')
    expect(share?.headers()).toMatchObject({ 'x-ratelimit-limit-requests': '9', 'x-ratelimit-limit-tokens': '7' })
  })
})

describe('a client that has used its share', () => {
  test('is refused in the words of OpenAI, with when to come back, and counted (X143)', async () => {
    const { begin, events, clock } = start({ limits: { requestsPerMinute: 2 } })
    await begin()
    await begin()
    clock.now += 500
    expect(await begin()).toEqual({
      wire: {
        message: expect.stringContaining('requests per min (RPM): Limit 2, Remaining 0. Please try again in 29.5s.'),
        code: 'rate_limit_exceeded',
        statusCode: 429,
        isRetryable: true,
      },
      headers: expect.objectContaining({
        'retry-after': '30',
        'retry-after-ms': '29500',
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': '1m0s',
      }),
    })
    expect(events).toEqual(['client-1 requests'])
    expect(await begin({ name: 'client-2', id: 'bob' })).toHaveProperty('reserve')
  })

  test('gets its place back when a request is over, however it ended (X143)', async () => {
    const { limiter, begin } = start({ limits: { concurrentRequests: 1 } })
    const share = await limiter.begin(alice, 'first')
    expect(await begin()).toMatchObject({ wire: { statusCode: 429 }, headers: { 'retry-after': '1' } })
    share?.end(undefined)
    expect(await begin()).toHaveProperty('reserve')
  })

  test('tokens are reserved by the estimate, and corrected by what was used', async () => {
    const { limiter } = start({ limits: { tokensPerMinute: 1_000 } })
    const left = async (share: Awaited<ReturnType<typeof limiter.begin>>) => {
      await share!.reserve(() => 0)
      return share!.headers()['x-ratelimit-remaining-tokens']
    }
    const first = await limiter.begin(alice, 'first')
    await first!.reserve(() => 600)
    const second = await limiter.begin(alice, 'second')
    await expect(second!.reserve(() => 600)).rejects.toMatchObject({
      wire: { message: expect.stringContaining('tokens per min (TPM): Limit 1000, Remaining 400, Requested 600') },
      headers: { 'retry-after': '12' },
    })
    first!.end(250)
    expect(await left(second)).toBe('750')
    second!.end(undefined)
    const third = await limiter.begin(alice, 'third')
    await third!.reserve(() => 100)
    third!.end(0)
    expect(await left(await limiter.begin(alice, 'fourth'))).toBe('750')
  })
})

describe('a store of several gateways that fails', () => {
  const broken = (take: RateLimitStore['take']): RateLimitStore => ({
    take,
    settle: () => Promise.reject(new Error('down')),
  })

  test.each([
    ['rejects', () => Promise.reject(new Error('down'))],
    ['has no answer', async () => undefined],
  ])('that %s is replaced by memory, and the outage is counted', async (_how, take) => {
    const { limiter, begin, events } = start({ store: broken(take), limits: { requestsPerMinute: 1 } })
    const share = await limiter.begin(alice, 'a')
    share?.end(undefined)
    expect(await begin()).toMatchObject({ wire: { statusCode: 429 } })
    expect(events.filter((event) => event.startsWith('Error'))).toHaveLength(2)
  })

  test.each([
    ['took the place and did not say so', 'take'],
    ['did not hear that it is over', 'settle'],
  ])('that %s gets the place back when it answers again (X170)', async (_how, failing) => {
    const counted = createMemoryRateLimitStore()
    let isDown = false
    const store: RateLimitStore = {
      async take(...input) {
        const usage = await counted.take(...input)
        return isDown ? undefined : usage
      },
      settle: (...input) => (isDown ? Promise.reject(new Error('down')) : counted.settle(...input)),
    }
    const { limiter, begin } = start({ store, limits: { concurrentRequests: 1 } })
    isDown = failing === 'take'
    const share = await limiter.begin(alice, 'a')
    isDown = true
    share!.end(undefined)
    await Promise.resolve()
    isDown = false
    // The first answer shows that the store is back.
    expect(await begin()).toMatchObject({ wire: { statusCode: 429 } })
    expect(await begin()).toHaveProperty('reserve')
  })

  test('that fails between a request and its tokens gets its place back, and memory its tokens', async () => {
    const settled: string[] = []
    const named = (name: string, take: RateLimitStore['take']): RateLimitStore => ({
      take,
      settle: async (_client, _limits, unused) => void settled.push(`${name} ${JSON.stringify(unused)}`),
    })
    const usage = { refusedBy: undefined, waitMs: 0, requests: 1, tokens: 1 }
    const store = named('store', async (_client, _limits, { place }) => (place === undefined ? undefined : usage))
    const { limiter } = start({ store, memory: named('memory', async () => usage) })
    const share = await limiter.begin(alice, 'a')
    await share!.reserve(() => 100)
    share!.end(30)
    expect(settled).toEqual(['store {"tokens":0,"place":"a"}', 'memory {"tokens":70}'])
  })
})

test.each([
  [0, '0ms'],
  [20, '20ms'],
  [1_000, '1s'],
  [8_640, '8.64s'],
  [60_000, '1m0s'],
  [360_000, '6m0s'],
  [90_500, '1m30.5s'],
])('%i ms are written %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})
