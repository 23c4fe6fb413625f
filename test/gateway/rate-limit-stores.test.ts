import { createClient } from 'redis'
import { afterEach, describe, expect, test } from 'vitest'
import { createRateLimiter } from '../../src/gateway/access/rate-limits.ts'
import { createMemoryRateLimitStore } from '../../src/gateway/stores/memory-rate-limit-store.ts'
import type { RateLimitStore } from '../../src/gateway/stores/rate-limit-store.ts'
import { createRedisRateLimits } from '../../src/gateway/stores/redis-rate-limits.node.ts'
import { hasRedis, startRedis } from './redis-server.ts'

/** On a machine that checks everything, a missing Redis is a failure. */
const isMissing = !hasRedis() && process.env['CI'] === undefined
const reason = isMissing ? ' (skipped: there is no redis-server here; apt-get install redis-server)' : ''

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

interface Stores {
  readonly clock: { now: number }
  /** The same counts twice: as two gateways see them. */
  readonly stores: readonly [RateLimitStore, RateLimitStore]
}

function inMemory(): Stores {
  const clock = { now: 1_700_000_000_000 }
  const store = createMemoryRateLimitStore({ now: () => clock.now })
  return { clock, stores: [store, store] }
}

async function connect(url: string) {
  const redis = createClient({ url })
  await redis.connect()
  cleanups.push(async () => redis.destroy())
  return redis
}

async function inRedis(): Promise<Stores> {
  const server = await startRedis()
  cleanups.push(() => server.close())
  const clock = { now: 1_700_000_000_000 }
  const open = async () => {
    const redis = await connect(server.url)
    return createRedisRateLimits((command) => command(redis), { now: () => clock.now })
  }
  return { clock, stores: [await open(), await open()] }
}

const limits = { requestsPerMinute: 3, tokensPerMinute: 600, concurrentRequests: 2 }
const unlimited = {
  requestsPerMinute: Number.POSITIVE_INFINITY,
  tokensPerMinute: Number.POSITIVE_INFINITY,
  concurrentRequests: Number.POSITIVE_INFINITY,
}
const request = { requests: 1, tokens: 0 }
const tokens = (count: number) => ({ requests: 0, tokens: count })

