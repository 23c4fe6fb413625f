/**
 * A promise that does not outlive a signal: when it aborts, the promise rejects with its reason, whether or not whoever works on it
 * listens. What comes later is ignored.
 */
export function guard<T>(work: PromiseLike<T> | T, signal: AbortSignal | undefined): Promise<T> | PromiseLike<T> | T {
  if (signal === undefined) return work
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) {
      // Whoever works on it may have been the one who aborted, and fail later: that is nobody's unhandled rejection.
      Promise.resolve(work).then(undefined, () => undefined)
      return stop()
    }
    signal.addEventListener('abort', stop, { once: true })
    const done = () => signal.removeEventListener('abort', stop)
    Promise.resolve(work).then(
      (value) => {
        done()
        resolve(value)
      },
      (error: unknown) => {
        done()
        reject(error)
      },
    )
  })
}

/** A signal that aborts when the time is over, or with another one. */
export interface Deadline {
  readonly signal: AbortSignal | undefined
  /** Ends it before its time; nothing where there is no limit. */
  abort(reason: unknown): void
  /** Stops the clock. */
  clear(): void
}

/** Timers take no more, and go off at once where they are asked to: 24 days. */
const longestMs = 2 ** 31 - 1

/** A signal with a time limit, if there is one, or if somebody else must be able to end it. */
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
  // A signal may live as long as its process: nothing that is over stays on it.
  const clear = () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
  if (signal?.aborted) stop()
  else signal?.addEventListener('abort', stop, { once: true })
  return { signal: controller.signal, abort: end, clear }
}

/** What a signal aborts with when a run, a step or a stream takes too long. */
export function timeoutReason(what: string): (ms: number) => DOMException {
  return (ms) => new DOMException(`The ${what} took longer than ${ms} ms.`, 'TimeoutError')
}
