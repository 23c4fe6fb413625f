/** As `AbortController`, for our own code. */
export interface LightController {
  /** Has `aborted`, `reason`, `throwIfAborted`, and listeners of `abort` that are functions. The platform takes it for no signal. */
  readonly signal: AbortSignal
  /** Only the first time counts. */
  abort(reason?: unknown): void
}

type Listener = () => void

/**
 * The platform's signals are made to be handed to anybody, and each costs several microseconds: those between our own server, gateway
 * and client are seen by nobody else.
 */
class LightSignal implements LightController {
  aborted = false
  reason: unknown
  #listeners: Listener[] = []

  get signal(): AbortSignal {
    return this as unknown as AbortSignal
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason
  }

  /** It aborts once: every listener is called once, whether it asks for that or not. */
  addEventListener(_type: 'abort', listener: Listener): void {
    if (!this.aborted && !this.#listeners.includes(listener)) this.#listeners.push(listener)
  }

  removeEventListener(_type: 'abort', listener: Listener): void {
    const index = this.#listeners.indexOf(listener)
    if (index >= 0) this.#listeners.splice(index, 1)
  }

  abort(reason: unknown = new DOMException('This operation was aborted', 'AbortError')): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    // One that is removed meanwhile is not called, as with the platform's.
    while (this.#listeners.length > 0) this.#listeners.shift()!()
  }
}

export function createLightController(): LightController {
  return new LightSignal()
}

/** The platform's signal for a light one. */
export function platformSignal(light: AbortSignal): AbortSignal {
  const controller = new AbortController()
  if (light.aborted) controller.abort(light.reason)
  else light.addEventListener('abort', () => controller.abort(light.reason), { once: true })
  return controller.signal
}

/** Marks a `fetch` that takes light signals: one of our own. */
export const takesLightSignals: unique symbol = Symbol('toolfit.takesLightSignals')
