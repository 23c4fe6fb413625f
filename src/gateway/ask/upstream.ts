import type { ModelCaller } from '../../models/create-model.ts'
import { createGeminiCaller, type GeminiSettings } from '../../models/gemini/gemini.ts'
import { isApiCallError } from '../../models/http/api-call-error.ts'
import { retry } from '../../models/http/retry.ts'
import type { ResolvedConfig } from '../config.ts'
import type { ReasonWatch } from '../observe/reason-watch.ts'
import { RefusedRequest } from '../refused-request.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { keyFailure, refusalOf } from './upstream-error.ts'
import type { UpstreamKeys } from './upstream-keys.ts'

/** How Gemini is reached, and with what. */
export interface Upstream {
  readonly config: ResolvedConfig
  /** Undefined where there is no choice: no key, or one. */
  readonly keys: UpstreamKeys | undefined
  /** Undefined where it is switched off. */
  readonly breaker: CircuitBreaker | undefined
  readonly watchReason: ReasonWatch
}

export interface UpstreamCall {
  readonly modelId: string
  readonly isStream: boolean
  readonly abortSignal: AbortSignal | undefined
  /** Told of every try. */
  onTry(): void
}

/** A complete answer takes as long as it takes; the head of a stream comes with its first words. */
const headerTimeouts = { stream: 60_000, whole: 300_000 }

/** Asks a model. `ask` resolves when the first piece of the answer is there. Nothing is tried again after that. */
export function callUpstream<T>(
  upstream: Upstream,
  call: UpstreamCall,
  ask: (model: ModelCaller) => Promise<T>,
): Promise<T> {
  const { config } = upstream
  const headerTimeoutMs = config.headerTimeoutMs ?? headerTimeouts[call.isStream ? 'stream' : 'whole']
  return tryUpstream(upstream, call, (apiKey) => {
    call.onTry()
    return ask(recallCaller(config, call.modelId, { headerTimeoutMs, apiKey }))
  })
}

type CallerOptions = Pick<GeminiSettings, 'headerTimeoutMs' | 'apiKey'>

function createCaller(config: ResolvedConfig, modelId: string, options: CallerOptions): ModelCaller {
  const { profile, headers, baseURL, project, location, transport, idleTimeoutMs } = config
  const place = { profile, headers, baseURL, project, location, transport, idleTimeoutMs }
  return createGeminiCaller(modelId, { ...place, ...options, maxRetries: 0, isRepaired: true })
}

/** One caller for all requests of a model with a key. */
const callers = new WeakMap<ResolvedConfig, Map<string, ModelCaller>>()

/** Of models and keys. Names of models come from clients: what is kept has a bound. */
const mostCallers = 256

function recallCaller(config: ResolvedConfig, modelId: string, options: CallerOptions): ModelCaller {
  const known = callers.get(config) ?? new Map<string, ModelCaller>()
  const name = `${options.headerTimeoutMs} ${modelId} ${options.apiKey ?? ''}`
  const before = known.get(name)
  if (before !== undefined) return before
  const caller = createCaller(config, modelId, options)
  if (known.size >= mostCallers) known.clear()
  callers.set(config, known.set(name, caller))
  return caller
}

/** Tries, and tries again where that helps: with another key at once where the fault is the key's, with the same one after a while. */
export function tryUpstream<T>(
  { config, keys, breaker }: Upstream,
  { modelId, abortSignal }: Pick<UpstreamCall, 'modelId' | 'abortSignal'>,
  attempt: (apiKey: string | undefined) => Promise<T>,
): Promise<T> {
  const { maxRetries, longestDelayMs } = config
  const once = () => (keys === undefined ? attempt(config.apiKeys[0]) : tryKeys(keys, modelId, attempt))
  const guarded = breaker === undefined ? once : () => breaker.run(modelId, once)
  return retry(() => withoutLateRetry(guarded, config.now), { maxRetries, longestDelayMs, abortSignal })
}

/** A connection that takes so long to fail takes as long the next time. The client has waited enough. */
const lateMs = 4_000

async function withoutLateRetry<T>(attempt: () => Promise<T>, now: () => number): Promise<T> {
  const startedAt = now()
  try {
    return await attempt()
  } catch (error) {
    const isLate = isApiCallError(error) && error.code === 'model-unreachable' && now() - startedAt >= lateMs
    throw isLate ? refusalOf(error) : error
  }
}

/** One key after the other, as long as it is the key that is refused. */
async function tryKeys<T>(keys: UpstreamKeys, modelId: string, attempt: (apiKey: string) => Promise<T>): Promise<T> {
  const tried = new Set<string>()
  let last: unknown
  for (;;) {
    const taken = keys.take(tried, modelId)
    if (!('key' in taken)) throw last ?? allResting(taken.waitMs)
    tried.add(taken.key)
    try {
      const answer = await attempt(taken.key)
      keys.report(taken.key, undefined, modelId)
      return answer
    } catch (error) {
      const failure = keyFailure(error)
      if (failure === undefined) throw error
      keys.report(taken.key, failure, modelId)
      last = error
    }
  }
}

function allResting(waitMs: number): RefusedRequest {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  const message = `Rate limit reached: all keys of this gateway are out of quota. Please try again in ${seconds} s.`
  const wire = { message, code: 'rate_limit_exceeded', statusCode: 429, isRetryable: true }
  return new RefusedRequest(wire, { 'retry-after': String(seconds) })
}
