import { createClient } from 'redis'
import { ToolfitError } from '../../core/errors.ts'
import { parseUrl } from '../../core/parse-url.ts'
import { createMask, secretsIn } from '../../models/http/secrets.ts'
import type { RateLimitStore } from './rate-limit-store.ts'
import { createRedisRateLimits } from './redis-rate-limits.node.ts'
import type { SignatureStore } from './signature-store.ts'

/** Which Redis, and how long to wait for it. */
export interface RedisStoreOptions {
  /** `redis://[[user]:password@]host[:port][/database]`, or `rediss:` for TLS. */
  readonly url: string
  /** The prefix of the keys of signatures. Default `toolfit:call:`. */
  readonly prefix?: string
  /** How long a signature is stored. Default a day. */
  readonly ttlMs?: number
  /** After this time the request goes on without Redis. Default 250. */
  readonly timeoutMs?: number
  /** Called once when Redis becomes unavailable, with the reason. */
  readonly onDown?: (reason: string) => void
  /** Called when it is available again. */
  readonly onUp?: () => void
}

export interface RedisSignatureStore extends SignatureStore {
  /** Connects now, and not with the first use, so that `onDown` is called at once if that fails. Never rejects. */
  connect(): Promise<void>
  check(): Promise<void>
  errors(): number
  close(): Promise<void>
}

const day = 24 * 60 * 60 * 1000

/**
 * Stores signatures in Redis, so that several gateways can share them. Never rejects and never waits long: without Redis, or with a slow
 * one, calls get the documented bypass. It connects with the first use, and reconnects by itself.
 *
 * @throws ToolfitError `option-invalid` for a URL that is not a Redis URL.
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
  const { signatures, connect, close } = createRedisStores(options)
  return { ...signatures, connect, close }
}

/** All that a gateway stores in Redis, over one connection. */
export interface RedisStores extends Pick<RedisSignatureStore, 'connect' | 'close'> {
  readonly signatures: Omit<RedisSignatureStore, 'connect' | 'close'>
  /** Counts what clients use, so that their limits are those of all gateways together. */
  readonly rateLimits: RateLimitStore
}

/**
 * Stores signatures in Redis, as `createRedisSignatureStore` does, and counts what clients use. While Redis is unavailable, each gateway
 * counts for itself.
 *
 * @throws ToolfitError `option-invalid` for a URL that is not a Redis URL.
 *
 * @example
 * ```ts
 * import { createGateway } from 'toolfit/gateway'
 * import { createRedisStores } from 'toolfit/gateway/redis'
 *
 * const { signatures, rateLimits } = createRedisStores({ url: 'redis://localhost:6379' })
 * const gateway = createGateway({ apiKey: process.env.GEMINI_API_KEY, signatures, rateLimitStore: rateLimits })
 * ```
 */
export function createRedisStores(options: RedisStoreOptions): RedisStores {
  refuseOtherUrls(options.url)
  const connection = createConnection(options)
  return {
    signatures: createSignatures(connection, options),
    rateLimits: createRedisRateLimits(connection.run),
    async connect() {
      await connection.run((redis) => redis.ping())
    },
    close: () => connection.close(),
  }
}

function createSignatures(connection: Connection, options: RedisStoreOptions): RedisStores['signatures'] {
  const { prefix = 'toolfit:call:', ttlMs = day } = options
  // Redis Cluster picks the slot by the part in braces, so one command reads all keys of a client. Encoding keeps braces out of it.
  const keyOf = (client: string, callId: string) => `${prefix}{${encodeURIComponent(client)}}:${callId}`
  let errors = 0
  /** Undefined without Redis, which is counted: the gateway cannot see it, because nothing rejects. */
  const run: Connection['run'] = async (command) => {
    const answer = await connection.run(command)
    if (answer === undefined && !connection.isClosed()) errors++
    return answer
  }
  return {
    async get(client, callIds) {
      const found = new Map<string, string>()
      if (callIds.length === 0) return found
      const values = await run((redis) => redis.mGet(callIds.map((id) => keyOf(client, id))))
      callIds.forEach((id, index) => {
        const value = values?.[index]
        if (typeof value === 'string') found.set(id, value)
      })
      return found
    },
    async set(client, entries) {
      if (entries.size === 0) return
      const expiration = { type: 'PX', value: ttlMs } as const
      // Commands of one tick are sent together.
      await run((redis) =>
        Promise.all([...entries].map(([id, value]) => redis.set(keyOf(client, id), value, { expiration }))),
      )
    },
    async check() {
      if ((await connection.run((redis) => redis.ping())) === undefined) throw new Error('Redis does not answer.')
    },
    errors: () => errors,
  }
}

/** Neither the URL, which may have a password, nor the error of the client, which may quote it, is part of the error. */
function refuseOtherUrls(url: string): void {
  try {
    if (/^rediss?:$/.test(parseUrl(url)?.protocol ?? '')) return void openClient(url)
  } catch {
    // Refused by the client: a database that is not a number, a password that is not percent-encoded.
  }
  const message =
    'The URL of Redis must be redis://host:port, or rediss: for TLS. It may have a user and a password, percent-encoded, and the number of a database: redis://user:password@host:port/0.'
  throw new ToolfitError('option-invalid', message, { option: 'url' })
}

type Redis = ReturnType<typeof openClient>

function openClient(url: string) {
  return createClient({
    url,
    socket: { connectTimeout: 2_000, reconnectStrategy: (retries) => delayBefore(retries) },
    // By the time a queued command is sent, its request has gone on.
    disableOfflineQueue: true,
    commandsQueueMaxLength: 10_000,
  })
}

/** From 50 ms to 2 s, with jitter: gateways that lost Redis together do not reconnect together. */
function delayBefore(retries: number): number {
  const longest = Math.min(50 * 2 ** Math.min(retries, 10), 2_000)
  return longest / 2 + (Math.random() * longest) / 2
}

/** How long a Redis that was too late is not asked, so that not every request waits for it. */
const pauseMs = 1_000

/** Redis counts as available when nothing has failed for this long. */
const settledMs = 1_000

/** After this many unanswered commands in a row the connection is dead. TCP may take minutes to notice. */
const deadAfter = 3

interface Connection {
  /** The answer of Redis; undefined without one. Never rejects. */
  run<T>(command: (redis: Redis) => Promise<T>): Promise<T | undefined>
  isClosed(): boolean
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
    // It reconnects by itself, and rejects only when it is closed meanwhile.
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
        // The first requests wait for the connection. Later ones do not wait for it to come back.
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
    isClosed: () => health.isClosed(),
    async close() {
      health.close()
      leave()
    },
  }
}

/** Whether Redis is available. Calls `onDown` and `onUp` when that changes. */
interface Health {
  isDown(): boolean
  isClosed(): boolean
  fail(error: unknown): void
  succeed(): void
  /** Ends the calls of `onDown` and `onUp`. */
  close(): void
}

function createHealth({ url, onDown, onUp }: RedisStoreOptions): Health {
  const mask = createMask(secretsIn({}, url))
  let state: 'up' | 'down' | 'closed' = 'up'
  let failedAt = 0
  return {
    isDown: () => state === 'down',
    isClosed: () => state === 'closed',
    fail(error) {
      failedAt = Date.now()
      if (state !== 'up') return
      state = 'down'
      onDown?.(mask(error instanceof Error ? error.message : String(error)))
    },
    succeed() {
      // A full Redis answers every other command, and is not available.
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

/** A later result is ignored. */
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
