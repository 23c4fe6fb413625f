import { toByteStream } from './bytes.ts'

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
