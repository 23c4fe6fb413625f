import { RefusedRequest } from './refused-request.ts'

/** Awaited between two steps of long work: lets other requests have a turn where this one has taken its share. */
export type Pause = () => Promise<void> | undefined

/** For work that nobody waits beside. */
export const noPause: Pause = () => undefined

/** The pauses of one request. */
export interface RequestPause {
  (): Promise<void> | undefined
  /** The request has waited for something else than its turn: its share begins anew. */
  restart(): void
}

/** The requests of one gateway that are at long work. */
export interface Turns {
  /**
   * Creates the pauses of one request. They cost a look at the clock, until the request has worked for longer than its share. Then it
   * waits for its turn, and goes on alone: what is read and written in between is never behind more than one share. Clients take turns,
   * and so do the requests of each: a client with one request waits for one share of every other client, however many they have.
   *
   * @param client The client's id.
   * @param isRefusable Whether a request that begins long work may be refused, because too many are at it. Short requests never get there.
   * @throws RefusedRequest from a pause: 429 where too many of the client's own requests wait, 503 where too many do in all.
   */
  createPause(client: string, isRefusable?: boolean): RequestPause
}

export interface TurnsOptions {
  /** Clients have keys. Otherwise they are one client. */
  readonly hasKeys: boolean
  readonly now?: () => number
}

/** How long one request may keep the event loop, in milliseconds, before others get a turn. */
const longestShare = 8

/** Requests of one client that wait for their next turn: alone, half a second passes until it is the last one's. */
const mostOfClient = 64

/** Requests of all clients with keys. Beyond it, those are refused that have more than their share of it, and not the others. */
const mostOfAll = 256

/**
 * @example
 * ```ts
 * const pause = createTurns({ hasKeys: true }).createPause('client')
 * for (const schema of schemas) {
 *   compile(schema)
 *   await pause()
 * }
 * ```
 */
export function createTurns({ hasKeys, now = () => performance.now() }: TurnsOptions): Turns {
  const most = hasKeys ? mostOfAll : mostOfClient
  const line = createLine()
  const refuse = (client: string) => {
    const own = line.waiting(client)
    if (line.waiting() >= most && own >= most / line.clients()) throw tooBusy(most)
    if (own >= mostOfClient) throw tooManyOwn()
  }
  return {
    createPause(client, isRefusable = false) {
      let startedAt = now()
      let isAdmitted = !isRefusable
      const restart = () => {
        startedAt = now()
      }
      const pause = () => {
        if (now() - startedAt < longestShare) return undefined
        if (!isAdmitted) refuse(client)
        isAdmitted = true
        return line.wait(client).then(restart)
      }
      return Object.assign(pause, { restart })
    },
  }
}

/** Where requests wait for a turn of the event loop. */
interface Line {
  wait(client: string): Promise<void>
  /** How many wait, of a client or of all. */
  waiting(client?: string): number
  /** How many clients have a request that waits. */
  clients(): number
}

function createLine(): Line {
  /** By client. The first client is the next one. */
  const clients = new Map<string, (() => void)[]>()
  let count = 0
  /** One in each turn of the event loop: timers that are due at the same time would all run in one. */
  const resumeNext = () => {
    const [client, requests] = clients.entries().next().value!
    const resume = requests.shift()!
    clients.delete(client)
    if (requests.length > 0) clients.set(client, requests)
    if (--count > 0) setTimeout(resumeNext, 0)
    resume()
  }
  return {
    wait: (client) =>
      new Promise((resolve) => {
        const requests = clients.get(client)
        if (requests === undefined) clients.set(client, [resolve])
        else requests.push(resolve)
        if (++count === 1) setTimeout(resumeNext, 0)
      }),
    waiting: (client) => (client === undefined ? count : (clients.get(client)?.length ?? 0)),
    clients: () => clients.size,
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
