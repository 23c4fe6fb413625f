import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, test } from 'vitest'
import { type ServeOptions, serveGateway } from '../../src/gateway/node.ts'
import { limitsOf } from '../../src/gateway/server/listen-options.ts'

/** Load on a real gateway. Those who ask are in a thread of their own: a gateway that is busy must not slow its clients down. */

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

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
  /** When it was sent, from the beginning, and how long it took. */
  readonly at: number
  readonly ms: number
  readonly status: number
  readonly retryAfter?: string
}

/** Runs in the thread: sends requests as fast as it is told, whether or not earlier ones were answered. */
const clientSource = `
const { parentPort, workerData } = require('node:worker_threads')
const http = require('node:http')
const { url, perSecond, seconds, bodies, pauseMs } = workerData
const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity })
const seen = []
const started = performance.now()
let open = 0
let isOver = false
const done = () => isOver && open === 0 && parentPort.postMessage(seen)
function ask(body, isChunked) {
  open++
  const at = performance.now()
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
    seen.push({ at: at - started, ms: performance.now() - at, status, retryAfter })
    open--
    done()
  })
  request.end(body)
}
const hello = JSON.stringify({ model: 'gemini-3-flash-preview', messages: [{ role: 'user', content: 'Hi' }] })
async function run() {
  for (const { kind, size, isChunked, text } of bodies ?? []) {
    ask(kind === 'zeros' ? Buffer.alloc(size, 32) : text, isChunked)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
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

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Times on a wall tell of the machine too. Who is slow, and not just disturbed, is slow three times. */
const timed = { retry: 2 }

describe('L5: an overload', () => {
  test(
    'L5: of five times what it can do is shed with a 503, who is let in is answered soon, and it is over in five seconds',
    timed,
    async () => {
      let told = 0
      const url = await start(5, { maxQueueMs: 100, onOverload: () => told++ })
      const chat = `${url}/v1/chat/completions`
      // A second has room for some hundred of these, with all that goes with them.
      const seen = await load({ url: chat, perSecond: 500, seconds: 4 })
      const accepted = seen.filter(({ status }) => status === 200)
      const shed = seen.filter(({ status }) => status === 503)
      expect(accepted.length).toBeGreaterThan(20)
      expect(shed.length).toBeGreaterThan(300)
      expect(accepted.length + shed.length).toBe(seen.length)
      expect(shed.every(({ retryAfter }) => retryAfter === '1')).toBe(true)
      expect(
        percentile(
          accepted.map(({ ms }) => ms),
          0.99,
        ),
      ).toBeLessThan(5_000)
      expect(told).toBe(1)
      const ended = performance.now()
      for (;;) {
        const asked = performance.now()
        const [after] = await load({ url: chat, perSecond: 100, seconds: 0.05 })
        if (after?.status === 200 && performance.now() - asked < 1_000) break
        if (performance.now() - ended > 5_000) break
      }
      expect(performance.now() - ended).toBeLessThan(5_000)
    },
  )

  test('L5: who watches over it is answered all the same', async () => {
    const url = await start(0, { maxRequests: 0 })
    const statuses = await Promise.all(
      ['/healthz', '/metrics', '/v1/models'].map(async (path) => (await fetch(url + path)).status),
    )
    expect(statuses).toEqual([200, 200, 503])
  })
})

describe('L6: slow clients, by default', () => {
  test('L6: a head and a body have ten seconds to arrive, looked at every second', () => {
    const { headersTimeoutMs, slowBodyMs } = limitsOf({})
    expect([headersTimeoutMs, slowBodyMs]).toEqual([10_000, 10_000])
  })
})

describe('L7: large bodies and bombs', () => {
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

  test(
    'L7: the event loop is never late by more than 50 ms for one in a hundred, while 25 MB bodies and $ref bombs come',
    timed,
    async () => {
      const url = `${await start(0)}/v1/chat/completions`
      const delay = monitorEventLoopDelay({ resolution: 10 })
      const p99 = async (work: () => Promise<unknown>) => {
        delay.reset()
        delay.enable()
        await work()
        delay.disable()
        return delay.percentile(99) / 1e6
      }
      // The first request of a process compiles the program.
      await load({ url, perSecond: 100, seconds: 0.3, bodies: [{ text: bomb() }], pauseMs: 100 })
      const idle = await p99(() => pause(1_000))
      const bodies = [
        { kind: 'zeros', size: 25_000_000 },
        { kind: 'zeros', size: 25_000_000, isChunked: true },
        ...Array.from({ length: 10 }, () => ({ text: bomb() })),
        { kind: 'zeros', size: 25_000_000, isChunked: true },
      ]
      let seen: readonly Seen[] = []
      const busy = await p99(async () => {
        seen = await load({ url, perSecond: 20, seconds: 3, bodies, pauseMs: 150 })
      })
      expect(seen.some(({ status }) => status === 413)).toBe(true)
      expect(seen.filter(({ status }) => status === 200).length).toBeGreaterThan(10)
      // What other programs on this machine add to it is in both.
      expect(busy).toBeLessThan(50 + idle)
    },
  )
})
