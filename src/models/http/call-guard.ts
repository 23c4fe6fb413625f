/** Timers of the platform take no more. */
const longestTimer = 2 ** 31 - 1

/** The reason of calls that nothing failed. Created once: the platform's own has a stack, which every stream would pay for at its end. */
const released = new DOMException('The reply was released before its end.', 'AbortError')

/**
 * Bounds one HTTP call: by the caller's abort signal, and by the time that each wait may take. Also ends calls of a transport that
 * ignores its signal: no wait depends on it.
 */
export class CallGuard {
  readonly #abortSignal: AbortSignal | undefined
  readonly #controller = new AbortController()
  /** For the transport: aborts when the call is over before its reply is. */
  readonly signal = this.#controller.signal
  #timer: ReturnType<typeof setTimeout> | undefined
  #fail: ((reason: unknown) => void) | undefined

  constructor(abortSignal: AbortSignal | undefined) {
    this.#abortSignal = abortSignal
    abortSignal?.addEventListener('abort', this.#onAbort, { once: true })
  }

  readonly #onAbort = (): void => this.stop(this.#abortSignal!.reason)

  /**
   * Waits for `work`, but no longer than `ms`; then the call ends with the error that `tooLate` creates. A promise for each wait: a single
   * one for the call would collect a reaction for every piece of a stream.
   */
  within<T>(work: Promise<T>, ms: number, tooLate: () => Error): Promise<T> {
    return new Promise((resolve, reject) => {
      work.then(
        (value) => {
          this.#settle()
          resolve(value)
        },
        (error) => {
          this.#settle()
          reject(error)
        },
      )
      if (this.signal.aborted) return reject(this.signal.reason)
      this.#fail = reject
      if (Number.isFinite(ms)) this.#timer = setTimeout(() => this.stop(tooLate()), Math.min(ms, longestTimer))
    })
  }

  /** Ends the call: what is awaited rejects with `reason`, and the transport is aborted. */
  stop(reason?: unknown): void {
    // First, because the transport would reject with an error of its own.
    this.#fail?.(reason)
    this.release()
    this.#controller.abort(reason ?? released)
  }

  /** The reply is complete. Nothing is left to abort. */
  release(): void {
    this.#settle()
    // The caller's signal may outlive thousands of calls: each takes its listener away again.
    this.#abortSignal?.removeEventListener('abort', this.#onAbort)
  }

  #settle(): void {
    clearTimeout(this.#timer)
    this.#fail = undefined
  }
}
