import { RefusedRequest } from '../refused-request.ts'

/** Bounds the bodies of all requests that are in memory at once. */
export interface BodyBudget {
  /** For the body of one request of this client. */
  open(client: string): BodyRoom
  /** The bytes in memory. */
  used(): number
}

/** The part of a budget that one request uses. */
export interface BodyRoom {
  /**
   * Counts bytes that arrived, decompressed, or that are about to.
   *
   * @throws RefusedRequest 503 where there is no room for them, 429 where the client has used its part.
   */
  take(bytes: number): void
  /**
   * The body is written so many times, one for each answer that is wanted: it counts as often.
   *
   * @throws RefusedRequest as {@link take} does, and 413 where the client could not have as much at any time.
   */
  multiply(times: number): void
  /** The body is no longer in memory. */
  release(): void
}

export interface BodyBudgetOptions {
  /** Bytes of all bodies. */
  readonly total: number
  /** Bytes of the bodies of one client. */
  readonly perClient: number
}

/**
 * Creates a budget. A body counts from its first byte until its request is answered, or the stream of the answer begins: until then it is
 * in memory, for another try too.
 */
export function createBodyBudget({ total, perClient }: BodyBudgetOptions): BodyBudget {
  const byClient = new Map<string, number>()
  let used = 0
  return {
    used: () => used,
    open(client) {
      let own = 0
      const take = (bytes: number) => {
        const ofClient = (byClient.get(client) ?? 0) + bytes
        if (used + bytes > total) throw full(total)
        if (ofClient > perClient) throw clientFull(perClient)
        own += bytes
        used += bytes
        byClient.set(client, ofClient)
      }
      return {
        take,
        multiply(times) {
          if (own * times > perClient) throw tooLarge(times, perClient)
          take(own * (times - 1))
        },
        release() {
          used -= own
          const left = (byClient.get(client) ?? 0) - own
          own = 0
          if (left > 0) byClient.set(client, left)
          else byClient.delete(client)
        },
      }
    },
  }
}

/** The rest of the body is not read. */
const headers = { 'retry-after': '1', connection: 'close' }

function full(total: number): RefusedRequest {
  const message = `The bodies of the requests in progress have more than ${total} bytes. Try again in a second.`
  return new RefusedRequest({ message, statusCode: 503, code: 'server_overloaded', isRetryable: true }, headers)
}

function tooLarge(times: number, perClient: number): RefusedRequest {
  const message = `The body, once for each of ${times} answers, is larger than ${perClient} bytes. Ask for fewer answers (n), or send less.`
  return new RefusedRequest({ message, statusCode: 413, code: 'request_too_large' })
}

function clientFull(perClient: number): RefusedRequest {
  const message = `The bodies of your requests in progress have more than ${perClient} bytes. Send fewer at once.`
  return new RefusedRequest({ message, statusCode: 429, code: 'rate_limit_exceeded', isRetryable: true }, headers)
}
