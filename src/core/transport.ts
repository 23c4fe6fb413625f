/** One HTTP request, as a {@link Transport} sends it. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
}

/** The reply to an {@link HttpRequest}. Its body is read at most once. */
export interface HttpReply {
  readonly status: number
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Ends by return, fails by throw. Calling the iterator's `return()` releases the connection. */
  readonly body: AsyncIterable<Uint8Array>
}

/** A request that is under way, and its reply. */
export interface HttpExchange {
  /** Rejects when no reply came, never because of a reply's status. */
  readonly reply: Promise<HttpReply>
  /** Ends the request, and the body of its reply: what is awaited rejects with `reason`. After the end of the body it has no effect. */
  cancel(reason: unknown): void
}

/** Sends one HTTP request. */
export type Transport = (request: HttpRequest) => HttpExchange