describe.each([
  ['memory', inMemory, false],
  [`Redis${reason}`, inRedis, isMissing],
] as const)('rate limits in %s', (_name, start, isSkipped) => {
  test.skipIf(isSkipped)('requests are counted for all gateways, and come back evenly within a minute', async () => {
    const { clock, stores } = await start()
    const [one, other] = stores
    expect(await one.take('a', limits, request)).toMatchObject({ requests: 2, waitMs: 0 })
    expect(await other.take('a', limits, request)).toMatchObject({ requests: 1 })
    expect(await one.take('a', limits, request)).toMatchObject({ requests: 0 })
    expect(await other.take('a', limits, request)).toEqual({
      refusedBy: 'requests',
      waitMs: 20_000,
      requests: 0,
      tokens: 600,
    })
    clock.now += 19_999
    expect(await one.take('a', limits, request)).toMatchObject({ refusedBy: 'requests', waitMs: 1 })
    clock.now += 1
    expect(await one.take('a', limits, request)).toMatchObject({ refusedBy: undefined, requests: 0 })
    clock.now += 3_600_000
    expect(await one.take('a', limits, request)).toMatchObject({ requests: 2 })
  })

  test.skipIf(isSkipped)('clients are counted apart', async () => {
    const { stores } = await start()
    const [store] = stores
    for (const _ of [1, 2, 3, 4]) await store.take('a', limits, request)
    expect(await store.take('b {x}', limits, request)).toMatchObject({ requests: 2 })
  })

  test.skipIf(isSkipped)('tokens are reserved, and corrected by what was used', async () => {
    const { clock, stores } = await start()
    const [store] = stores
    expect(await store.take('a', limits, tokens(500))).toMatchObject({ tokens: 100 })
    expect(await store.take('a', limits, tokens(200))).toMatchObject({
      refusedBy: 'tokens',
      waitMs: 10_000,
      tokens: 100,
    })
    await store.settle('a', limits, { tokens: 450 })
    expect(await store.take('a', limits, tokens(200))).toMatchObject({ tokens: 350 })
    // It used 1,000 more than was reserved: the client is in debt.
    await store.settle('a', limits, { tokens: -1_000 })
    expect(await store.take('a', limits, tokens(1))).toMatchObject({
      refusedBy: 'tokens',
      tokens: -650,
      waitMs: 65_100,
    })
    clock.now += 65_100
    expect(await store.take('a', limits, tokens(1))).toMatchObject({ refusedBy: undefined })
  })

  test.skipIf(isSkipped)('what is given back never exceeds the limit', async () => {
    const { stores } = await start()
    const [store] = stores
    await store.take('a', limits, tokens(10))
    await store.settle('a', limits, { tokens: 1_000_000 })
    expect(await store.take('a', limits, tokens(0))).toMatchObject({ tokens: 600 })
  })

  test.skipIf(isSkipped)('a request that is larger than the limit needs a full bucket, and leaves a debt', async () => {
    const { clock, stores } = await start()
    const [store] = stores
    expect(await store.take('a', limits, tokens(1_800))).toMatchObject({ tokens: -1_200 })
    clock.now += 179_999
    expect(await store.take('a', limits, tokens(1_800))).toMatchObject({ refusedBy: 'tokens', waitMs: 1 })
    clock.now += 1
    expect(await store.take('a', limits, tokens(1_800))).toMatchObject({ refusedBy: undefined })
  })

  test.skipIf(isSkipped)('places are taken and given back, and expire where nobody gives them back', async () => {
    const { clock, stores } = await start()
    const [one, other] = stores
    const many = { ...limits, requestsPerMinute: 1_000 }
    await one.take('a', many, { ...request, place: 'first' })
    await other.take('a', many, { ...request, place: 'second' })
    expect(await one.take('a', many, { ...request, place: 'third' })).toMatchObject({ refusedBy: 'concurrent' })
    await other.settle('a', many, { tokens: 0, place: 'first' })
    expect(await one.take('a', many, { ...request, place: 'third' })).toMatchObject({ refusedBy: undefined })
    clock.now += 3_600_000
    expect(await one.take('a', many, { ...request, place: 'fourth' })).toMatchObject({ refusedBy: undefined })
  })

  test.skipIf(isSkipped)('where one limit refuses, nothing is taken of the others', async () => {
    const { stores } = await start()
    const [store] = stores
    await store.take('a', limits, tokens(600))
    for (let index = 0; index < 5; index++) {
      const wanted = { requests: 1, tokens: 10, place: `p${index}` }
      expect(await store.take('a', limits, wanted)).toMatchObject({ refusedBy: 'tokens', requests: 3 })
    }
    expect(await store.take('a', limits, { ...request, place: 'x' })).toMatchObject({ requests: 2 })
  })

  test.skipIf(isSkipped)('without limits nothing is refused', async () => {
    const { stores } = await start()
    const [store] = stores
    for (let index = 0; index < 10; index++) {
      const wanted = { requests: 1, tokens: 1_000_000, place: `p${index}` }
      expect(await store.take('a', unlimited, wanted)).toMatchObject({ refusedBy: undefined, waitMs: 0 })
    }
  })

  test.skipIf(isSkipped)('a clock that is set back gives nothing, and takes nothing', async () => {
    const { clock, stores } = await start()
    const [store] = stores
    for (const _ of [1, 2, 3]) await store.take('a', limits, request)
    clock.now -= 3_600_000
    // It is refused now, and allowed when the time that it names has passed.
    expect(await store.take('a', limits, { ...request, requests: 0 })).toMatchObject({ requests: 0 })
    clock.now += 20_000
    expect(await store.take('a', limits, request)).toMatchObject({ refusedBy: undefined })
  })

  test.skipIf(isSkipped)('many at once take no more than there is (X143)', async () => {
    const { stores } = await start()
    const taken = await Promise.all(
      Array.from({ length: 50 }, (_, index) => stores[index % 2 === 0 ? 0 : 1].take('a', limits, request)),
    )
    expect(taken.filter((usage) => usage?.refusedBy === undefined)).toHaveLength(3)
  })
})

test.skipIf(isMissing)(`Redis forgets a client that uses nothing, and has no key of a client${reason}`, async () => {
  const server = await startRedis()
  cleanups.push(() => server.close())
  const redis = await connect(server.url)
  const store = createRedisRateLimits((command) => command(redis))
  await store.take('opaque-id', limits, { requests: 1, tokens: 100, place: 'p' })
  const keys = (await redis.keys('*')).sort()
  expect(keys).toEqual(['toolfit:use:{opaque-id}', 'toolfit:use:{opaque-id}:places'])
  expect(await redis.pTTL(keys[0]!)).toBeLessThanOrEqual(120_000)
  expect(await redis.pTTL(keys[1]!)).toBeLessThanOrEqual(3_600_000)
  for (const key of keys) expect(await redis.pTTL(key)).toBeGreaterThan(0)
})

