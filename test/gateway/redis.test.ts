import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createClient } from 'redis'
import { afterEach, describe, expect, test } from 'vitest'
import { createRedisSignatureStore, type RedisStoreOptions } from '../../src/gateway/stores/redis.node.ts'
import { startGateway } from './ask-gateway.ts'
import { freePort, hasRedis, type RedisServer, startRedis } from './redis-server.ts'

/** On a machine that checks everything, a missing Redis is a failure. */
const isMissing = !hasRedis() && process.env['CI'] === undefined
const reason = isMissing ? ' (skipped: there is no redis-server here; apt-get install redis-server)' : ''

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function redis(options?: Parameters<typeof startRedis>[0]): Promise<RedisServer> {
  const server = await startRedis(options)
  cleanups.push(() => server.close())
  return server
}

function storeOf(url: string, options: Partial<RedisStoreOptions> = {}) {
  const events: string[] = []
  const store = createRedisSignatureStore({
    url,
    onDown: (why) => events.push(`down: ${why}`),
    onUp: () => events.push('up'),
    ...options,
  })
  cleanups.push(() => store.close())
  return { store, events }
}

const signed = new Map([['call_1', 'signature-1']])

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('It did not happen within 60 s.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe.skipIf(isMissing)(`a store of signatures in Redis${reason}`, () => {
  test('is shared by all gateways, and keeps clients apart (X115)', async () => {
    const { url } = await redis()
    const [one, other] = [storeOf(url), storeOf(url)]
    await one.store.set('a:b', new Map(Object.entries({ call_1: 's1', 'call:2': 's2' })))
    expect(Object.fromEntries(await other.store.get('a:b', ['call_1', 'call:2', 'call_3']))).toEqual({
      call_1: 's1',
      'call:2': 's2',
    })
    expect((await other.store.get('a', ['b:call_1', 'call_1'])).size).toBe(0)
    expect([...one.events, ...other.events]).toEqual([])
  })

  test('replaces what was kept, and forgets it in time', async () => {
    const { url } = await redis()
    const { store } = storeOf(url, { ttlMs: 60_000, prefix: 'test:' })
    await store.set('a', signed)
    await store.set('a', new Map([['call_1', 'newer']]))
    expect((await store.get('a', ['call_1'])).get('call_1')).toBe('newer')
    const client = await createClient({ url }).connect()
    const [ttl, keys] = [await client.pTTL('test:{a}:call_1'), await client.keys('*')]
    client.destroy()
    expect(keys).toEqual(['test:{a}:call_1'])
    expect(ttl).toBeGreaterThan(50_000)
    expect(ttl).toBeLessThanOrEqual(60_000)
  })

  test('a Redis that is killed is done without, at once, and is used again when it is back (X110)', async () => {
    const server = await redis()
    const { store, events } = storeOf(server.url)
    await store.set('a', signed)
    await server.kill()
    await until(async () => events.length > 0)
    for (let count = 0; count < 50; count++) expect((await store.get('a', ['call_1'])).size).toBe(0)
    await store.set('a', signed)
    await server.restart()
    await until(async () => {
      await store.set('a', signed)
      return (await store.get('a', ['call_1'])).get('call_1') === 'signature-1' && events.length > 1
    })
    expect(events).toEqual([expect.stringMatching(/^down: /), 'up'])
  })

  test('a Redis that hangs costs one wait, and is used again when it answers (X111)', { timeout: 30_000 }, async () => {
    const server = await redis()
    const { store, events } = storeOf(server.url, { timeoutMs: 1_000 })
    await store.set('a', signed)
    server.freeze()
    // A wait for each would take longer than the test may.
    for (let count = 0; count < 40; count++) expect((await store.get('a', ['call_1'])).size).toBe(0)
    server.thaw()
    await until(async () => (await store.get('a', ['call_1'])).size === 1 && events.length > 1)
    expect(events).toEqual(['down: Redis did not answer within 1000 ms.', 'up'])
  })

  test('a connection that stays dead is replaced by another (X112)', async () => {
    const server = await redis()
    const relay = await startRelay(server.port)
    const { store } = storeOf(`redis://127.0.0.1:${relay.port}`, { timeoutMs: 50 })
    // On a busy machine an answer may take longer than 50 ms.
    await until(async () => {
      await store.set('a', signed)
      return (await store.get('a', ['call_1'])).size === 1
    })
    const before = relay.connections()
    relay.swallow()
    await until(async () => {
      await store.get('a', ['call_1'])
      return relay.connections() > before
    })
    await until(async () => (await store.get('a', ['call_1'])).size === 1)
  })

  test('a Redis that is not there when the gateway starts is used when it is', async () => {
    const port = await freePort()
    const { store, events } = storeOf(`redis://127.0.0.1:${port}`)
    expect((await store.get('a', ['call_1'])).size).toBe(0)
    expect(events).toEqual([expect.stringContaining('ECONNREFUSED')])
    await redis({ port })
    await until(async () => {
      await store.set('a', signed)
      return (await store.get('a', ['call_1'])).size === 1
    })
  })

  test('a Redis that is full keeps nothing new, and that is told once (X113)', async () => {
    const server = await redis({ flags: ['--maxmemory', '1mb', '--maxmemory-policy', 'noeviction'] })
    const { store, events } = storeOf(server.url)
    for (let count = 0; count < 10; count++) {
      await store.set('a', new Map([[`call_${count}`, 'x'.repeat(500_000)]]))
      await store.get('a', ['call_0'])
    }
    expect(events).toEqual([expect.stringMatching(/^down: OOM /)])
  })

  test('a wrong password is a reason to do without it, and is told without the password (S1, X114)', async () => {
    const server = await redis({ password: 'right-password' })
    const { store, events } = storeOf(server.url.replace('right', 'canary'))
    expect((await store.get('a', ['call_1'])).size).toBe(0)
    await until(async () => events.length > 0)
    expect(events.join()).toMatch(/WRONGPASS/)
    expect(events.join()).not.toContain('canary')
    const right = storeOf(server.url)
    await right.store.set('a', signed)
    expect((await right.store.get('a', ['call_1'])).size).toBe(1)
  })

  test('says nothing more when it is closed', async () => {
    const server = await redis()
    const { store, events } = storeOf(server.url)
    await store.set('a', signed)
    await store.close!()
    expect((await store.get('a', ['call_1'])).size).toBe(0)
    await store.close!()
    expect(events).toEqual([])
    expect(store.errors()).toBe(0)
  })
})

