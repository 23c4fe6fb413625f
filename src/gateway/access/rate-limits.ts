import { RefusedRequest } from '../refused-request.ts'
import {
  type ClientLimits,
  type ClientUsage,
  minuteMs,
  type RateLimitStore,
  type RateLimits,
  type WantedUse,
} from '../stores/rate-limit-store.ts'
import type { Client } from './client-keys.ts'
import { createOwedPlaces, type OwedPlaces } from './owed-places.ts'

/** More than one user needs, and less than a gateway can do. */
const defaults: ClientLimits = { requestsPerMinute: 6_000, tokensPerMinute: 40_000_000, concurrentRequests: 500 }

const unlimited: ClientLimits = {
  requestsPerMinute: Number.POSITIVE_INFINITY,
  tokensPerMinute: Number.POSITIVE_INFINITY,
  concurrentRequests: Number.POSITIVE_INFINITY,
}

export type LimitName = NonNullable<ClientUsage['refusedBy']>

export interface RateLimiterOptions {
  /** For all clients. False: none, unless a client has its own. */
  readonly limits: RateLimits | false | undefined
  /** Clients have keys. Otherwise they are one client, which has no limits but those that are set. */
  readonly hasKeys: boolean
  /** Counts for several gateways. */
  readonly store: RateLimitStore | undefined
  /** Counts where there is no store, or it fails. */
  readonly memory: RateLimitStore
  onStoreError(error: unknown): void
  onLimit(client: Client, limit: LimitName): void
}

export interface RateLimiter {
  /**
   * Counts a request that begins. Undefined for a client without limits.
   *
   * @throws RefusedRequest of status 429 for a client that has used its share.
   */
  begin(client: Client, requestId: string): Promise<ClientShare | undefined>
}

/** What one request takes of its client's share. */
export interface ClientShare {
  /**
   * Reserves the tokens of a call, before the model is asked.
   *
   * @throws RefusedRequest of status 429 where they are used up.
   */
  reserve(estimate: () => number): Promise<void>
  /** The request is over. Undefined: how many tokens it took is not known, and the estimate stays. */
  end(usedTokens: number | undefined): void
  /** OpenAI's headers: what the limits are, and what is left. */
  headers(): Record<string, string>
}

export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { limits, hasKeys } = options
  // Without keys there are no others to be fair to.
  const general = { ...(hasKeys && limits !== false ? defaults : unlimited), ...said(limits) }
  const owed = options.store && createOwedPlaces(options.store)
  return {
    async begin(client, requestId) {
      const own = client.limits === undefined ? general : { ...general, ...said(client.limits) }
      if (!Object.values(own).some(Number.isFinite)) return undefined
      const share = new Share(client, own, requestId, { ...options, owed })
      await share.take({ requests: 1, tokens: 0, place: requestId })
      return share
    },
  }
}

/** The limits that are set. */
function said(limits: RateLimits | false | undefined): Partial<ClientLimits> {
  const set = Object.entries(limits === false ? {} : (limits ?? {})).filter(
    ([name, limit]) => Object.hasOwn(defaults, name) && limit !== undefined,
  )
  return Object.fromEntries(set)
}

interface ShareOptions extends RateLimiterOptions {
  readonly owed: OwedPlaces | undefined
}

class Share implements ClientShare {
  readonly #client: Client
  readonly #limits: ClientLimits
  readonly #requestId: string
  readonly #options: ShareOptions
  #usage: ClientUsage | undefined
  #reserved = 0
  /** Who counted the request, and who counted its tokens: not the same where a store failed in between. */
  #placeStore: RateLimitStore | undefined
  #tokenStore: RateLimitStore | undefined

  constructor(client: Client, limits: ClientLimits, requestId: string, options: ShareOptions) {
    this.#client = client
    this.#limits = limits
    this.#requestId = requestId
    this.#options = options
  }

