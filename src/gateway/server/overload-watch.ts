/** Knows when there is more work than time. */
export interface OverloadWatch {
  /** Whether one more request is one too many, with so many under way. */
  isOver(requests: number): boolean
  /** A connection was accepted. */
  accepted(): void
  /** A request was answered. */
  answered(): void
}

export interface OverloadOptions {
  readonly maxRequests: number
  /** A burst is worked off; what lasts longer than this is not. */
  readonly maxQueueMs: number
  /** Told when requests begin to be refused: not of each, and again when ten seconds were quiet. */
  readonly onOverload: () => void
  /** Runs a function at the end of this turn of the event loop, or of the next one where it is the end already: `setImmediate`. */
  readonly atTurnsEnd: (work: () => void) => unknown
  /** Milliseconds, of a clock that nobody sets. */
  readonly now?: () => number
}

/** Connections have been waiting to be accepted all the time. */
interface Queue {
  readonly since: number
  accepted: number
  answered: number
}

/**
 * Fewer connections, for each millisecond of patience, are a client's pool that opens: that takes long where others are served
 * meanwhile, and ends by itself.
 */
const leastAccepted = 0.4

/** Who was overloaded a moment ago has a tenth of the patience: what waits would otherwise grow as long as the first time. */
const alertShare = 0.1
const alertMs = 5_000

const quietMs = 10_000

/**
 * Refuses requests where too many are under way, and where connections keep waiting to be accepted. The number alone says little: a
 * request that waits for a model costs no time. Nor does a queue alone: a thousand streams that begin at once take their time to
 * begin. It is an overload when many have come and as many were answered as are under way, and still others wait.
 */
export function watchOverload(options: OverloadOptions): OverloadWatch {
  const { maxRequests, maxQueueMs, onOverload, atTurnsEnd, now = () => performance.now() } = options
  let queue: Queue | undefined
  let hasAccepted = false
  let alertUntil = Number.NEGATIVE_INFINITY
  let toldAt = Number.NEGATIVE_INFINITY

  // Node accepts one connection in a turn of its event loop, and the rest waits in the kernel, unseen. But a turn that does not wait
  // for anything, because this is pending, and accepts none shows that none is left.
  const check = () => {
    if (hasAccepted) atTurnsEnd(check)
    else queue = undefined
    hasAccepted = false
  }
  const isBehind = (at: number, requests: number): boolean => {
    if (queue === undefined) return false
    const patience = at < alertUntil ? maxQueueMs * alertShare : maxQueueMs
    if (at - queue.since < patience || queue.accepted < patience * leastAccepted) return false
    return at < alertUntil || queue.answered >= requests
  }
  return {
    accepted() {
      hasAccepted = true
      if (queue === undefined) {
        queue = { since: now(), accepted: 0, answered: 0 }
        atTurnsEnd(check)
      }
      queue.accepted++
    },
    answered() {
      if (queue !== undefined) queue.answered++
    },
    isOver(requests) {
      const at = now()
      const isLate = isBehind(at, requests)
      if (isLate) alertUntil = at + alertMs
      if (!isLate && requests < maxRequests) return false
      if (at - toldAt >= quietMs) onOverload()
      toldAt = at
      return true
    },
  }
}
