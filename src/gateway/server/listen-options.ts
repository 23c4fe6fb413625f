/** How a server listens, and what it puts up with. */
export interface ListenOptions {
  /** Default 0: one that is free. */
  readonly port?: number | undefined
  /** Default `127.0.0.1`: this machine only. */
  readonly host?: string | undefined
  /** A request whose head has not arrived by then is a 408. Default 10,000. */
  readonly headersTimeoutMs?: number | undefined
  /** A request that has not arrived whole by then is a 408. Default 300,000. */
  readonly requestTimeoutMs?: number | undefined
  /** A body that trickles is a 408: it has so long, and a second more for every kilobyte that came. Default 10,000. */
  readonly slowBodyMs?: number | undefined
  /** A client that reads nothing of its answer for so long is left. Default 120,000. */
  readonly readTimeoutMs?: number | undefined
  /** How long a connection is kept for the next request. Default 65,000: longer than load balancers keep theirs. */
  readonly keepAliveTimeoutMs?: number | undefined
  /** Requests at the same time; more are a 503. Default 10,000. */
  readonly maxRequests?: number | undefined
  /**
   * How long connections may keep waiting, as in a burst. After that, new requests are a 503 until none waits. Default: as long as they
   * like. Clients that open a connection for each request look like an overload too, so it is for those who know theirs.
   */
  readonly maxQueueMs?: number | undefined
  /** Paths that are answered under overload too: whoever watches over the server must not take it for dead. */
  readonly vitalPaths?: readonly string[] | undefined
  /** How long `close` waits for answers that are under way. Default 30,000. */
  readonly graceMs?: number | undefined
  /** Told of what no request should bring about: a fault of the handler. The client is told nothing of it. */
  readonly onFault?: ((error: unknown) => void) | undefined
  /** Told when requests begin to be refused because there are too many. */
  readonly onOverload?: (() => void) | undefined
}

/** The numbers among them, with their defaults. */
export type ListenLimits = { readonly [Name in LimitName]: number }

type LimitName = Exclude<keyof ListenOptions, 'port' | 'host' | 'vitalPaths' | 'onFault' | 'onOverload'>

const defaults: ListenLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 300_000,
  slowBodyMs: 10_000,
  readTimeoutMs: 120_000,
  keepAliveTimeoutMs: 65_000,
  maxRequests: 10_000,
  maxQueueMs: Number.POSITIVE_INFINITY,
  graceMs: 30_000,
}

export function limitsOf(options: ListenOptions): ListenLimits {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return { ...defaults, ...Object.fromEntries(given) }
}
