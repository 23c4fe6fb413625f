import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createClient } from 'redis'
import { afterEach, describe, expect, test } from 'vitest'
import { createRedisSignatureStore } from '../../src/gateway/stores/redis.node.ts'
import { type ChatCall, type ChatMessage, startGateway, type TestGateway } from '../gateway/ask-gateway.ts'
import { hasRedis, type RedisServer, startRedis } from '../gateway/redis-server.ts'

/** On a machine that checks everything, a missing Redis is a failure. */
const isMissing = !hasRedis() && process.env['CI'] === undefined
const reason = isMissing ? ' (skipped: there is no redis-server here; apt-get install redis-server)' : ''

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const bypass = 'skip_thought_signature_validator'
const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object', properties: { a: {} } } } }]
const question = { role: 'user', content: 'Look.' }

interface Store {
  readonly server: RedisServer
  readonly started: TestGateway
  readonly faults: readonly unknown[]
}

async function start(url: string): Promise<Omit<Store, 'server'>> {
  const faults: unknown[] = []
  const signatures = createRedisSignatureStore({ url, timeoutMs: 500 })
  cleanups.push(() => signatures.close())
  const clientKeys = ['sk-one', 'sk-two']
  return { faults, started: startGateway({ signatures, clientKeys, onFault: (error) => faults.push(error) }) }
}

async function startStore(): Promise<Store> {
  const server = await startRedis()
  cleanups.push(() => server.close())
  return { server, ...(await start(server.url)) }
}

const as = (key: string) => ({ authorization: `Bearer ${key}` })

/** A call of the model, as a client gets it that knows nothing of signatures. */
async function callOf({ started }: Pick<Store, 'started'>, key = 'sk-one'): Promise<ChatCall> {
  const choice = { type: 'function', function: { name: 'look' } }
  const { status, body } = await started.ask({ messages: [question], tools, tool_choice: choice }, as(key))
  expect(status).toBe(200)
  const { extra_content: _, ...call } = body.choices[0]!.message.tool_calls![0]!
  return call
}

/** Sends the call back. The part of it that Gemini gets. */
async function goOn({ started, faults }: Omit<Store, 'server'>, call: ChatCall, key = 'sk-one') {
  const message: ChatMessage = { role: 'assistant', content: null, tool_calls: [call] }
  const messages = [question, message, { role: 'tool', tool_call_id: call.id, content: 'done' }]
  const { status } = await started.ask({ messages, tools }, as(key))
  expect([status, faults]).toEqual([200, []])
  return started.sent().contents[1]!.parts[0]! as { functionCall: { name: string }; thoughtSignature?: string }
}

/** Does something to every record with the hands of somebody who has access to Redis. */
async function tamper(
  { server }: Store,
  change: (client: ReturnType<typeof createClient>, key: string) => Promise<unknown>,
): Promise<number> {
  const client = createClient({ url: server.url })
  await client.connect()
  const keys = await client.keys('*')
  for (const key of keys) await change(client as ReturnType<typeof createClient>, key)
  client.destroy()
  return keys.length
}

