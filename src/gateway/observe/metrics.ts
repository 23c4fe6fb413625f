import { createRegistry, type Labels, type Registry } from './prometheus.ts'
import type { RecordedUsage, RequestRecord } from './request-record.ts'

export interface GatewayMetrics {
  /** A request arrived. Each is followed by one {@link observe}. */
  begin(): void
  /** A request was answered. */
  observe(record: RequestRecord): void
  /** The store of signatures failed. */
  countStoreError(): void
  /** The store of rate limits failed: the gateway counts for itself. */
  countRateLimitStoreError(): void
  /** A client reached one of its limits. */
  countLimited(client: string, limit: string): void
  /** For `GET /metrics`, with {@link metricsType}. */
  render(): string
}

/** Values that are read when the metrics are. */
export interface MetricsSources {
  /** Keys of the upstream, by their state. */
  readonly keys?: () => Readonly<Record<string, number>>
  /** Circuits that are not closed, by state. */
  readonly circuits?: () => Readonly<Record<string, number>>
  /** The size of a store in memory. */
  readonly store?: () => { readonly entries: number; readonly bytes: number }
  /** How often a store failed without rejecting. */
  readonly storeErrors?: (() => number) | undefined
}

export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

/** Seconds. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]

type Cell = (amount: number) => void

/** Where the requests of one kind are counted: to look for each series with every request takes longer than to count. */
interface Cells {
  request?: Cell
  duration?: Cell
  firstByte?: Cell
  tries?: Cell
  tokens?: readonly (readonly [keyof RecordedUsage, Cell])[]
}

/** Kinds of requests whose places are known. Models may be many. */
const mostKinds = 500

const tokenKinds = [
  ['inputTokens', 'input'],
  ['cachedTokens', 'cached'],
  ['outputTokens', 'output'],
  ['reasoningTokens', 'reasoning'],
] as const

/**
 * Counts requests, times, tokens and keys for Prometheus. Labels are routes, states and models that exist, and never a part of a key or
 * a prompt.
 */
export function createMetrics(sources: MetricsSources = {}): GatewayMetrics {
  const registry = createRegistry()
  let inFlight = 0
  let rejected = 0
  const requests = registry.counter('toolfit_requests_total', 'Requests that were answered.')
  const duration = registry.histogram('toolfit_request_duration_seconds', 'Until the end of the answer.', durations)
  const firstByte = registry.histogram('toolfit_first_byte_seconds', 'Until the head of the answer.', durations)
  const tokens = registry.counter('toolfit_tokens_total', 'Tokens, as Gemini counts them.')
  const tries = registry.counter('toolfit_upstream_tries_total', 'How often Gemini was asked.')
  const ignored = registry.counter('toolfit_ignored_parameters_total', 'Parameters of requests that had no effect.')
  const repairs = registry.counter('toolfit_history_repairs_total', 'Requests whose history was repaired, by rule.')
  const rateLimitStoreErrors = registry.counter(
    'toolfit_rate_limit_store_errors_total',
    'Failures of the store of rate limits.',
  )
  const limited = registry.counter('toolfit_rate_limited_total', 'Requests beyond a limit, by client and limit.')
  registry.gauge('toolfit_requests_in_flight', 'Requests that are being answered.', () => [[{}, inFlight]])
  readSources(registry, { ...sources, storeErrors: () => rejected + (sources.storeErrors?.() ?? 0) })
  const known = new Map<string, Cells>()
  const cellsOf = (key: string): Cells => {
    const cells = known.get(key) ?? {}
    if (known.size < mostKinds) known.set(key, cells)
    return cells
  }
  return {
    begin() {
      inFlight++
    },
    observe(record) {
      inFlight--
      const { route, method, status, outcome, stream = false, model = 'none', usage } = record
      const own = cellsOf(`${route} ${method} ${status} ${outcome} ${stream} ${model}`)
      own.request ??= requests.at({ route, method, status, outcome, stream })
      own.request(1)
      own.duration ??= duration.at({ route, stream })
      own.duration(record.durationMs / 1000)
      if (record.firstByteMs !== undefined) {
        own.firstByte ??= firstByte.at({ route, stream })
        own.firstByte(record.firstByteMs / 1000)
      }
      if (record.tries !== undefined) {
        own.tries ??= tries.at({ model })
        own.tries(record.tries)
      }
      for (const parameter of record.ignored ?? []) ignored.add({ parameter })
      for (const rule of record.repaired ?? []) repairs.add({ rule })
      if (usage === undefined) return
      own.tokens ??= tokenKinds.map(([kind, label]) => [kind, tokens.at({ model, kind: label })])
      for (const [kind, add] of own.tokens) add(usage[kind])
    },
    countStoreError() {
      rejected++
    },
    countRateLimitStoreError: () => rateLimitStoreErrors.add({}),
    countLimited: (client, limit) => limited.add({ client, limit }),
    render: registry.render,
  }
}

function readSources(registry: Registry, { keys, circuits, store, storeErrors = () => 0 }: MetricsSources): void {
  registry.total('toolfit_signature_store_errors_total', 'Failures of the store of signatures.', storeErrors)
  if (keys !== undefined) registry.gauge('toolfit_upstream_keys', 'Keys of Gemini, by state.', () => byState(keys()))
  if (circuits !== undefined) {
    registry.gauge(
      'toolfit_upstream_circuits',
      'Circuits that are not closed, of models and of clients, by state.',
      () => byState(circuits()),
    )
  }
  if (store !== undefined) {
    registry.gauge('toolfit_signature_store_entries', 'Calls in the store.', () => [[{}, store().entries]])
    registry.gauge('toolfit_signature_store_bytes', 'What they take.', () => [[{}, store().bytes]])
  }
}

function byState(states: Readonly<Record<string, number>>): (readonly [Labels, number])[] {
  return Object.entries(states).map(([state, count]) => [{ state }, count])
}
