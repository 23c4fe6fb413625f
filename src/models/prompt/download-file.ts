import { readUpTo } from '../../core/bytes.ts'
import { ToolfitError } from '../../core/errors.ts'
import { present } from '../../core/json.ts'
import { asAiSdkError } from '../http/api-call-error.ts'

export interface DownloadedFile {
  readonly data: Uint8Array
  readonly mediaType: string | undefined
}

/** A file that a message names by its URL, and whether the provider fetches it itself. */
export interface DownloadRequest {
  readonly url: URL
  readonly isUrlSupportedByModel: boolean
}

/** Fetches files, as `experimental_download` of `ai` does. Null leaves a URL to the provider. */
export type DownloadFunction = (
  requests: DownloadRequest[],
) => PromiseLike<({ readonly data: Uint8Array; readonly mediaType: string | undefined } | null)[]>

export interface PromptOptions {
  readonly abortSignal?: AbortSignal | undefined
  /** Default: files that the provider does not fetch itself are downloaded, up to 100 MiB each, from public addresses only. */
  readonly download?: DownloadFunction | undefined
  /** Downloaded files by URL. One map for a whole run: every step sends the same files again. */
  readonly downloads?: Map<string, DownloadedFile | null> | undefined
}

export interface DownloadOptions {
  readonly abortSignal?: AbortSignal | undefined
  /** Default 100 MiB. */
  readonly maxBytes?: number
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}

const mostBytes = 100 * 2 ** 20
const mostRedirects = 5

/**
 * Downloads a file for a model that does not fetch it itself. The URL may come from a user or from a tool: addresses of this machine
 * and of its network are refused, also in redirects. (Names are not resolved here: a server that takes URLs from strangers should
 * pass its own `download`.)
 *
 * @throws ToolfitError `download-failed`. The reason of `abortSignal` is thrown as it is.
 */
export async function downloadFile(url: URL, options: DownloadOptions = {}): Promise<DownloadedFile> {
  const { abortSignal, maxBytes = mostBytes } = options
  try {
    const response = await follow(url, options)
    const type = response.headers.get('content-type') ?? undefined
    const data = await readUpTo(response.body, maxBytes)
    if (data === undefined) throw failed(url, `it is larger than ${maxBytes} bytes`)
    return { data, mediaType: type?.split(';')[0]?.trim() || undefined }
  } catch (error) {
    if (abortSignal?.aborted) throw abortSignal.reason
    if (ToolfitError.isInstance(error)) throw error
    throw failed(url, String(error), { cause: error })
  }
}

async function follow(start: URL, { abortSignal, fetch = globalThis.fetch }: DownloadOptions): Promise<Response> {
  let url = start
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    refusePrivate(url)
    const send = (redirect: RequestRedirect) =>
      fetch(url.href, { redirect, credentials: 'omit', signal: abortSignal ?? null })
    const response = await send('manual')
    // A browser hides the target of a redirect, and restricts its pages itself.
    if (response.type === 'opaqueredirect') return send('follow')
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (location === null) {
      if (response.ok) return response
      letGo(response)
      throw failed(start, `${response.status} ${response.statusText}`, { response })
    }
    letGo(response)
    url = new URL(location, url)
  }
  throw failed(start, `more than ${mostRedirects} redirects`)
}

/** The body is not read: it must not hold its connection. */
function letGo(response: Response): void {
  response.body?.cancel().catch(() => undefined)
}

function refusePrivate(url: URL): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw failed(url, `only http: and https: are fetched, and this is ${url.protocol}`)
  }
  // `URL` has written names in lower case, and every form of an IPv4 address as four numbers.
  if (privateHosts.some((pattern) => pattern.test(url.hostname.replace(/(?<!\.)\.+$/, '')))) {
    throw failed(url, `${url.hostname} is an address of this machine or of its network`)
  }
}

/** Names that only a local network resolves, also those without a dot, and what is not on the open internet. */
const privateHosts = [
  /^[^.:]*$|\.(localhost|local|internal|arpa)$/,
  // Only 2000::/3 is public; 2002: and 2001:0: contain IPv4 addresses, and 2001:db8: is for documentation.
  /^\[(?![23][\da-f]{3}:)|^\[(2002|2001:(0|db8)?):/,
  /^(0|10|127|22[4-9]|2[3-5]\d|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168|192\.0\.[02]|198\.1[89]|198\.51\.100|203\.0\.113)(\.\d+)+$/,
]

/** `DownloadError.isInstance` of `ai` recognises it. */
function failed(url: URL, problem: string, more: { readonly cause?: unknown; readonly response?: Response } = {}) {
  // Without its query: a signed URL is a key.
  const shown = `${url.origin}${url.pathname}`
  const message = `Failed to download ${shown}: ${problem}`
  const error = new ToolfitError('download-failed', message, { url: shown }, present({ cause: more.cause }))
  const { status: statusCode, statusText } = more.response ?? {}
  return asAiSdkError(Object.assign(error, { url: shown, statusCode, statusText }), 'AI_DownloadError')
}
