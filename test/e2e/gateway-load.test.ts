import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type ServeOptions, serveGateway } from '../../src/gateway/server.node.ts'
import { limitsOf } from '../../src/server/listen-options.node.ts'
import { readRaw, sendRaw } from './raw-socket.ts'

/** Load on a real gateway. Those who ask are in a thread of their own: a gateway that is busy must not slow its clients down. */

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** An upstream in this process, each answer of which takes so much of its time. */
async function start(burnMs: number, options: Partial<ServeOptions> = {}): Promise<string> {
  const answer = { candidates: [{ content: { parts: [{ text: 'Hi.' }] }, finishReason: 'STOP' }] }
  const { url, close } = await serveGateway({
    apiKey: 'any',
    fetch: async () => {
      const until = performance.now() + burnMs
      while (performance.now() < until);
      return Response.json(answer)
    },
    graceMs: 0,
    ...options,
  })
  cleanups.push(close)
  return url
}

interface Seen {
  readonly status: number
  readonly retryAfter?: string
  readonly ms: number
}

/** Runs in the thread: sends requests as fast as it is told, whether or not earlier ones were answered. */
const clientSource = `
const { parentPort, workerData } = require('node:worker_threads')
const http = require('node:http')
const { url, perSecond, seconds, clients = 0, keepAlive = true, bodies, pauseMs } = workerData
const agent = new http.Agent({ keepAlive, maxSockets: Infinity })
const seen = []
const started = performance.now()
let open = 0
let isOver = false
const done = () => isOver && open === 0 && parentPort.postMessage(seen)
function ask(body, isChunked, onEnd) {
  open++
  const askedAt = performance.now()
  const headers = { 'content-type': 'application/json', ...(isChunked ? {} : { 'content-length': Buffer.byteLength(body) }) }
  let status = 0
  let retryAfter
  const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
    status = response.statusCode
    retryAfter = response.headers['retry-after']
    response.resume()
  })
  request.on('error', () => undefined)
  request.on('close', () => {
    seen.push({ status, retryAfter, ms: performance.now() - askedAt })
    open--
    if (onEnd === undefined) done()
    else onEnd()
  })
  request.end(body)
}
const hello = JSON.stringify({ model: 'gemini-3-flash-preview', messages: [{ role: 'user', content: 'Hi' }] })
async function run() {
  for (const { kind, size, isChunked, text } of bodies ?? []) {
    ask(kind === 'zeros' ? Buffer.alloc(size, 32) : text, isChunked)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  const client = async () => {
    while (performance.now() - started < seconds * 1000) await new Promise((resolve) => ask(hello, false, resolve))
  }
  await Promise.all(Array.from({ length: clients }, client))
  let sent = 0
  while (performance.now() - started < seconds * 1000) {
    const due = Math.floor(((performance.now() - started) / 1000) * perSecond)
    while (sent < due) { sent++; ask(hello, false) }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  isOver = true
  done()
}
run()
`

