/** Where requests wait until the server gets to them. */
export interface RequestLine {
  /** A connection was accepted. */
  accepted(): void
  /** Starts a request, or lets it wait. Returns false where it must be refused at once. */
  enter(request: WaitingRequest): boolean
  /** A request that was started was answered. */
  answered(): void
}

/** A request that has arrived. It is started or refused, once. */
export interface WaitingRequest {
  /** Its client has left: nothing is called. */
  isGone(): boolean
  start(): void
  /** It has waited for too long. */
  refuse(): void
}

export interface LineOptions {
  /** Requests in progress, those that wait included. */
  readonly maxRequests: number
  /** How long a request may wait in a line that stands. */
  readonly maxQueueMs: number
  /** Called when requests begin to be refused, and again after ten seconds without a refusal. */
  readonly onOverload: () => void
  /** Runs a function at the end of this turn of the event loop. Default `setImmediate`. */
  readonly atTurnsEnd?: (work: () => void) => unknown
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number
}

/** Requests that are started in one turn of the event loop, some milliseconds of work: others wait for the next turn. */
const mostStarts = 8

/** Requests that are refused in one turn. */
const mostRefusals = 100

/** Node accepts one connection in a turn. As long as each turn has one, up to so many turns go by without a start. */
const mostAcceptingTurns = 64

/** Each may have a packet of its body in memory. */
const longestLine = 4_096

/** A line stands when it was not empty for so many times `maxQueueMs`: until then it is a burst. */
const burst = 2

const quietMs = 10_000

interface Entry {
  readonly request: WaitingRequest
  readonly since: number
}

/**
 * Makes the queue of a server visible, and short. Without it requests wait where nobody sees them: connections in the kernel, because Node
 * accepts one in each turn of its event loop and a busy turn takes long, and requests in their sockets. Here turns are short, connections
 * are accepted first, and what cannot be started yet waits in one line, first come, first served.
 *
 * A request is refused when its turn comes, if it has waited for `maxQueueMs` and the line has stood for twice as long. So a burst is
 * worked off, the server never rests while somebody waits, and only what is beyond its capacity is refused: those that are served have
 * not waited longer. Streams that begin at once, and have not ended, are no overload: it takes as many answers as there are requests in
 * progress.
 */
export function createRequestLine(options: LineOptions): RequestLine {
  return new Line(options)
}

class Line implements RequestLine {
  readonly #options: Required<LineOptions>
  readonly #waiting = createQueue<Entry>()
  /** Requests that were started and not answered. */
  #running = 0
  #hasTurn = false
  #startedInTurn = 0
  #hasAccepted = false
  #acceptingTurns = 0
  /** Since when the line is not empty, and how many were answered since. */
  #standsSince = 0
  #answeredSince = 0
  #toldAt = Number.NEGATIVE_INFINITY

  constructor(options: LineOptions) {
    this.#options = { atTurnsEnd: setImmediate, now: () => performance.now(), ...options }
  }

  accepted(): void {
    this.#hasAccepted = true
    this.#takeTurn()
  }

  enter(request: WaitingRequest): boolean {
    const waiting = this.#waiting.length()
    if (this.#running + waiting >= this.#options.maxRequests || waiting >= longestLine) {
      this.#tell()
      return false
    }
    this.#takeTurn()
    if (waiting === 0 && !this.#hasAccepted && this.#startedInTurn < mostStarts) {
      this.#start(request)
      return true
    }
    const since = this.#options.now()
    if (waiting === 0) {
      this.#standsSince = since
      this.#answeredSince = 0
    }
    this.#waiting.push({ request, since })
    return true
  }

  answered(): void {
    this.#running--
    this.#answeredSince++
  }

  #takeTurn(): void {
    if (!this.#hasTurn) this.#options.atTurnsEnd(() => this.#endTurn())
    this.#hasTurn = true
  }

  #endTurn(): void {
    const isAccepting = this.#hasAccepted
    this.#hasTurn = false
    this.#hasAccepted = false
    this.#acceptingTurns = isAccepting ? (this.#acceptingTurns + 1) % mostAcceptingTurns : 0
    if (this.#acceptingTurns === 0) this.#startSome()
    this.#startedInTurn = 0
    if (isAccepting || this.#waiting.length() > 0) this.#takeTurn()
  }

  #startSome(): void {
    const at = this.#options.now()
    for (let refused = 0; this.#startedInTurn < mostStarts && refused < mostRefusals; ) {
      const entry = this.#waiting.shift()
      if (entry === undefined) return
      if (entry.request.isGone()) continue
      if (this.#isLate(entry, at)) {
        refused++
        this.#tell()
        entry.request.refuse()
      } else this.#start(entry.request)
    }
  }

  #isLate({ since }: Entry, at: number): boolean {
    const { maxQueueMs } = this.#options
    const stands = at - this.#standsSince >= burst * maxQueueMs
    return stands && at - since >= maxQueueMs && this.#answeredSince >= this.#running
  }

  #start(request: WaitingRequest): void {
    this.#running++
    this.#startedInTurn++
    request.start()
  }

  #tell(): void {
    const at = this.#options.now()
    if (at - this.#toldAt >= quietMs) this.#options.onOverload()
    this.#toldAt = at
  }
}

/** First in, first out. `Array.shift` moves all that is left, once there is much. */
function createQueue<T>() {
  let items: T[] = []
  let next = 0
  return {
    length: () => items.length - next,
    push: (item: T) => void items.push(item),
    shift(): T | undefined {
      const item = items[next]
      if (item === undefined) return undefined
      if (++next * 2 >= items.length) {
        items = items.slice(next)
        next = 0
      }
      return item
    },
  }
}
