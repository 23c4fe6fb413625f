import {
  type ClientLimits,
  type ClientUsage,
  longestPlaceMs,
  minuteMs,
  type RateLimitStore,
  type WantedUse,
} from './rate-limit-store.ts'

/** A {@link RateLimitStore} in the memory of one process, which never fails. */
export interface MemoryRateLimitStore extends RateLimitStore {
  take(client: string, limits: ClientLimits, wanted: WantedUse): Promise<ClientUsage>
  /** How many clients are counted now. */
  size(): number
}

interface ClientCounts {
  /** What is left, at the time `at`. */
  requests: number
  tokens: number
  at: number
  /** Requests that are under way, and when their places are free at the latest. */
  readonly places: Map<string, number>
}

/** Clients are those of configured keys. Beyond this many, the one that was seen least recently is dropped. */
const mostClients = 10_000

/** Counts in memory: for a gateway of one process, and for one whose Redis is unavailable. */
export function createMemoryRateLimitStore({ now = Date.now }: { now?: () => number } = {}): MemoryRateLimitStore {
  const clients = new Map<string, ClientCounts>()
  const refill = (client: string, limits: ClientLimits): ClientCounts => {
    const time = now()
    const counts = clients.get(client) ?? createCounts(limits, time)
    // A clock that is set back gives nothing.
    const share = Math.max(0, time - counts.at) / minuteMs
    counts.requests = refilled(counts.requests, limits.requestsPerMinute, share)
    counts.tokens = refilled(counts.tokens, limits.tokensPerMinute, share)
    counts.at = time
    // The last entry of the map is the most recently seen.
    clients.delete(client)
    clients.set(client, counts)
    if (clients.size > mostClients) clients.delete(leastNeeded(clients))
    return counts
  }
  return {
    async take(client, limits, wanted) {
      const counts = refill(client, limits)
      const refusal = findRefusal(counts, limits, wanted, now())
      if (refusal === undefined) {
        counts.requests -= wanted.requests
        counts.tokens -= wanted.tokens
        if (wanted.place !== undefined) counts.places.set(wanted.place, now() + longestPlaceMs)
      }
      return {
        refusedBy: undefined,
        waitMs: 0,
        ...refusal,
        requests: whole(counts.requests),
        tokens: whole(counts.tokens),
      }
    },
    async settle(client, limits, { tokens, place }) {
      if (!clients.has(client)) return
      const counts = refill(client, limits)
      counts.tokens = Math.min(limits.tokensPerMinute, counts.tokens + tokens)
      if (place !== undefined) counts.places.delete(place)
    },
    size: () => clients.size,
  }
}

function createCounts({ requestsPerMinute, tokensPerMinute }: ClientLimits, at: number): ClientCounts {
  return { requests: requestsPerMinute, tokens: tokensPerMinute, at, places: new Map() }
}

function refilled(level: number, limit: number, share: number): number {
  return Number.isFinite(limit) ? Math.min(limit, level + limit * share) : limit
}

type Refusal = Pick<ClientUsage, 'refusedBy' | 'waitMs'>

function findRefusal(counts: ClientCounts, limits: ClientLimits, wanted: WantedUse, now: number): Refusal | undefined {
  const { requestsPerMinute, tokensPerMinute, concurrentRequests } = limits
  if (wanted.place !== undefined && counts.places.size >= concurrentRequests) {
    for (const [place, until] of counts.places) if (until <= now) counts.places.delete(place)
    // When a request ends is not known.
    if (counts.places.size >= concurrentRequests) return { refusedBy: 'concurrent', waitMs: 1_000 }
  }
  const requestsWait = waitFor(counts.requests, wanted.requests, requestsPerMinute)
  if (requestsWait > 0) return { refusedBy: 'requests', waitMs: requestsWait }
  const tokensWait = waitFor(counts.tokens, wanted.tokens, tokensPerMinute)
  return tokensWait > 0 ? { refusedBy: 'tokens', waitMs: tokensWait } : undefined
}

/** What is left in full, rounding errors aside. */
function whole(level: number): number {
  return Math.floor(level + 1e-6)
}

/** How long until a bucket has what is wanted, or is full. */
function waitFor(level: number, wanted: number, limit: number): number {
  const missing = Math.min(wanted, limit) - level
  // A rounding error is not worth a wait.
  return wanted > 0 && missing > 1e-6 ? Math.ceil((missing / limit) * minuteMs - 1e-3) : 0
}

/** The client that was seen least recently, of those that have no request under way where there is one. */
function leastNeeded(clients: ReadonlyMap<string, ClientCounts>): string {
  for (const [client, { places }] of clients) if (places.size === 0) return client
  return clients.keys().next().value!
}
