/**
 * Time that passes only when nothing else is left to do, so that the order in which tools end depends on their delays alone, and not on
 * how many promises an implementation puts around them. A tick is a millisecond of timers.
 */
export class VirtualClock {
  #now = 0
  readonly #timers = new Map<object, Timer>()
  #isAdvancing = false

  get now(): number {
    return this.#now
  }

  /** Resolves when `ticks` have passed; those that end at the same time wake in the order in which they fell asleep. */
  sleep(ticks: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const key = this.#start(ticks, () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      })
      const stop = () => {
        this.#timers.delete(key)
        reject(signal!.reason)
      }
      if (signal?.aborted) stop()
      else signal?.addEventListener('abort', stop, { once: true })
    })
  }

  /** Runs `work` with the timers of this clock in the place of the platform's. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const { setTimeout, clearTimeout } = globalThis
    const { timeout } = AbortSignal
    Object.assign(globalThis, {
      setTimeout: (callback: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
        this.#start(ms, () => callback(...given)),
      clearTimeout: (key: object) => void this.#timers.delete(key),
    })
    AbortSignal.timeout = (ms) => {
      const controller = new AbortController()
      const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
      this.#start(ms, () => controller.abort(reason))
      return controller.signal
    }
    try {
      return await work()
    } finally {
      Object.assign(globalThis, { setTimeout, clearTimeout })
      AbortSignal.timeout = timeout
      this.#timers.clear()
    }
  }

  #start(ticks: number, callback: () => void): object {
    // Some callers keep timers from holding up the process.
    const key = { unref: () => key, ref: () => key }
    this.#timers.set(key, { until: this.#now + ticks, callback })
    if (!this.#isAdvancing) this.#advance()
    return key
  }

  /** Fires one timer, lets everything settle that follows from it, and goes on. */
  #advance(): void {
    this.#isAdvancing = true
    settled(() => {
      this.#isAdvancing = false
      const [next] = [...this.#timers].sort(([, one], [, other]) => one.until - other.until)
      if (next === undefined) return
      const [key, { until, callback }] = next
      this.#timers.delete(key)
      this.#now = until
      callback()
      if (this.#timers.size > 0 && !this.#isAdvancing) this.#advance()
    })
  }
}

interface Timer {
  readonly until: number
  readonly callback: () => void
}

/** Calls back when all promises that are ready have run: several times, because streams and imports put off their own work. */
function settled(callback: () => void, turns = 12): void {
  setImmediate(() => (turns === 1 ? callback() : settled(callback, turns - 1)))
}
