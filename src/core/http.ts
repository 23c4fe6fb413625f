import { toByteStream } from './bytes.ts'

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

/** Reads a request's body to its end. `onChunk` gets the bytes as they arrive, and may throw: then the rest is not read. */
export type BodyReader = (onChunk: (chunk: Uint8Array) => void) => Promise<void>

/** An answer of a server. Node's server writes it as it is; elsewhere {@link toResponse} makes a `Response` of it. */
export interface HttpAnswer {
  readonly status: number
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** A text is complete, and sent with its length. The iterator's `return()` ends an answer that streams. */
  readonly body: string | AsyncIterable<Uint8Array> | null
}

export function toResponse({ status, headers, body }: HttpAnswer): Response {
  const isText = typeof body === 'string' || body === null
  return new Response(isText ? body : toByteStream(body), { status, headers })
}

/** As `Response.json` does. */
export function jsonAnswer(value: unknown, status = 200, headers: HttpAnswer['headers'] = {}): HttpAnswer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) }
}
