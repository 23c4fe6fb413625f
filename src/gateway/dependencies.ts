import { type BrowserGuard, createBrowserGuard } from '../core/browser-guard.ts'
import { endpointFor } from '../models/gemini/gemini-endpoint.ts'
import { anybody, type Client, type ClientKeys, createClientKeys } from './access/client-keys.ts'
import { createRateLimiter, type RateLimiter } from './access/rate-limits.ts'
import { createCircuitBreaker } from './ask/circuit-breaker.ts'
import type { Upstream } from './ask/upstream.ts'
import { callOutcome } from './ask/upstream-failure.ts'
import { createUpstreamKeys } from './ask/upstream-keys.ts'
import { type BodyBudget, type BodyBudgetOptions, createBodyBudget } from './body/body-budget.ts'
import { createToolLists, type ToolLists } from './body/tool-lists.ts'
import { type GatewayConfig, type PlatformSettings, type ResolvedConfig, resolveConfig } from './config.ts'
import { createMetrics, type GatewayMetrics } from './observe/metrics.ts'
import { createReasonWatch } from './observe/reason-watch.ts'
import { createReadinessCheck, type Readiness } from './readiness.ts'
import { createMemoryRateLimitStore } from './stores/memory-rate-limit-store.ts'
import { createMemorySignatureStore } from './stores/memory-signature-store.ts'
import { createTurns, type Turns } from './turns.ts'

/** What the requests of one gateway share. */
export interface GatewayDependencies {
  readonly config: ResolvedConfig
  readonly upstream: Upstream
  readonly clients: ClientKeys
  /** Undefined where clients need a key, which no page has. */
  readonly guard: BrowserGuard | undefined
  readonly rateLimiter: RateLimiter
  readonly toolLists: ToolLists
  readonly bodies: BodyBudget
  readonly turns: Turns
  readonly metrics: GatewayMetrics
  checkReadiness(): Promise<Readiness>
}

export function createDependencies(options: GatewayConfig & PlatformSettings): GatewayDependencies {
  const config = resolveConfig(options)
  const { apiKeys, breaker: limits, now, onEvent } = config
  const allKeys = createUpstreamKeys(apiKeys, { now })
  // A single key is used whatever its state: Gemini's own answer says best when it is out of quota.
  const keys = apiKeys.length > 1 ? allKeys : undefined
  const memory = config.signatures === undefined ? createMemorySignatureStore({ now }) : undefined
  const breaker =
    limits === false
      ? undefined
      : createCircuitBreaker({
          ...limits,
          now,
          outcomeOf: callOutcome,
          onOpen: (model, client) => onEvent?.({ type: 'circuit-opened', model, ...nameOf(client) }),
          onClose: (model, client) => onEvent?.({ type: 'circuit-closed', model, ...nameOf(client) }),
        })
  const metrics = createMetrics({
    ...(keys === undefined ? {} : { keys: () => keys.states() }),
    ...(memory === undefined ? {} : { store: () => memory.size() }),
    ...(breaker === undefined ? {} : { circuits: () => breaker.states() }),
    storeErrors: () => config.signatures?.errors?.() ?? 0,
  })
  const upstream: Upstream = {
    config,
    keys,
    breaker,
    watchReason: createReasonWatch((reason) => onEvent?.({ type: 'finish-reason-unknown', reason })),
    store: config.signatures ?? memory!,
    issuer: endpointFor(config.profile).keys[0]!,
    onStoreError: () => metrics.countStoreError(),
  }
  return {
    config,
    upstream,
    checkReadiness: createReadinessCheck(upstream),
    clients: createClientKeys(config.clientKeys),
    guard: config.clientKeys === undefined ? createBrowserGuard({ ...config, takesAddresses: config.open }) : undefined,
    rateLimiter: createRateLimiter({
      limits: config.rateLimits,
      hasKeys: config.clientKeys !== undefined,
      store: config.rateLimitStore,
      memory: createMemoryRateLimitStore({ now }),
      onStoreError: () => metrics.countRateLimitStoreError(),
      onLimit: ({ name }, limit) => metrics.countLimited(name, limit),
    }),
    toolLists: createToolLists(config.clientKeys?.length ?? 1),
    bodies: createBodyBudget(bodyLimits(config)),
    turns: createTurns({ hasKeys: config.clientKeys !== undefined, turnNow: config.turnNow }),
    metrics,
  }
}

/** One body of the largest size is always taken. */
function bodyLimits({ maxBodyBytes, maxBodiesBytes, clientKeys }: ResolvedConfig): BodyBudgetOptions {
  const total = Math.max(maxBodiesBytes, maxBodyBytes)
  return { total, perClient: clientKeys === undefined ? total : Math.max(total / 2, maxBodyBytes) }
}

/** A gateway without client keys has one client: what is its own is everybody's. */
function nameOf(client: Client | undefined): { readonly client?: string } {
  return client === undefined || client === anybody ? {} : { client: client.name }
}
