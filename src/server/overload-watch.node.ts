/** Detects that requests arrive faster than they are answered. */
export interface OverloadWatch {
  /** Whether a further request must be refused, with this number in progress. */
  isOver(requests: number): boolean
  /** A connection was accepted. */
  accepted(): void
  /** A request was answered. */
  answered(): void
}

export interface OverloadOptions {
  readonly maxRequests: number
  /** How long connections may wait to be accepted before that counts as an overload. */
  readonly maxQueueMs: number
  /** Called when requests begin to be refused, and again after ten seconds without a refusal. */
  readonly onOverload: () => void
  /** Runs a function at the end of this turn of the event loop. Default `setImmediate`. */
  readonly atTurnsEnd?: (work: () => void) => unknown
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number
}

/** A time in which connections have been waiting without a break. */
interface Queue {
  readonly since: number
  accepted: number
  answered: number
}

/** Fewer connections per millisecond than this are a client that opens its pool. That ends by itself. */
const leastAccepted = 0.4

/** After an overload, only this share of `maxQueueMs` is allowed for a while, so that the queue does not grow as long again. */
const alertShare = 0.1
const alertMs = 5_000

const quietMs = 10_000

/**
 * Refuses requests when too many are in progress, and when connections keep waiting to be accepted. The number alone says little: a
 * request that waits for a model takes no processor time. Neither does a queue alone: a thousand streams that begin at once take a
 * while to begin. It is an overload when many connections came, as many requests were answered as are in progress, and others still
 * wait.
 */
export function watchOverload(options: OverloadOptions): OverloadWatch {
  const { maxRequests, maxQueueMs, onOverload, atTurnsEnd = setImmediate, now = () => performance.now() } = options
  let queue: Queue | undefined
  let hasAccepted = false
  let alertUntil = Number.NEGATIVE_INFINITY
  let toldAt = Number.NEGATIVE_INFINITY

  // Node accepts one connection per turn of its event loop; the others wait in the kernel, invisible. A turn that does not block,
  // because this function is pending, and accepts none shows that none is left.
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