async function load(workerData: object): Promise<readonly Seen[]> {
  const worker = new Worker(clientSource, { eval: true, workerData })
  cleanups.push(() => worker.terminate())
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

describe('an overload (L5)', () => {
  test('of many times what it can do is shed by default, nobody is left without an answer, and it is over when it is (L5)', async () => {
    let told = 0
    const url = await start(20, { onOverload: () => told++ })
    const chat = `${url}/v1/chat/completions`
    // A second has room for fewer than fifty of these. Each comes on a connection of its own.
    const seen = await load({ url: chat, perSecond: 400, seconds: 8 })
    const accepted = seen.filter(({ status }) => status === 200)
    const shed = seen.filter(({ status }) => status === 503)
    expect(accepted.length).toBeGreaterThan(20)
    expect(shed.length).toBeGreaterThan(100)
    expect(accepted.length + shed.length).toBe(seen.length)
    expect(shed.every(({ retryAfter }) => retryAfter === '1')).toBe(true)
    expect(told).toBeGreaterThan(0)
    await vi.waitUntil(async () => (await load({ url: chat, perSecond: 100, seconds: 0.05 }))[0]?.status === 200, {
      timeout: 30_000,
      interval: 100,
    })
  })

  test.each([
    ['open a connection for each request', false],
    ['keep their connections', true],
  ])('is not what clients are that %s, however busy they keep it (L5)', async (_, keepAlive) => {
    const url = await start(1)
    const seen = await load({ url: `${url}/v1/chat/completions`, perSecond: 0, seconds: 3, clients: 16, keepAlive })
    expect(seen.length).toBeGreaterThan(100)
    expect(seen.filter(({ status }) => status !== 200)).toEqual([])
  })

  test('who watches over it is answered all the same (L5)', async () => {
    const url = await start(0, { maxRequests: 0 })
    const statuses = await Promise.all(
      ['/healthz', '/metrics', '/v1/models'].map(async (path) => (await fetch(url + path)).status),
    )
    expect(statuses).toEqual([200, 200, 503])
  })
})

describe('slow clients, by default (L6)', () => {
  test('a head and a body have ten seconds to arrive, looked at every second (L6)', () => {
    const { headersTimeoutMs, slowBodyMs } = limitsOf({})
    expect([headersTimeoutMs, slowBodyMs]).toEqual([10_000, 10_000])
  })
})

describe('bodies that are half sent (L6, L7)', () => {
  const head = (length: number) =>
    `POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

  test.each([
    ['as declared', 300_000],
    ['as they arrive, where they are large', 5_000_000],
  ])('take no more memory than all bodies may: %s (L7, X155)', async (_, declared) => {
    const url = await start(0, { maxBodyBytes: 6_000_000, maxBodiesBytes: 6_000_000, slowBodyMs: 60_000 })
    const sent = `${head(declared)}${' '.repeat(290_000)}`
    const sockets = await Promise.all(Array.from({ length: 40 }, () => sendRaw(url, sent)))
    cleanups.push(() => {
      for (const socket of sockets) socket.destroy()
    })
    const refused: string[] = []
    for (const socket of sockets) {
      socket.setEncoding('utf8').on('data', (text: string) => refused.push(text))
    }
    await vi.waitUntil(() => refused.length >= 20, { timeout: 60_000 })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(refused.length).toBe(20)
    expect(refused.every((text) => text.startsWith('HTTP/1.1 503') && /retry-after: 1\r/i.test(text))).toBe(true)
    expect(refused[0]).toMatch(/requests in progress have more than 6000000 bytes/)
    // What a client that left had taken is free again.
    for (const socket of sockets) socket.destroy()
    await vi.waitUntil(
      async () => (await load({ url: `${url}/v1/chat/completions`, perSecond: 20, seconds: 0.1 }))[0]?.status === 200,
      {
        timeout: 60_000,
        interval: 100,
      },
    )
  })

  test('end with a 408 when nothing comes any more, however much has come (L6, X156)', async () => {
    const url = await start(0, { slowBodyMs: 300 })
    const socket = await sendRaw(url, `${head(18_000_000)}${' '.repeat(9_000_000)}`)
    expect(await readRaw(socket)).toMatch(/^HTTP\/1\.1 408 /)
  })
})

describe('large bodies and bombs (L7)', () => {
  /** Definitions of which each names the next one twice: two to the power of thirty leaves. */
  function bomb(): string {
    const definitions = Object.fromEntries(
      Array.from({ length: 30 }, (_, level) => {
        const next = level === 29 ? { type: 'string' } : { $ref: `#/$defs/d${level + 1}` }
        return [`d${level}`, { type: 'object', properties: { a: next, b: next } }]
      }),
    )
    const parameters = { type: 'object', properties: { root: { $ref: '#/$defs/d0' } }, $defs: definitions }
    const tools = [{ type: 'function', function: { name: 'bomb', parameters } }]
    return JSON.stringify({ model: 'gemini-3-flash-preview', messages: [{ role: 'user', content: 'Hi' }], tools })
  }

  test('bodies of 25 MB and bombs of references are refused, and whoever asks meanwhile is answered (L7)', async () => {
    const url = `${await start(0)}/v1/chat/completions`
    const bodies = [
      { kind: 'zeros', size: 25_000_000 },
      { kind: 'zeros', size: 25_000_000, isChunked: true },
      ...Array.from({ length: 3 }, () => ({ text: bomb() })),
    ]
    const [attacks, others] = await Promise.all([
      load({ url, perSecond: 0, seconds: 0, bodies, pauseMs: 50 }),
      load({ url, perSecond: 20, seconds: 1 }),
    ])
    expect(attacks.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([400, 400, 400, 413, 413])
    expect(others.length).toBeGreaterThan(10)
    expect(others.every(({ status }) => status === 200)).toBe(true)
  })
})
