import { gemini } from '../../models/gemini/gemini.ts'
import type { LanguageModel } from '../../models/language-model.ts'
import { retry } from '../../models/retry.ts'
import type { ResolvedConfig, UpstreamKeys } from '../config.ts'
import { RefusedRequest } from '../refused-request.ts'
import { keyFailure } from './upstream-error.ts'

/** How Gemini is reached, and with what. */
export interface Upstream {
  readonly config: ResolvedConfig
  /** Undefined where there is no choice: no key, or one. */
  readonly keys: UpstreamKeys | undefined
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
  ask: (model: LanguageModel) => Promise<T>,
): Promise<T> {
  const { config } = upstream
  const headerTimeoutMs = config.headerTimeoutMs ?? headerTimeouts[call.isStream ? 'stream' : 'whole']
  return tryUpstream(upstream, call, (apiKey) => {
    call.onTry()
    return ask(gemini(call.modelId, { ...config, headerTimeoutMs, apiKey, maxRetries: 0 }))
  })
}

/** Tries, and tries again where that helps: with another key at once where the fault is the key's, with the same one after a while. */
export function tryUpstream<T>(
  { config, keys }: Upstream,
  { modelId, abortSignal }: Pick<UpstreamCall, 'modelId' | 'abortSignal'>,
  attempt: (apiKey: string | undefined) => Promise<T>,
): Promise<T> {
  const { maxRetries, longestDelayMs } = config
  const once = () => (keys === undefined ? attempt(config.apiKeys[0]) : tryKeys(keys, modelId, attempt))
  return retry(once, { maxRetries, longestDelayMs, abortSignal })
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
