import { fromByteStream } from '../../core/bytes.ts'
import type { HttpReply, HttpRequest, Transport } from '../../core/http.ts'

/** `fetch`, as far as a model needs it. */
export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>

/** Sends requests with a `fetch`; by default with the global one, as it is at the time of the request. */
export function fetchTransport(fetch?: FetchFunction): Transport {
  return (request) => {
    const controller = new AbortController()
    const reply = send(fetch ?? globalThis.fetch, request, controller.signal)
    return { reply, cancel: (reason) => controller.abort(reason) }
  }
}

const decoder = new TextDecoder()

async function send(
  fetch: FetchFunction,
  { method, url, headers, body }: HttpRequest,
  signal: AbortSignal,
): Promise<HttpReply> {
  const response = await fetch(url, {
    method,
    headers: headers as Record<string, string>,
    // The key must not travel to wherever a redirect leads.
    redirect: 'manual',
    // Text, as every provider sends it: callers' own functions parse it.
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : decoder.decode(body) }),
    signal,
  })
  return {
    // 0 where the platform hides the status: a browser does so for a redirect.
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: fromByteStream(response.body),
  }
}
