import { createLightController } from '../../core/light-signal.ts'

/** A signal, light, that aborts with another one, and by itself. `AbortSignal.any` does the same, at several times the cost. */
export interface FollowingAbort {
  readonly signal: AbortSignal
  abort(): void
  /** The work is done: the other signal is let go. */
  release(): void
}

export function followAbort(other: AbortSignal): FollowingAbort {
  const controller = createLightController()
  const follow = () => controller.abort(other.reason)
  const release = () => other.removeEventListener('abort', follow)
  if (other.aborted) follow()
  else other.addEventListener('abort', follow, { once: true })
  return {
    signal: controller.signal,
    abort() {
      release()
      controller.abort()
    },
    release,
  }
}
