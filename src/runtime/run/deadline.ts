/**
 * A promise that rejects with the reason of a signal as soon as it aborts, even if the work ignores the signal. A later result of the
 * work is ignored.
 */
export function guard<T>(work: PromiseLike<T> | T, signal: AbortSignal | undefined): Promise<T> | PromiseLike<T> | T {
  if (signal === undefined) return work
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    // Also where it fails after the abort: that must not be an unhandled rejection.
    Promise.resolve(work)
      .finally(() => signal.removeEventListener('abort', stop))
      .then(resolve, reject)
  })
}

/** A signal that aborts when its time is over, or with its parent. */
export interface Deadline {
  readonly signal: AbortSignal | undefined
  /** Aborts it before its time. Does nothing where there is no limit. */
  abort(reason: unknown): void
  /** Clears the timer. */
  clear(): void
}

/** 24 days: a longer timer fires at once. */
const longestMs = 2 ** 31 - 1

/** A signal with a time limit, if there is one; `hasOtherLimit`: the caller must be able to abort it too. */
export function createDeadline(
  signal: AbortSignal | undefined,
  ms: number | undefined,
  reasonFor: (ms: number) => unknown,
  hasOtherLimit = false,
): Deadline {
  const hasLimit = ms !== undefined && ms !== Number.POSITIVE_INFINITY
  if (!hasLimit && !hasOtherLimit) return { signal, abort() {}, clear() {} }
  const controller = new AbortController()
  const end = (reason: unknown) => {
    clear()
    controller.abort(reason)
  }
  const stop = () => end(signal!.reason)
  const timer = hasLimit ? setTimeout(() => end(reasonFor(ms)), Math.min(ms, longestMs)) : undefined
  // The parent may live as long as the process: no listener may stay on it.
  const clear = () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
  if (signal?.aborted) stop()
  else signal?.addEventListener('abort', stop)
  return { signal: controller.signal, abort: end, clear }
}

/** The reason of a signal when a step or a stream takes too long; for a run, in the words of the platform. */
export function timeoutReason(what?: string): (ms: number) => DOMException {
  return (ms) => {
    const message = what ? `${what} timeout of ${ms}ms exceeded` : 'The operation was aborted due to timeout'
    return new DOMException(message, 'TimeoutError')
  }
}
