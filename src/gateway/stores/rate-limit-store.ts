/** What each client may use: fair shares of one gateway. `Infinity`: no limit. */
export interface RateLimits {
  /** Default 6,000. */
  readonly requestsPerMinute?: number | undefined
  /** Tokens of prompts and answers. Default 40,000,000. */
  readonly tokensPerMinute?: number | undefined
  /** Requests that are under way at the same time. Default 500. */
  readonly concurrentRequests?: number | undefined
}

/** The same with its defaults. */
export interface ClientLimits {
  readonly requestsPerMinute: number
  readonly tokensPerMinute: number
  readonly concurrentRequests: number
}

/** What a client wants to use now. */
export interface WantedUse {
  readonly requests: number
  readonly tokens: number
  /** The id of a request that begins, and takes a place among those at once. */
  readonly place?: string | undefined
}

/** What is left for a client. */
export interface ClientUsage {
  /** The limit that does not allow what was wanted; nothing was taken then. */
  readonly refusedBy?: 'requests' | 'tokens' | 'concurrent' | undefined
  /** How long until it is allowed. Zero where it was taken. */
  readonly waitMs: number
  /** Requests that are left now. */
  readonly requests: number
  /** Tokens that are left now. Negative: the client has used more than its limit. */
  readonly tokens: number
}

/**
 * Counts what clients use. A limit by minute is a bucket: it is full at the start, and refills evenly within a minute. A client is an
 * opaque id, never a key that a client sends.
 *
 * A store that cannot count at the moment returns undefined, or rejects: the gateway counts in its own memory then.
 */
export interface RateLimitStore {
  /** Takes all that is wanted, or nothing. More tokens than the limit are allowed by a full bucket, which is in debt then. */
  take(client: string, limits: ClientLimits, wanted: WantedUse): Promise<ClientUsage | undefined>
  /** A request is over: its place is free, and the tokens that it did not use are given back (negative: it used more). */
  settle(client: string, limits: ClientLimits, unused: Pick<WantedUse, 'tokens' | 'place'>): Promise<void>
}

/** A place that was never given back, because its process ended, is free after so long. */
export const longestPlaceMs = 60 * 60 * 1000

export const minuteMs = 60_000
