import { fromByteStream } from '../../core/byte-streams.ts'
import type { Transport } from '../../core/transport.ts'

/** `fetch`, as far as a model needs it. */
export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>

/** Sends requests with a `fetch`; by default with the global one, as it is at the time of the request. */
export function fetchTransport(fetch?: FetchFunction): Transport {
  return async ({ method, url, headers, body, signal }) => {
    const init: RequestInit = {
      method,
      headers: headers as Record<string, string>,
      // The key must not travel to wherever a redirect leads.
      redirect: 'manual',
      ...(body === undefined ? {} : { body: body as string | Uint8Array<ArrayBuffer> }),
      ...(signal === undefined ? {} : { signal }),
    }
    const response = await (fetch ?? globalThis.fetch)(url, init)
    return {
      // 0 where the platform hides the status: a browser does so for a redirect.
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: fromByteStream(response.body),
    }
  }
}