  async take(wanted: WantedUse): Promise<void> {
    const { store, memory, onLimit } = this.#options
    const shared = await this.#takeShared(wanted)
    const usage = shared ?? (await memory.take(this.#client.id, this.#limits, wanted))
    this.#usage = usage
    if (usage?.refusedBy !== undefined) {
      onLimit(this.#client, usage.refusedBy)
      throw limitReached(usage, this.#limits, wanted, this.headers())
    }
    const counted = shared === undefined ? memory : store
    if (wanted.place !== undefined) this.#placeStore = counted
    else this.#tokenStore = counted
  }

  async reserve(estimate: () => number): Promise<void> {
    if (!Number.isFinite(this.#limits.tokensPerMinute)) return
    const tokens = estimate()
    await this.take({ requests: 0, tokens })
    this.#reserved += tokens
  }

  end(usedTokens: number | undefined): void {
    const tokens = usedTokens === undefined ? 0 : this.#reserved - usedTokens
    const tokenStore = this.#tokenStore ?? this.#placeStore
    const isOne = tokenStore === this.#placeStore
    this.#settle(this.#placeStore, { tokens: isOne ? tokens : 0, place: this.#requestId })
    if (!isOne) this.#settle(tokenStore, { tokens })
  }

  #settle(store: RateLimitStore | undefined, unused: Pick<WantedUse, 'tokens' | 'place'>): void {
    const settled = store?.settle(this.#client.id, this.#limits, unused)
    settled?.catch((error: unknown) => {
      this.#options.onStoreError(error)
      if (store === this.#options.store) this.#owe(unused.place)
    })
  }

  #owe(place: string | undefined): void {
    if (place !== undefined) this.#options.owed?.add(this.#client.id, this.#limits, place)
  }

  headers(): Record<string, string> {
    const { requestsPerMinute, tokensPerMinute } = this.#limits
    return {
      ...headersOf('requests', requestsPerMinute, this.#usage?.requests ?? requestsPerMinute),
      ...headersOf('tokens', tokensPerMinute, this.#usage?.tokens ?? tokensPerMinute),
    }
  }

  /** Undefined where there is no store, or it cannot count now. */
  async #takeShared(wanted: WantedUse): Promise<ClientUsage | undefined> {
    const { store, owed, onStoreError } = this.#options
    if (store === undefined) return undefined
    try {
      const usage = await store.take(this.#client.id, this.#limits, wanted)
      if (usage === undefined) throw new Error('The store of rate limits is unavailable.')
      void owed?.giveBack()
      return usage
    } catch (error) {
      onStoreError(error)
      // It may count the request later, when nobody waits for its answer any more.
      this.#owe(wanted.place)
      return undefined
    }
  }
}

function headersOf(kind: 'requests' | 'tokens', limit: number, left: number): Record<string, string> {
  if (!Number.isFinite(limit)) return {}
  return {
    [`x-ratelimit-limit-${kind}`]: String(limit),
    [`x-ratelimit-remaining-${kind}`]: String(Math.max(0, left)),
    [`x-ratelimit-reset-${kind}`]: formatDuration(((limit - left) / limit) * minuteMs),
  }
}

/**
 * A time as OpenAI writes it.
 *
 * @example
 * ```ts
 * formatDuration(360_000) // '6m0s'
 * formatDuration(8_640) // '8.64s'
 * formatDuration(20) // '20ms'
 * ```
 */
export function formatDuration(ms: number): string {
  const whole = Math.max(0, Math.ceil(ms))
  if (whole < 1_000) return `${whole}ms`
  const minutes = Math.floor(whole / 60_000)
  const seconds = `${(whole % 60_000) / 1_000}s`
  return minutes === 0 ? seconds : `${minutes}m${seconds}`
}

const limitTitles: Readonly<Record<LimitName, string>> = {
  requests: 'requests per min (RPM)',
  tokens: 'tokens per min (TPM)',
  concurrent: 'concurrent requests',
}

function limitReached(
  { refusedBy = 'requests', waitMs, requests, tokens }: ClientUsage,
  limits: ClientLimits,
  wanted: WantedUse,
  headers: Record<string, string>,
): RefusedRequest {
  const detail = {
    requests: `Limit ${limits.requestsPerMinute}, Remaining ${Math.max(0, requests)}`,
    tokens: `Limit ${limits.tokensPerMinute}, Remaining ${Math.max(0, tokens)}, Requested ${wanted.tokens}`,
    concurrent: `Limit ${limits.concurrentRequests}`,
  }[refusedBy]
  const seconds = Math.ceil(waitMs / 1_000)
  const message = `Rate limit reached on ${limitTitles[refusedBy]}: ${detail}. Please try again in ${formatDuration(waitMs)}.`
  const retry = { 'retry-after': String(seconds), 'retry-after-ms': String(waitMs) }
  const wire = { message, code: 'rate_limit_exceeded', statusCode: 429, isRetryable: true }
  return new RefusedRequest(wire, { ...headers, ...retry })
}