test('memory counts a bounded number of clients (X144)', async () => {
  const store = createMemoryRateLimitStore()
  for (let index = 0; index < 12_000; index++) await store.take(`client-${index}`, limits, request)
  expect(store.size()).toBe(10_000)
})

describe('a Redis that lies', () => {
  const limits = { requestsPerMinute: 60, tokensPerMinute: 1_000, concurrentRequests: 5 }

  test.each([
    ['nothing', null],
    ['a text', 'OK'],
    ['a number', 5],
    ['an object', { refused: '' }],
    ['an empty list', []],
    ['a reason that is none', ['toString', 0, 1, 1]],
    ['a wait that is no number', ['requests', 'soon', 1, 1]],
    ['a wait that was too large for Redis', ['requests', Number.MIN_SAFE_INTEGER, 1, 1]],
    ['counts that are no numbers', ['', 0, 'NaN', {}]],
    ['counts without end', ['', 0, 'Infinity', 1]],
  ])('with %s is not believed: each gateway counts for itself (X201)', async (_, answer) => {
    const store = createRedisRateLimits(async () => answer as never)
    await expect(store.take('a', limits, { requests: 1, tokens: 0 })).rejects.toThrow('gave an answer that is none')
    const refused: unknown[] = []
    const memory = createMemoryRateLimitStore()
    const limiter = createRateLimiter({
      limits: { requestsPerMinute: 1 },
      hasKeys: true,
      store,
      memory,
      onStoreError: (error) => refused.push(error),
      onLimit: () => undefined,
    })
    const client = { name: 'client-1', id: 'a' }
    expect((await limiter.begin(client, 'one'))?.headers()['x-ratelimit-remaining-requests']).toBe('0')
    await expect(limiter.begin(client, 'two')).rejects.toMatchObject({ wire: { statusCode: 429 } })
    expect(refused).toHaveLength(2)
  })
})

describe(`counts in Redis that no gateway has written${reason}`, () => {
  const key = 'toolfit:use:{a}'
  const now = 1_700_000_000_000
  const hash = (fields: Record<string, string>) => ['HSET', key, ...Object.entries(fields).flat()]

  test.skipIf(isMissing).each([
    ['a text', hash({ requests: 'many', tokens: '{}', at: 'now' })],
    ['an empty text', hash({ requests: '', tokens: '', at: '' })],
    ['NaN', hash({ requests: 'nan', tokens: 'nan', at: 'nan' })],
    ['a debt of years', hash({ requests: '-1e15', tokens: '-1e300', at: `${now}` })],
    ['a debt of requests', hash({ requests: '-9999999999', tokens: '0', at: `${now}` })],
    ['a debt without end', hash({ requests: '-inf', tokens: '-inf', at: `${now}` })],
    ['no request, and a time to come', hash({ requests: '0', tokens: '0', at: '1e300' })],
    ['more than the limit', hash({ requests: '1e300', tokens: 'inf', at: '0' })],
    ['a time before all times', hash({ requests: '0', tokens: '0', at: '-1e300' })],
    ['a list', ['RPUSH', key, 'x']],
    ['a string', ['SET', key, '5']],
    ['places that are a string', ['SET', `${key}:places`, '5']],
    ['places that are never free', ['ZADD', `${key}:places`, '1e300', 'x', 'inf', 'y', '1e15', 'z']],
  ])('%s: the client starts with full buckets, and is counted (X228)', async (_, command) => {
    const server = await startRedis()
    cleanups.push(() => server.close())
    const redis = await connect(server.url)
    const store = createRedisRateLimits((run) => run(redis), { now: () => now })
    await redis.sendCommand(command)
    const taken = []
    for (const place of ['1', '2']) taken.push(await store.take('a', limits, { requests: 1, tokens: 100, place }))
    expect(taken).toEqual([
      { refusedBy: undefined, waitMs: 0, requests: 2, tokens: 500 },
      { refusedBy: undefined, waitMs: 0, requests: 1, tokens: 400 },
    ])
    expect(await store.take('a', limits, { requests: 1, tokens: 0, place: '3' })).toMatchObject({
      refusedBy: 'concurrent',
    })
    await redis.flushAll()
    await redis.sendCommand(command)
    await store.settle('a', limits, { tokens: 0, place: '1' })
  })
})
