/** How a server listens, and its limits. */
export interface ListenOptions {
  /** Default 0: any free port. */
  readonly port?: number | undefined
  /** Default `127.0.0.1`: this machine only. */
  readonly host?: string | undefined
  /** A request whose head takes longer is answered with 408. Default 10,000. */
  readonly headersTimeoutMs?: number | undefined
  /** A request that takes longer to arrive as a whole is answered with 408. Default 300,000. */
  readonly requestTimeoutMs?: number | undefined
  /** A body of which less than 4 kB a second arrive over this time is answered with 408. Default 10,000. */
  readonly slowBodyMs?: number | undefined
  /** A client that reads nothing of its response for this long is disconnected. Default 120,000. */
  readonly readTimeoutMs?: number | undefined
  /** How long an idle connection stays open. Default 65,000: longer than load balancers keep theirs. */
  readonly keepAliveTimeoutMs?: number | undefined
  /** Concurrent requests; further ones are answered with 503, as are those beyond 4,096 that wait. Default 10,000. */
  readonly maxRequests?: number | undefined
  /**
   * How long a request may wait until the server gets to it. One that has waited longer is answered with 503, if requests have been
   * waiting for twice as long without a break: a burst is worked off. Default 2,000; `Infinity` for no limit.
   */
  readonly maxQueueMs?: number | undefined
  /** Paths that are served under overload too, so that a health check does not fail. */
  readonly vitalPaths?: readonly string[] | undefined
  /** How long `close` waits for responses in progress. Default 30,000. */
  readonly graceMs?: number | undefined
  /** Called with errors of the handler. The client gets a 500 without details. */
  readonly onFault?: ((error: unknown) => void) | undefined
  /** Called when the server starts to refuse requests because there are too many. */
  readonly onOverload?: (() => void) | undefined
}

/** The numeric options, with their defaults. */
export type ListenLimits = { readonly [Name in LimitName]: number }

type LimitName = Exclude<keyof ListenOptions, 'port' | 'host' | 'vitalPaths' | 'onFault' | 'onOverload'>

const defaults: ListenLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 300_000,
  slowBodyMs: 10_000,
  readTimeoutMs: 120_000,
  keepAliveTimeoutMs: 65_000,
  maxRequests: 10_000,
  maxQueueMs: 2_000,
  graceMs: 30_000,
}

export function limitsOf(options: ListenOptions): ListenLimits {
  const set = Object.entries(options).filter(([, value]) => value !== undefined)
  return { ...defaults, ...Object.fromEntries(set) }
}
