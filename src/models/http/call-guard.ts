import { createLightController } from '../../core/light-signal.ts'

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

/** A timer waits no longer than that before it looks again: so one timer serves a whole call, whose waits follow each other at once. */
const longestTimer = 60_000

/**
 * Works with a `fetch` that ignores its signal too: what is awaited here ends in any case. `isLight`: the `fetch` is our own, and takes
 * a light signal.
 */
export function createCallGuard(abortSignal: AbortSignal | undefined, isLight = false): CallGuard {
  const controller = isLight ? createLightController() : new AbortController()
  let fail: ((reason: unknown) => void) | undefined
  const watch = createWatch((tooLate) => stop(tooLate()))
  const release = () => {
    watch.end()
    abortSignal?.removeEventListener('abort', onAbort)
  }
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
        watch.begin(ms, tooLate)
        const settle = () => {
          watch.rest()
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

/** Sees to it that a wait does not take too long. To set a timer for every wait, and to clear it, costs more than the wait's promise. */
function createWatch(onLate: (tooLate: () => Error) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let firesAt = 0
  let deadline = Number.POSITIVE_INFINITY
  let late: (() => Error) | undefined
  const set = (at: number, now: number) => {
    const ms = Math.min(at - now, longestTimer)
    firesAt = now + ms
    timer = setTimeout(look, ms)
  }
  const look = () => {
    timer = undefined
    // Nothing is awaited: the next wait sets a timer of its own.
    if (late === undefined) return
    const now = performance.now()
    // Timers may be a fraction of a millisecond early.
    if (deadline - now < 1) onLate(late)
    else set(deadline, now)
  }
  const end = () => {
    clearTimeout(timer)
    timer = undefined
    late = undefined
  }
  return {
    begin(ms: number, tooLate: () => Error) {
      if (!Number.isFinite(ms)) return
      const now = performance.now()
      deadline = now + ms
      late = tooLate
      if (timer !== undefined && firesAt <= deadline) return hold(timer, true)
      clearTimeout(timer)
      set(deadline, now)
    },
    /** The wait is over, and another one may follow. */
    rest() {
      late = undefined
      hold(timer, false)
    },
    end,
  }
}

/** Whether a timer keeps the process alive, on platforms that ask: one that nobody waits for must not. */
function hold(timer: ReturnType<typeof setTimeout> | undefined, isHeld: boolean): void {
  if (typeof timer !== 'object' || timer === null) return
  const { ref, unref } = timer as { ref?: () => unknown; unref?: () => unknown }
  if (isHeld) ref?.call(timer)
  else unref?.call(timer)
}
