import type { HttpExchange } from '../../core/http.ts'

/** Timers of the platform take no more. */
const longestTimer = 2 ** 31 - 1

/** The reason of calls that nothing failed. Created once: the platform's own has a stack, which every stream would pay for at its end. */
const released = new DOMException('The reply was released before its end.', 'AbortError')

/**
 * Bounds one HTTP call: by the caller's abort signal, and by the time that each wait may take. Also ends calls of a transport that
 * cannot be cancelled: no wait depends on it.
 */
export class CallGuard {
  readonly #abortSignal: AbortSignal | undefined
  #exchange: HttpExchange | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #fail: ((reason: unknown) => void) | undefined
  /** What the call was stopped with. */
  #stopped: { readonly reason: unknown } | undefined

  /** @throws the reason of a signal that is aborted already */
  constructor(abortSignal: AbortSignal | undefined) {
    this.#abortSignal = abortSignal
    if (abortSignal?.aborted) throw abortSignal.reason
    abortSignal?.addEventListener('abort', this.#onAbort)
  }

  /** The exchange to cancel: at once, where the call was aborted while the transport sent its request. */
  watch(exchange: HttpExchange): void {
    this.#exchange = exchange
    if (this.#stopped !== undefined) exchange.cancel(this.#stopped.reason)
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
      if (this.#stopped !== undefined) return reject(this.#stopped.reason)
      this.#fail = reject
      if (Number.isFinite(ms)) this.#timer = setTimeout(() => this.stop(tooLate()), Math.min(ms, longestTimer))
    })
  }

  /** Ends the call: what is awaited rejects with `reason`, and the exchange is cancelled. */
  stop(reason: unknown = released): void {
    // First, because the transport may reject with an error of its own.
    this.#fail?.(reason)
    this.release()
    this.#stopped ??= { reason }
    this.#exchange?.cancel(reason)
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
