/** Watches over one call: the caller's abort, and how long each wait may take. */
export interface CallGuard {
  /** For `fetch`: aborts with the call. */
  readonly signal: AbortSignal
  /** Waits for `work`, no longer than `ms`; then the whole call is over, with the error that `tooLate` makes. */
  within<T>(work: Promise<T>, ms: number, tooLate: () => Error): Promise<T>
  /** Ends the call. */
  stop(reason?: unknown): void
  /** The call went well: nothing more to watch. */
  release(): void
}

/** Works with a `fetch` that ignores its signal too: what is awaited here ends in any case. */
export function createCallGuard(abortSignal: AbortSignal | undefined): CallGuard {
  const controller = new AbortController()
  let fail: ((reason: unknown) => void) | undefined
  const release = () => abortSignal?.removeEventListener('abort', onAbort)
  const stop = (reason?: unknown) => {
    release()
    // Ours first: `fetch` would reject with words of its own.
    fail?.(reason)
    controller.abort(reason)
  }
  const onAbort = () => stop(abortSignal!.reason)
  if (abortSignal?.aborted) controller.abort(abortSignal.reason)
  else abortSignal?.addEventListener('abort', onAbort, { once: true })
  return {
    signal: controller.signal,
    stop,
    release,
    // A new promise for each wait: one that lives as long as the call would collect a listener for every piece of a stream.
    within: (work, ms, tooLate) =>
      new Promise((resolve, reject) => {
        if (controller.signal.aborted) {
          work.catch(() => undefined)
          return reject(controller.signal.reason)
        }
        const timer = Number.isFinite(ms) ? setTimeout(() => stop(tooLate()), ms) : undefined
        const settle = () => {
          clearTimeout(timer)
          fail = undefined
        }
        fail = (reason) => {
          settle()
          reject(reason)
        }
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
      }),
  }
}
