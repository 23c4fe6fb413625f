/** Awaited between two steps of long work: lets other requests have a turn where this one has taken its share. */
export type Pause = () => Promise<void> | undefined

/** How long one request may keep the event loop, in milliseconds, before others get a turn. */
const longestShare = 8

/**
 * Creates the pauses of one request. They cost a look at the clock, until the request has worked for longer than its share.
 *
 * @example
 * ```ts
 * const pause = createPause()
 * for (const schema of schemas) {
 *   compile(schema)
 *   await pause()
 * }
 * ```
 */
export function createPause(now: () => number = () => performance.now()): Pause {
  let startedAt = now()
  return () => {
    if (now() - startedAt < longestShare) return undefined
    return new Promise((resolve) =>
      setTimeout(() => {
        startedAt = now()
        resolve()
      }, 0),
    )
  }
}
