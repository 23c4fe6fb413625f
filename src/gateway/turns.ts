import { RefusedRequest } from './refused-request.ts'

/** Awaited between two steps of long work: lets other requests have a turn where this one has taken its share. */
export type Pause = () => Promise<void> | undefined

/** For work that nobody waits beside. */
export const noPause: Pause = () => undefined

/** The pauses of one request, which share what it has worked. */
export interface RequestPauses {
  /**
   * While the request is read. Begins with it.
   *
   * @throws RefusedRequest where too many are at long work: 429 for many of the client's own, 503 for many in all.
   */
  readonly reading: Pause
  /** Afterwards: it is no longer refused. */
  readonly answering: Pause
}

/** The requests of one gateway that are at long work. */
export interface Turns {
  /**
   * Creates the pauses of one request. They cost a look at the clock, until the request has worked for longer than its share of one turn
   * of the event loop. Then it waits for its next turn, and goes on alone, after a rest in which short requests are answered. Clients take
   * turns: one with one request waits for one share of every other client, however many they have. The requests of a client go on one
   * after the other, each for some shares in a row.
   *
   * @param client The client's id.
   */
  createPauses(client: string): RequestPauses
}

export interface TurnsOptions {
  /** Clients have keys. Otherwise they are one client. */
  readonly hasKeys: boolean
  /**
   * Numbers the turns of the event loop, for all requests, which then wait in one line. Default: each request counts and waits by itself.
   * On Workers a timer ends with the request that set it, and a request that waited for the timer of another would hang.
   */
  readonly turnNow?: (() => number) | undefined
  readonly now?: () => number
}

/** How long one request may keep the event loop, in milliseconds, before others get a turn. */
const longestShare = 6

/**
 * How long a request may work, in milliseconds, where too many wait. Then it is refused. In an overload most requests are, and what they
 * take is lost to those that wait. A short request needs a fifth of it.
 */
const shareBeforeRefusal = 1

/**
 * How long nobody at long work goes on after a share, in milliseconds. A short request needs several turns of the event loop: it is read,
 * it is sent, its answer comes. It waits for one share then, and not for one in each of them.
 */
const rest = 3

/**
 * Shares that a request has before the next one of its client. With one, many that take equally long would all be answered at the end:
 * of 64 in an overload, the last after three times as long.
 */
const mostShares = 4

/** Requests of one client that wait for their next turn: alone, up to two and a half seconds pass until it is the last one's. */
const mostOfClient = 64

/** Requests of all clients with keys. Beyond it, those are refused that have more than their share of it, and not the others. */
const mostOfAll = 256

/**
 * @example
 * ```ts
 * const pause = createTurns({ hasKeys: true }).createPauses('client').answering
 * for (const schema of schemas) {
 *   compile(schema)
 *   await pause()
 * }
 * ```
 */
export function createTurns({ hasKeys, turnNow, now = () => performance.now() }: TurnsOptions): Turns {
  const most = hasKeys ? mostOfAll : mostOfClient
  const line = turnNow === undefined ? createTimers() : createLine()
  const refuse = (client: string) => {
    const own = line.waiting(client)
    if (line.waiting() >= most && own >= most / line.clients()) throw tooBusy(most)
    if (own >= mostOfClient) throw tooManyOwn()
  }
  return {
    createPauses(client) {
      const count = turnNow ?? createTurnCounter()
      let turn = count()
      let startedAt = now()
      let isAdmitted = false
      /** Since it has waited for something else. */
      let shares = 0
      const restart = () => {
        turn = count()
        startedAt = now()
      }
      const worked = () => {
        // In another turn it has waited for something else: its body, a store, an answer.
        if (turn !== count()) {
          restart()
          shares = 0
        }
        return now() - startedAt
      }
      const answering = () => {
        if (worked() < longestShare) return undefined
        isAdmitted = true
        const goesOn = shares++ % mostShares > 0
        return line.wait(client, goesOn).then(restart)
      }
      const reading = () => {
        if (!isAdmitted && worked() >= shareBeforeRefusal) refuse(client)
        return answering()
      }
      return { reading, answering }
    },
  }
}

/** Numbers the turns of the event loop in which it is asked. */
export function createTurnCounter(): () => number {
  let turn = 0
  let isCounted = false
  const end = () => {
    turn++
    isCounted = false
  }
  return () => {
    if (!isCounted) setTimeout(end, 0)
    isCounted = true
    return turn
  }
}

/** Where requests wait for a turn of the event loop. */
interface Line {
  /** @param isFirst It waits before the client's other requests, and not after them. */
  wait(client: string, isFirst: boolean): Promise<void>
  /** How many wait, of a client or of all. */
  waiting(client?: string): number
  /** How many clients have a request that waits. */
  clients(): number
}

function createLine(): Line {
  /** By client. The first client is the next one. */
  const clients = new Map<string, (() => void)[]>()
  let count = 0
  // The rest starts with the next turn: a timer that is set in the turn of a share may be over when the share is.
  const resumeAfterRest = () => setTimeout(() => setTimeout(resumeNext, rest), 0)
  const resumeNext = () => {
    const [client, requests] = clients.entries().next().value!
    const resume = requests.shift()!
    clients.delete(client)
    if (requests.length > 0) clients.set(client, requests)
    if (--count > 0) resumeAfterRest()
    resume()
  }
  return {
    wait: (client, isFirst) =>
      new Promise((resolve) => {
        const requests = clients.get(client)
        if (requests === undefined) clients.set(client, [resolve])
        else if (isFirst) requests.unshift(resolve)
        else requests.push(resolve)
        if (++count === 1) resumeAfterRest()
      }),
    waiting: (client) => (client === undefined ? count : (clients.get(client)?.length ?? 0)),
    clients: () => clients.size,
  }
}

/** Every request waits for a timer of its own. */
function createTimers(): Line {
  const counts = new Map<string, number>()
  let count = 0
  const add = (client: string, change: 1 | -1) => {
    const own = (counts.get(client) ?? 0) + change
    if (own === 0) counts.delete(client)
    else counts.set(client, own)
    count += change
  }
  return {
    async wait(client) {
      add(client, 1)
      await new Promise((resolve) => setTimeout(resolve, rest))
      add(client, -1)
    },
    waiting: (client) => (client === undefined ? count : (counts.get(client) ?? 0)),
    clients: () => counts.size,
  }
}

const retry = { 'retry-after': '1' }

function tooBusy(most: number): RefusedRequest {
  const message = `This gateway is busy: ${most} requests that take long are in progress. Try again in a second.`
  return new RefusedRequest({ message, statusCode: 503, code: 'server_overloaded', isRetryable: true }, retry)
}

function tooManyOwn(): RefusedRequest {
  const message = `${mostOfClient} of your requests that take long are in progress. Send fewer at once.`
  return new RefusedRequest({ message, statusCode: 429, code: 'rate_limit_exceeded', isRetryable: true }, retry)
}
