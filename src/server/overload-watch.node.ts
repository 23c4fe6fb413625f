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
  /** Opens a connection behind those that wait, and calls back when it was accepted, or could not be opened. */
  readonly openProbe: (onAccepted: () => void) => void
  /** Runs a function at the end of this turn of the event loop. Default `setImmediate`. */
  readonly atTurnsEnd?: (work: () => void) => unknown
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number
}

/** A time in which connections have been waiting without a break. */
interface Queue {
  readonly since: number
  answered: number
  /** When the probe was opened that is not accepted yet. */
  probedAt: number | undefined
  /** How long the last probe waited. */
  waitMs: number
}

/** After an overload, only this share of `maxQueueMs` is allowed for a while, so that the queue does not grow as long again. */
const alertShare = 0.1
const alertMs = 5_000

const quietMs = 10_000

/**
 * Refuses requests when too many are in progress, and when connections wait too long to be accepted. The number alone says little: a
 * request that waits for a model takes no processor time. Neither does a queue alone: clients that open a connection for each request
 * keep one standing, though each waits for some milliseconds. So the server stands in its own queue: where one stands for a while, it
 * opens a connection to itself, and how long that waits is how long everybody does.
 *
 * A thousand streams that begin at once take a while to begin, and end by themselves. It is an overload when as many requests
 * were answered as are in progress, and others still wait.
 */
export function watchOverload(options: OverloadOptions): OverloadWatch {
  const { maxRequests, maxQueueMs, onOverload, openProbe } = options
  const { atTurnsEnd = setImmediate, now = () => performance.now() } = options
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
  const patience = (at: number) => (at < alertUntil ? maxQueueMs * alertShare : maxQueueMs)
  const probe = (own: Queue, at: number) => {
    own.probedAt = at
    openProbe(() => {
      own.waitMs = now() - at
      own.probedAt = undefined
    })
  }
  const isBehind = (at: number, requests: number): boolean => {
    if (queue === undefined) return false
    const longest = patience(at)
    if (at - queue.since < longest) return false
    const waitMs = Math.max(queue.waitMs, queue.probedAt === undefined ? 0 : at - queue.probedAt)
    return waitMs >= longest && (at < alertUntil || queue.answered >= requests)
  }
  return {
    accepted() {
      hasAccepted = true
      const at = now()
      if (queue === undefined) {
        queue = { since: at, answered: 0, probedAt: undefined, waitMs: 0 }
        atTurnsEnd(check)
      }
      if (queue.probedAt === undefined && at - queue.since >= patience(at)) probe(queue, at)
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
