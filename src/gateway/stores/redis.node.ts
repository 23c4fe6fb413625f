import { createClient } from 'redis'
import { ToolfitError } from '../../core/errors.ts'
import { maskSecrets, secretsIn } from '../../models/http/secrets.ts'
import type { SignatureStore } from './signature-store.ts'

/** Which Redis, and how long it is waited for. */
export interface RedisStoreOptions {
  /** `redis://[[user]:password@]host[:port][/database]`, or `rediss:` for TLS. */
  readonly url: string
  /** In front of every key. Default `toolfit:call:`. */
  readonly prefix?: string
  /** From when a signature was kept. Default a day. */
  readonly ttlMs?: number
  /** A Redis that takes longer is done without. Default 250. */
  readonly timeoutMs?: number
  /** Called when Redis cannot be used any more, with the reason, once until it is back. */
  readonly onDown?: (reason: string) => void
  /** Called when it can be used again. */
  readonly onUp?: () => void
}

export interface RedisSignatureStore extends SignatureStore {
  /** Connects now, and not with the first use: `onDown` tells at once where that fails. Never rejects, and waits no longer than others. */
  connect(): Promise<void>
  close(): Promise<void>
}

const day = 24 * 60 * 60 * 1000

/**
 * Keeps signatures in Redis, so that any number of gateways know each other's. Never rejects and never waits long: where Redis is gone
 * or slow, nothing is known, and the gateway goes on with the documented bypass. It connects with the first use, and comes back by itself.
 *
 * @throws ToolfitError `option-invalid` for a URL that is none of Redis.
 *
 * @example
 * ```ts
 * import { createGateway } from 'toolfit/gateway'
 * import { createRedisSignatureStore } from 'toolfit/gateway/redis'
 *
 * const signatures = createRedisSignatureStore({ url: 'redis://localhost:6379' })
 * const gateway = createGateway({ apiKey: process.env.GEMINI_API_KEY, signatures })
 * ```
 */
export function createRedisSignatureStore(options: RedisStoreOptions): RedisSignatureStore {
  const { prefix = 'toolfit:call:', ttlMs = day } = options
  refuseOtherUrls(options.url)
  const connection = createConnection(options)
  // A client cannot have braces in its part: what stands in them is the slot, so one command reads all keys of a client.
  const keyOf = (client: string, callId: string) => `${prefix}{${encodeURIComponent(client)}}:${callId}`
  return {
    async get(client, callIds) {
      const known = new Map<string, string>()
      if (callIds.length === 0) return known
      const values = await connection.run((redis) => redis.mGet(callIds.map((id) => keyOf(client, id))))
      callIds.forEach((id, index) => {
        const value = values?.[index]
        if (typeof value === 'string') known.set(id, value)
      })
      return known
    },
    async set(client, entries) {
      if (entries.size === 0) return
      const expiration = { type: 'PX', value: ttlMs } as const
      // Of one tick: the client sends them together.
      await connection.run((redis) =>
        Promise.all([...entries].map(([id, value]) => redis.set(keyOf(client, id), value, { expiration }))),
      )
    },
    async connect() {
      await connection.run((redis) => redis.ping())
    },
    close: () => connection.close(),
  }
}

/** Errors do not quote it: there may be a password in it. */
function refuseOtherUrls(url: string): void {
  if (URL.canParse(url) && /^rediss?:$/.test(new URL(url).protocol)) return
  const message = 'The URL of Redis must be redis://host:port or rediss://host:port.'
  throw new ToolfitError('option-invalid', message, { option: 'url' })
}

type Redis = ReturnType<typeof openClient>

function openClient(url: string) {
  return createClient({
    url,
    socket: { connectTimeout: 2_000, reconnectStrategy: (retries) => delayBefore(retries) },
    // What waits in a queue has no use any more when it is sent: the request that wanted it has gone on.
    disableOfflineQueue: true,
    commandsQueueMaxLength: 10_000,
  })
}

/** From 50 ms to 2 s. Gateways that lost Redis together do not come back together. */
function delayBefore(retries: number): number {
  const longest = Math.min(50 * 2 ** Math.min(retries, 10), 2_000)
  return longest / 2 + (Math.random() * longest) / 2
}

/** A Redis that was too late is left alone for so long: not every request has to find out. */
const pauseMs = 1_000

/** It is back when nothing has failed for so long. */
const settledMs = 1_000

/** So many commands in a row that were not answered: the connection is dead, and TCP may take minutes to say so. */
const deadAfter = 3

interface Connection {
  /** What Redis answers; undefined where it does not. Never rejects. */
  run<T>(command: (redis: Redis) => Promise<T>): Promise<T | undefined>
  close(): Promise<void>
}

function createConnection(options: RedisStoreOptions): Connection {
  const { url, timeoutMs = 250 } = options
  const health = createHealth(options)
  let redis: Redis | undefined
  let opening: Promise<unknown> | undefined
  let pausedUntil = 0
  let late = 0

  const open = (): Redis => {
    const client = openClient(url)
    // Without a listener an error would end the process.
    client.on('error', health.fail)
    // It tries again by itself, and rejects only when it is closed meanwhile.
    opening = client.connect().catch(health.fail)
    return client
  }
  const leave = () => {
    if (redis?.isOpen) redis.destroy()
    redis = undefined
    late = 0
  }
  return {
    async run(command) {
      if (health.isClosed() || Date.now() < pausedUntil) return undefined
      redis ??= open()
      const current = redis
      try {
        // The first requests wait for the connection; one that broke is not waited for.
        if (!current.isReady && !health.isDown()) await within(opening!, timeoutMs)
        if (!current.isReady) return undefined
        const answer = await within(command(current), timeoutMs)
        late = 0
        health.succeed()
        return answer
      } catch (error) {
        health.fail(error)
        if (!(error instanceof TooLate)) return undefined
        pausedUntil = Date.now() + pauseMs
        if (++late >= deadAfter && redis === current) leave()
        return undefined
      }
    },
    async close() {
      health.close()
      leave()
    },
  }
}

/** Whether Redis can be used, and who is told when that changes. */
interface Health {
  isDown(): boolean
  isClosed(): boolean
  fail(error: unknown): void
  succeed(): void
  /** Nobody is told any more. */
  close(): void
}

function createHealth({ url, onDown, onUp }: RedisStoreOptions): Health {
  const secrets = secretsIn({}, url)
  let state: 'up' | 'down' | 'closed' = 'up'
  let failedAt = 0
  return {
    isDown: () => state === 'down',
    isClosed: () => state === 'closed',
    fail(error) {
      failedAt = Date.now()
      if (state !== 'up') return
      state = 'down'
      onDown?.(maskSecrets(error instanceof Error ? error.message : String(error), secrets))
    },
    succeed() {
      // A Redis that is full answers every other command: that is not back.
      if (state !== 'down' || Date.now() - failedAt < settledMs) return
      state = 'up'
      onUp?.()
    },
    close() {
      state = 'closed'
    },
  }
}

class TooLate extends Error {}

/** Whatever comes later is nobody's. */
async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TooLate(`Redis did not answer within ${ms} ms.`)), ms)
  })
  work.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