describe.skipIf(isMissing)(`records that somebody else wrote${reason}`, () => {
  let deep = '1'
  for (let level = 0; level < 5_000; level++) deep = `[${deep}]`
  const record = (fields: object) => JSON.stringify({ v: 1, t: 'look', i: '', x: '', n: 'look', ...fields })

  test.each([
    ['empty', ''],
    ['no JSON', '{"v":1'],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0, 1])],
    ['null', 'null'],
    ['a list', '[1,2]'],
    ['of another version', record({ v: 2 })],
    ['without its fields', '{"v":1}'],
    ['with fields of other types', record({ t: 1, i: {}, x: [], n: null, a: 5, s: true, f: 7 })],
    ['with the name of a prototype', '{"v":1,"__proto__":{"polluted":true},"t":"look"}'],
    ['nested 5,000 deep', deep],
  ])('%s are no records: the call goes on with the bypass (X116)', async (_, value) => {
    const store = await startStore()
    const call = await callOf(store)
    expect(await tamper(store, (client, key) => client.set(key, value))).toBe(1)
    expect((await goOn(store, call)).thoughtSignature).toBe(bypass)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test.each([
    ['arguments that are no JSON', { a: '{"x":' }],
    ['arguments that are no object', { a: '[1]' }],
    ['arguments nested 5,000 deep', { a: `{"x":${deep}}` }],
    ['arguments with the name of a prototype', { a: '{"__proto__":{"polluted":1}}' }],
    ['a name that bends a URL', { n: '../../x?y#z' }],
    ['a name of 100,000 letters', { n: 'x'.repeat(100_000) }],
    ['a signature that is none', { s: '\r\nx: y' }],
    ['a signature of 1 MB', { s: 'A'.repeat(1_000_000) }],
    ['a family that nobody knows', { f: '__proto__' }],
  ])('true in all but %s are an answer or a 400, never a 500 (X123)', async (_, change) => {
    const store = await startStore()
    const call = await callOf(store)
    await tamper(store, async (client, key) => {
      const record = JSON.parse((await client.get(key)) as string) as object
      await client.set(key, JSON.stringify({ ...record, ...change }))
    })
    const messages = [
      question,
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: call.id, content: 'done' },
    ]
    const { status, body } = await store.started.ask({ messages, tools }, as('sk-one'))
    expect([200, 400], JSON.stringify(body)).toContain(status)
    expect(store.faults).toEqual([])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test('one of 50 MB is no reason to fail (X117)', async () => {
    const store = await startStore()
    const call = await callOf(store)
    await tamper(store, (client, key) => client.set(key, 'x'.repeat(50_000_000)))
    expect((await goOn(store, call)).thoughtSignature).toBe(bypass)
  })

  test('keys that hold lists, hashes or sets are not read, and are written over (X120)', async () => {
    const store = await startStore()
    const call = await callOf(store)
    await tamper(store, async (client, key) => {
      await client.del(key)
      await client.lPush(key, 'x')
    })
    expect((await goOn(store, call)).thoughtSignature).toBe(bypass)
    const again = await callOf(store)
    expect((await goOn(store, again)).thoughtSignature).not.toBe(bypass)
  })

  test('FLUSHALL in the middle of a conversation costs its signatures, and nothing else (X119)', async () => {
    const store = await startStore()
    const call = await callOf(store)
    await tamper(store, (client) => client.flushAll())
    expect((await goOn(store, call)).thoughtSignature).toBe(bypass)
  })

  test('a record of one client is not another’s, though the id of the call is (X118)', async () => {
    const store = await startStore()
    const call = await callOf(store, 'sk-one')
    expect((await goOn(store, call, 'sk-two')).thoughtSignature).toBe(bypass)
    expect((await goOn(store, call, 'sk-one')).thoughtSignature).not.toBe(bypass)
  })

  test('answers that a proxy mixes up give no client the record of another (X220)', async () => {
    const store = await startStore()
    const calls = { 'sk-one': await callOf(store, 'sk-one'), 'sk-two': await callOf(store, 'sk-two') }
    // The same tool, with the same arguments.
    expect(calls['sk-one'].function).toEqual(calls['sk-two'].function)
    const values: string[] = []
    await tamper(store, async (client, key) => values.push((await client.get(key)) as string))
    expect(await tamper(store, (client, key) => client.set(key, values.pop()!))).toBe(2)
    expect((await goOn(store, calls['sk-one'], 'sk-one')).thoughtSignature).toBe(bypass)
    expect((await goOn(store, calls['sk-two'], 'sk-two')).thoughtSignature).toBe(bypass)
  })

  test.each([
    ['of another client', (id: string) => `x}:${id}`],
    ['with a line break and a command', () => 'x\r\nFLUSHALL\r\n'],
    ['with a pattern', () => '*'],
    ['with braces', () => '{x}:{y}'],
    ['with a NUL', () => '\u0000'],
    ['of 10,000 characters', () => 'x'.repeat(10_000)],
  ])('an id %s reads and writes nothing but its own key (X121)', async (_, idFor) => {
    const store = await startStore()
    const call = await callOf(store)
    await goOn(store, { ...call, id: idFor(call.id) })
    // Nothing was deleted, and the record of the right call is still its own.
    expect((await goOn(store, call)).thoughtSignature).not.toBe(bypass)
    expect(await tamper(store, async () => undefined)).toBe(1)
  })
})

describe('a server that is no Redis', () => {
  async function pretend(answer: (socket: Socket, commands: number) => void): Promise<string> {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      const commands = (data: Buffer) => data.toString('latin1').match(/^\*\d+\r$/gm)?.length ?? 0
      socket.on('error', () => undefined).on('data', (data: Buffer) => answer(socket, commands(data)))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    cleanups.push(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  test.each([
    ['speaks HTTP', (socket: Socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['says yes to everything', (socket: Socket) => void socket.write('+OK\r\n'.repeat(20))],
    ['answers with errors', (socket: Socket) => void socket.write('-ERR canary\r\n'.repeat(20))],
    ['promises more than it sends', (socket: Socket) => void socket.write('*1000000\r\n$5\r\nhello\r\n')],
    ['hangs up', (socket: Socket) => void socket.destroy()],
    ['hangs up in the middle of an answer', (socket: Socket) => void socket.end('*2\r\n$9\r\nhal')],
    ['says nothing', () => undefined],
    ['speaks of types that nobody knows', (socket: Socket) => void socket.write('@x\r\n')],
    ['announces 512 MB', (socket: Socket) => void socket.write('$536870912\r\nxxxx')],
    ['sends numbers', (socket: Socket) => void socket.write(':1\r\n'.repeat(20))],
    ['nests its answer without end', (socket: Socket) => void socket.write('*1\r\n'.repeat(10_000))],
  ])('and %s does not keep a request from its answer (X122)', async (_, answer) => {
    const url = await pretend(answer)
    const store = await start(url)
    const call = await callOf(store)
    expect((await goOn(store, call)).functionCall.name).toBe('look')
  })

  test.each([
    'NOAUTH Authentication required.',
    "READONLY You can't write against a read only replica.",
    'LOADING Redis is loading the dataset in memory',
    'MOVED 3999 127.0.0.1:6381',
    'ASK 3999 127.0.0.1:6381',
    'CLUSTERDOWN The cluster is down',
    'BUSY Redis is busy running a script.',
    'MISCONF Redis is configured to save RDB snapshots',
    'OOM command not allowed when used memory > maxmemory.',
    'NOPERM this user has no permissions',
  ])(
    'and refuses everything with "%s" is reported once, in its words; requests are answered without it (X223)',
    async (line) => {
      const url = await pretend((socket, commands) => void socket.write(`-${line}\r\n`.repeat(commands)))
      const reasons: string[] = []
      const signatures = createRedisSignatureStore({ url, timeoutMs: 500, onDown: (reason) => reasons.push(reason) })
      cleanups.push(() => signatures.close())
      const store = { started: startGateway({ signatures }), faults: [] }
      const call = await callOf(store)
      expect((await goOn(store, call)).thoughtSignature).toBe(bypass)
      expect(reasons).toEqual([line])
      expect(signatures.errors()).toBeGreaterThan(0)
      await expect(signatures.check()).rejects.toThrow('Redis does not answer.')
    },
  )
})