describe.skipIf(isMissing)(`a gateway whose Redis is killed${reason}`, () => {
  test('counts every request that did without it, says so in /readyz, and recovers (X141)', async () => {
    const server = await redis()
    const { store } = storeOf(server.url)
    let time = 0
    const started = startGateway({ signatures: store, now: () => time })
    const get = (path: string) => started.gateway(new Request(`http://localhost${path}`))
    const errors = async () =>
      Number(/^toolfit_signature_store_errors_total (\d+)$/m.exec(await (await get('/metrics')).text())?.[1])
    const ready = async () => {
      time += 10_000
      const response = await get('/readyz')
      return [response.status, (await response.json()).checks.store]
    }
    const call = { id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }
    const messages = [
      { role: 'user', content: 'Look.' },
      { role: 'assistant', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'a', content: 'done' },
    ]
    const ask = async () => (await started.ask({ messages })).status
    expect([await ask(), await errors(), await ready()]).toEqual([200, 0, [200, 'ok']])
    await server.kill()
    expect(await ask()).toBe(200)
    await until(async () => (await errors()) > 0)
    const before = await errors()
    expect(await ask()).toBe(200)
    expect(await errors()).toBe(before + 1)
    expect(await ready()).toEqual([503, 'unreachable'])
    // Health checks are not failures of requests.
    expect(await errors()).toBe(before + 1)
    await server.restart()
    await until(async () => (await ready())[0] === 200)
    const after = await errors()
    expect([await ask(), await errors()]).toEqual([200, after])
  })
})

describe('createRedisSignatureStore', () => {
  test.each([
    '',
    'localhost:6379',
    'http://user:canary-password@localhost',
    'redis://user:canary-password@localhost:6379/sessions',
    'redis://user:%canary-password@localhost:6379',
  ])('refuses %j, without quoting it', (url) => {
    expect(() => createRedisSignatureStore({ url })).toThrow(expect.objectContaining({ code: 'option-invalid' }))
    expect(() => createRedisSignatureStore({ url })).not.toThrow(/canary/)
  })
})

/** Between a client and Redis: a network that can lose what is sent over connections that are open. */
async function startRelay(target: number) {
  const { connect } = await import('node:net')
  let connections = 0
  let lost = new Set<number>()
  const server = createServer((socket) => {
    const number = ++connections
    const behind = connect(target, '127.0.0.1')
    socket.on('data', (data) => lost.has(number) || behind.write(data))
    behind.on('data', (data) => lost.has(number) || socket.write(data))
    for (const one of [socket, behind]) {
      one.on('error', () => undefined)
      one.on('close', () => (one === socket ? behind : socket).destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanups.push(async () => void server.close())
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    swallow: () => {
      lost = new Set(Array.from({ length: connections }, (_, index) => index + 1))
    },
  }
}
