import { ToolfitError } from '../../core/errors.ts'
import type { Transport } from '../../core/http.ts'
import { parseUrl } from '../../core/parse-url.ts'
import type { WireError } from '../../wire/wire-error.ts'
import type { HttpCall, Timeouts } from './call-http.ts'
import { type FetchFunction, fetchTransport } from './fetch-transport.ts'
import { type HeaderSource, joinHeaders } from './request-headers.ts'
import { maxRetriesFor, type RetryOwner, type RetryPolicy } from './retry.ts'

/** Settings that the models of all providers have. */
export interface HttpSettings extends Timeouts {
  /** Sent in a header, and nowhere else. */
  readonly apiKey?: string | undefined
  readonly baseURL?: string | undefined
  /** Added to every call. A function is called each time: for access tokens, which expire. */
  readonly headers?: HeaderSource | undefined
  /** Default: the global one. */
  readonly fetch?: FetchFunction | undefined
  /** Tries after the first. Default: as many as the caller asks for (`generateText` of Toolfit: 2); none where it retries itself, as `ai` does. */
  readonly maxRetries?: number | undefined
  /** How long to wait between tries. */
  readonly retryPolicy?: Omit<RetryPolicy, 'maxRetries' | 'abortSignal'> | undefined
}

/** Settings of our own code. */
export interface TransportSettings {
  /** Used where there is no `fetch`. Default: the global one. */
  readonly transport?: Transport | undefined
}

/** An HTTP call of a model, with its retries. */
export interface ModelCall extends HttpCall {
  readonly maxRetries: number
  readonly retryPolicy?: HttpSettings['retryPolicy']
}

/** Options of a call that are about its HTTP request. */
export interface CallTransportOptions extends RetryOwner {
  readonly abortSignal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined
}

export interface ModelCallRequest {
  readonly provider: string
  readonly url: string
  /** Of the provider: its key, its version. Those of the settings and of the call override them. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string | Uint8Array
  readonly decodeError: (body: unknown, status: number) => WireError
}

/** `localhost:8000` is a URL too, of the scheme `localhost:`. The error does not quote it: it may have a password. */
function assertWebUrl(baseURL = ''): void {
  if (/^https?:/i.test(baseURL)) return
  const { protocol = 'http:' } = parseUrl(baseURL) ?? {}
  if (protocol === 'http:' || protocol === 'https:') return
  const message = 'baseURL must begin with https:// or http://, as in http://localhost:8000/v1.'
  throw new ToolfitError('option-invalid', message, { option: 'baseURL' })
}

const jsonType = { 'content-type': 'application/json' }

/**
 * A call as the settings of its model and the options of its caller describe it.
 *
 * @throws ToolfitError `option-invalid` for a `baseURL` of another scheme than HTTP.
 */
export async function createModelCall(
  settings: HttpSettings & TransportSettings,
  options: CallTransportOptions,
  { provider, url, headers, body, decodeError }: ModelCallRequest,
): Promise<ModelCall> {
  const { fetch, transport = fetchTransport(), headerTimeoutMs, idleTimeoutMs, retryPolicy } = settings
  assertWebUrl(settings.baseURL)
  const own = typeof settings.headers === 'function' ? await settings.headers() : settings.headers
  return {
    provider,
    url,
    headers: joinHeaders(jsonType, headers, own, options.headers),
    body,
    transport: fetch === undefined ? transport : fetchTransport(fetch),
    abortSignal: options.abortSignal,
    headerTimeoutMs,
    idleTimeoutMs,
    maxRetries: maxRetriesFor(settings.maxRetries, options),
    retryPolicy,
    decodeError,
  }
}
