/** Bounds one HTTP call: by the caller's abort signal, and by the time that each wait may take. */
export interface CallGuard {
  /** For the transport: aborts when the call is over before its reply is. */
  readonly signal: AbortSignal
  /** Waits for `work`, but no longer than `ms`; then the call ends with the error that `tooLate` creates. */
  within<T>(work: Promise<T>, ms: number, tooLate: () => Error): Promise<T>
  /** Ends the call: what is awaited rejects with `reason`, and the transport is aborted. */
  stop(reason?: unknown): void
  /** The reply is complete. Nothing is left to abort. */
  release(): void
}

/** Timers of the platform take no more. */
const longestTimer = 2 ** 31 - 1

/** The reason of calls that nothing failed. Created once: the platform's own has a stack, which every stream would pay for at its end. */
const released = new DOMException('The reply was released before its end.', 'AbortError')

/** Also ends calls of a transport that ignores its signal: no wait depends on it. */
export function createCallGuard(abortSignal: AbortSignal | undefined): CallGuard {
  const controller = new AbortController()
  const { signal } = controller
  let timer: ReturnType<typeof setTimeout> | undefined
  let fail: ((reason: unknown) => void) | undefined
  const settle = () => {
    clearTimeout(timer)
    fail = undefined
  }
  // The caller's signal may outlive thousands of calls: each takes its listener away again.
  const release = () => {
    settle()
    abortSignal?.removeEventListener('abort', onAbort)
  }
  const stop = (reason?: unknown) => {
    // First, because the transport would reject with an error of its own.
    fail?.(reason)
    release()
    controller.abort(reason ?? released)
  }
  const onAbort = () => stop(abortSignal!.reason)
  abortSignal?.addEventListener('abort', onAbort, { once: true })
  return {
    signal,
    stop,
    release,
    // A promise for each wait: a single one for the call would collect a reaction for every piece of a stream.
    within: (work, ms, tooLate) =>
      new Promise((resolve, reject) => {
        work.then(
          (value) => {
            settle()
            resolve(value)
          },
          (error) => {
            settle()
            reject(error)
          },
        )
        if (signal.aborted) return reject(signal.reason)
        fail = reject
        if (Number.isFinite(ms)) timer = setTimeout(() => stop(tooLate()), Math.min(ms, longestTimer))
      }),
  }
}
