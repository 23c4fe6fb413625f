import { RefusedRequest } from './refused-request.ts'

/** Awaited between two steps of long work: lets other requests have a turn where this one has taken its share. */
export type Pause = () => Promise<void> | undefined

/** The pauses of one request. */
export interface RequestPause {
  (): Promise<void> | undefined
  /** The request has waited for something else than its turn: its share begins anew. */
  restart(): void
}

export interface PauseOptions {
  /** Whether a request that begins long work may be refused, because too many are at it. */
  readonly isRefusable?: boolean
  readonly now?: () => number
}

/** How long one request may keep the event loop, in milliseconds, before others get a turn. */
const longestShare = 8

/** Requests with long work that wait for their next turn: half a second passes until it is the last one's. */
const mostWaiting = 64

/** Of all requests: they share one event loop. */
const waiting: (() => void)[] = []

/**
 * Creates the pauses of one request. They cost a look at the clock, until the request has worked for longer than its share. Then it waits
 * behind the others that have, and goes on alone: what is read and written in between is never behind more than one share.
 *
 * @throws RefusedRequest 503, from a pause, where the request may be refused and too many wait. Short requests never get there.
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
export function createPause({ isRefusable = false, now = () => performance.now() }: PauseOptions = {}): RequestPause {
  let startedAt = now()
  let isAdmitted = !isRefusable
  const restart = () => {
    startedAt = now()
  }
  const pause = () => {
    if (now() - startedAt < longestShare) return undefined
    if (!isAdmitted && waiting.length >= mostWaiting) throw tooBusy()
    isAdmitted = true
    return nextTurn().then(restart)
  }
  return Object.assign(pause, { restart })
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setTimeout(resumeFirst, 0)
  })
}

/** One in each turn of the event loop: timers that are due at the same time would all run in one. */
function resumeFirst(): void {
  waiting.shift()!()
  if (waiting.length > 0) setTimeout(resumeFirst, 0)
}

function tooBusy(): RefusedRequest {
  const message = `This gateway is busy: ${mostWaiting} other requests that take long are in progress. Try again in a second.`
  const wire = { message, statusCode: 503, code: 'server_overloaded', isRetryable: true }
  return new RefusedRequest(wire, { 'retry-after': '1' })
}
