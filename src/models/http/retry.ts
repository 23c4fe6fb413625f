import { isMarked } from '../../core/errors.ts'
import { isApiCallError } from './api-call-error.ts'

/** How often a call is tried again, and how long to wait in between. */
export interface RetryPolicy {
  /** Tries after the first one. */
  readonly maxRetries: number
  /** The first wait; each further one is twice as long. A wait that the provider asks for is kept. Default 500. */
  readonly firstDelayMs?: number
  /** The longest wait: a provider that asks for a longer one is not called again. Default 60,000. */
  readonly longestDelayMs?: number
  readonly abortSignal?: AbortSignal | undefined
  /** Errors after which the call is not tried again, although they say that it may be. */
  readonly isFinal?: (error: unknown) => boolean
  /** From 0 to 1. It keeps callers that failed together from coming back together. */
  readonly random?: () => number
  /** How to wait. Default: with a timer. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

/** Who retries a failed call of a model. Fields of Toolfit's own: the AI SDK's callers do not set them. */
export interface RetryOwner {
  /** `model`: the model itself, by its `retryPolicy`. Default `caller`: it retries by what the error says, as `ai` does. */
  readonly retriedBy?: 'model' | 'caller' | undefined
  /** Tries after the first, where the model retries. Default: its setting, else 2. */
  readonly maxRetries?: number | undefined
}

const defaultRetries = 2

/** How often a model tries again. One of the two retries, not both: three tries would become nine. */
export function maxRetriesFor(setting: number | undefined, { retriedBy, maxRetries }: RetryOwner): number {
  const asked = retriedBy === 'model' ? maxRetries : undefined
  return asked ?? setting ?? (retriedBy === 'model' ? defaultRetries : 0)
}

/** Runs `attempt` until it succeeds, fails for good, or has failed often enough. The last error is thrown as it is. */
export async function retry<T>(attempt: () => Promise<T>, policy: RetryPolicy): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      const delay = failures < policy.maxRetries ? delayAfter(error, failures, policy) : undefined
      if (delay === undefined) throw error
      await (policy.wait ?? wait)(delay, policy.abortSignal)
    }
  }
}

/** How long to wait before the next try; undefined where another try is useless. */
function delayAfter(error: unknown, failures: number, policy: RetryPolicy): number | undefined {
  if (!isRetryable(error) || policy.isFinal?.(error)) return undefined
  const { firstDelayMs = 500, longestDelayMs = 60_000, random = Math.random } = policy
  const backoff = Math.min(firstDelayMs * 2 ** failures, longestDelayMs)
  const own = backoff / 2 + (random() * backoff) / 2
  const asked = readRetryAfter(error.responseHeaders ?? {})
  if (asked === undefined) return own
  return asked > longestDelayMs ? undefined : Math.max(asked, Math.min(own, firstDelayMs))
}

/** Errors of calls, of any package: ours, those of AI SDK providers, and of Vercel's gateway. */
function isRetryable(error: unknown): error is { responseHeaders?: Readonly<Record<string, string>> } {
  if (!isApiCallError(error) && !isGatewayError(error)) return false
  return error.isRetryable === true
}

function isGatewayError(error: unknown): error is { isRetryable?: boolean } {
  return isMarked(error, Symbol.for('vercel.ai.gateway.error'))
}

/**
 * The wait that a provider's headers ask for, in milliseconds: `retry-after-ms`, or `retry-after` in seconds or as a date.
 *
 * @example
 * ```ts
 * readRetryAfter({ 'retry-after': '7' }) // 7000
 * ```
 */
export function readRetryAfter(headers: Readonly<Record<string, string>>, now = Date.now()): number | undefined {
  const exact = toNumber(headers['retry-after-ms'])
  if (exact !== undefined) return exact
  const text = headers['retry-after']
  const seconds = toNumber(text)
  if (seconds !== undefined) return seconds * 1000
  const date = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function toNumber(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const number = Number(text)
  return Number.isFinite(number) && number >= 0 ? number : undefined
}

/** Waits. Rejects with the signal's reason when it aborts, and leaves no timer behind. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal!.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
