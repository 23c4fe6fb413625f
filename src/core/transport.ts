/** One HTTP request, as a {@link Transport} sends it. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
  /** Ends the request, and the body of its reply, as soon as it is aborted. */
  readonly signal?: AbortSignal | undefined
}

/** The reply to an {@link HttpRequest}. Its body is read at most once. */
export interface HttpReply {
  readonly status: number
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Ends by return, fails by throw. Calling the iterator's `return()` releases the connection. */
  readonly body: AsyncIterable<Uint8Array>
}

/** Sends one HTTP request. Rejects when no reply came, never because of a reply's status. */
export type Transport = (request: HttpRequest) => Promise<HttpReply>
