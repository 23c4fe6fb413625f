/** A signal that aborts with another one, or by itself. `AbortSignal.any` cannot be released from a signal that lives longer. */
export interface FollowingAbort {
  readonly signal: AbortSignal
  abort(): void
  /** The work is done: the other signal is let go. */
  release(): void
}

export function followAbort(other: AbortSignal): FollowingAbort {
  const controller = new AbortController()
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
