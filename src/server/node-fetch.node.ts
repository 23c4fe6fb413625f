import { STATUS_CODES } from 'node:http'
import { toByteStream } from '../core/byte-streams.ts'
import type { HttpReply } from '../core/transport.ts'
import { createUndiciTransport, type UndiciTransportOptions } from './undici-transport.node.ts'

export type NodeFetchOptions = UndiciTransportOptions

/** A `fetch` with its own connections. */
export interface NodeFetch {
  (url: string, init: RequestInit): Promise<Response>
  /** Closes all connections. Requests in flight fail. */
  close(): void
}

/**
 * Creates a `fetch` for calls to model providers: GET and POST, with text or bytes as the body. It takes a fraction of the processor
 * time of the global one. It follows no redirects (the key would travel with them), ignores proxy variables, and speaks HTTP/1.1.
 *
 * @example
 * ```ts
 * import { createNodeFetch } from 'toolfit/gateway/node'
 *
 * const fetch = createNodeFetch({ connectTimeoutMs: 2_000 })
 * fetch.close()
 * ```
 */
export function createNodeFetch(options: NodeFetchOptions = {}): NodeFetch {
  const transport = createUndiciTransport(options)
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { method = 'GET', body, headers, signal } = init
    if (method !== 'GET' && method !== 'POST') throw new TypeError('This fetch sends GET and POST only.')
    if (!isSendable(body)) throw new TypeError('This fetch sends text and bytes only.')
    const reply = await transport({
      method,
      url,
      headers: Object.fromEntries(new Headers(headers)),
      body: body ?? undefined,
      signal: signal ?? undefined,
    })
    return responseFrom(reply, url)
  }
  return Object.assign(fetch, { close: transport.close })
}

function isSendable(body: unknown): body is string | Uint8Array | null | undefined {
  return body === undefined || body === null || typeof body === 'string' || body instanceof Uint8Array
}

const withoutBody: ReadonlySet<number> = new Set([204, 205, 304])

function responseFrom({ status, headers, body }: HttpReply, url: string): Response {
  const statusText = STATUS_CODES[status] ?? ''
  const response = new Response(withoutBody.has(status) ? null : toByteStream(body), { status, statusText, headers })
  return Object.defineProperty(response, 'url', { value: url })
}
