import { Steps } from '../../core/pattern/steps.ts'
import type { ModelCaller } from '../../models/create-model.ts'
import { createGeminiCaller } from '../../models/gemini/gemini.ts'
import { isApiCallError } from '../../models/http/api-call-error.ts'
import { retry } from '../../models/http/retry.ts'
import type { GeminiTraits } from '../../wire/gemini/gemini-traits.ts'
import type { Client } from '../access/client-keys.ts'
import { readAnswer } from '../body/read-answer.ts'
import type { ResolvedConfig } from '../config.ts'
import type { ReasonWatch } from '../observe/reason-watch.ts'
import { RefusedRequest } from '../refused-request.ts'
import type { SignatureStore } from '../stores/signature-store.ts'
import type { Pause } from '../turns.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { keyFailure } from './upstream-failure.ts'
import type { KeyFailure, KeyUse, UpstreamKeys } from './upstream-keys.ts'

/** How Gemini is reached. */
export interface Upstream {
  readonly config: ResolvedConfig
  /** Undefined with one key or none. */
  readonly keys: UpstreamKeys | undefined
  /** Undefined where it is switched off. */
  readonly breaker: CircuitBreaker | undefined
  readonly watchReason: ReasonWatch
  readonly store: SignatureStore
  /** The key of Gemini's data in `providerOptions`: `google`, or Vertex's own. */
  readonly issuer: string
  onStoreError(error: unknown): void
}

export interface UpstreamCall {
  readonly modelId: string
  readonly traits: GeminiTraits
  /** Who asks: failures are counted by client. */
  readonly client: Client
  readonly isStream: boolean
  readonly abortSignal: AbortSignal | undefined
  readonly pause: Pause
  /** Called for every try. */
  onTry(): void
}

/** The head of a stream comes with its first words; without one, the answer is complete by then. */
const headerTimeouts = { stream: 60_000, whole: 300_000 }

/** For checking and repairing the calls of an answer: about 40 ms. Those of a model that works well take a hundredth. */
const argumentSteps = 8_000

/** Calls a model. `call` resolves with the first piece of the answer. Nothing is tried again after that. */
export function callUpstream<T>(
  upstream: Upstream,
  { modelId, traits, client, isStream, abortSignal, pause, onTry }: UpstreamCall,
  call: (model: ModelCaller) => Promise<T>,
): Promise<T> {
  const { profile, access, headers, baseURL, project, location, transport, idleTimeoutMs } = upstream.config
  const { headerTimeoutMs = headerTimeouts[isStream ? 'stream' : 'whole'] } = upstream.config
  return tryUpstream(upstream, { modelId, client, abortSignal }, (apiKey) => {
    onTry()
    return call(
      createGeminiCaller(modelId, {
        traits,
        profile,
        access,
        headers,
        baseURL,
        project,
        location,
        transport,
        idleTimeoutMs,
        headerTimeoutMs,
        apiKey,
        maxRetries: 0,
        isRepaired: true,
        toolsCachedBy: 'list',
        steps: new Steps(argumentSteps),
        pause,
        longAnswers: { pause, read: (bytes) => readAnswer(bytes, pause) },
      }),
    )
  })
}

/** A connection that took so long to fail is not tried again: the client has waited enough. */
const lateMs = 4_000

/** Tries again where that helps: with another key at once where the fault is the key's, with the same one after a while. */
export function tryUpstream<T>(
  { config, keys, breaker }: Upstream,
  { modelId, client, abortSignal }: Pick<UpstreamCall, 'modelId' | 'client' | 'abortSignal'>,
  attempt: (apiKey: string | undefined) => Promise<T>,
): Promise<T> {
  const { maxRetries, longestDelayMs, now } = config
  let startedAt = 0
  const once = () =>
    keys === undefined ? attempt(config.apiKeys[0]) : tryKeys(keys, { model: modelId, client: client.id }, attempt)
  const timed = () => {
    startedAt = now()
    return once()
  }
  const isFinal = (error: unknown) =>
    isApiCallError(error) && error.code === 'model-unreachable' && now() - startedAt >= lateMs
  // A retry is not a second failure: the breaker counts calls.
  const tried = () => retry(timed, { maxRetries, longestDelayMs, abortSignal, isFinal })
  return breaker === undefined ? tried() : breaker.run(modelId, client, tried)
}

/**
 * One key after the other, as long as it is the key that is refused. Where every key is denied, the client asked for something that none
 * of them may use, and all are good.
 */
async function tryKeys<T>(keys: UpstreamKeys, use: KeyUse, attempt: (apiKey: string) => Promise<T>): Promise<T> {
  const tried = new Set<string>()
  const denied: [key: string, failure: KeyFailure][] = []
  let last: unknown
  for (;;) {
    const taken = keys.take(tried, use)
    if (!('key' in taken)) throw last ?? allResting(taken.waitMs)
    tried.add(taken.key)
    try {
      const answer = await attempt(taken.key)
      keys.report(taken.key, undefined, use)
      for (const [key, failure] of denied) keys.report(key, failure, use)
      return answer
    } catch (error) {
      const failure = keyFailure(error)
      if (failure === undefined) throw error
      if (failure.isDenied) denied.push([taken.key, failure])
      else keys.report(taken.key, failure, use)
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
