import { ToolfitError } from './errors.ts'
import { isIpAddress, isLoopback, readHostName } from './loopback.ts'
import { parseUrl } from './parse-url.ts'

/** Which requests a server without keys accepts. */
export interface BrowserGuardOptions {
  /** Names of the server, besides those of this machine. `*`: any name. */
  readonly allowHosts?: readonly string[] | undefined
  /** Origins whose pages may send requests. `*`: any origin. */
  readonly cors?: readonly string[] | undefined
  /** Whether the server may be addressed by any IP address. A page cannot rebind an address, only a name. */
  readonly takesAddresses?: boolean | undefined
}

/** Why a request is refused. */
export interface BrowserRefusal {
  readonly status: 403 | 415
  readonly code: 'host_not_allowed' | 'origin_not_allowed' | 'unsupported_media_type'
  readonly message: string
}

export interface BrowserGuard {
  /** Whether the request may come from a page that has no permission: by its `Host`, its `Origin` and `Sec-Fetch-Site`. */
  checkSender(request: Request): BrowserRefusal | undefined
  /** Whether the body says that it is JSON. A page can post any other type without asking the server first. */
  checkType(request: Request): BrowserRefusal | undefined
}

/**
 * Protects a server that asks for no key from the pages in its user's browser. A page can send requests to this machine, and with a name
 * that it rebinds to 127.0.0.1 it can read the answers too.
 *
 * @throws ToolfitError `option-invalid` for an entry of `allowHosts` that is not a host, or one of `cors` that is not an origin.
 */
export function createBrowserGuard(options: BrowserGuardOptions): BrowserGuard {
  const { allowHosts = [], takesAddresses = false } = options
  const cors = readOrigins(options.cors)
  const hosts = new Set(allowHosts.map(readAllowedHost))
  const isOwnName = (name: string) =>
    isLoopback(name) || hosts.has(name) || hosts.has('*') || (takesAddresses && isIpAddress(name))
  /** The last host that was one of the server's own: nearly all requests are for the same. */
  let ownHost: string | undefined
  return {
    checkSender(request) {
      const host = request.headers.get('host') ?? new URL(request.url).host
      if (host !== ownHost) {
        const name = readHostName(host)
        if (name === undefined || !isOwnName(name)) return hostRefusal(host)
        ownHost = host
      }
      const origin = request.headers.get('origin')
      if (origin === null)
        return isForeignFetch(request) && !cors.includes('*') ? originRefusal('another site') : undefined
      const isAllowed = cors.includes('*') || cors.includes(origin) || isOwnOrigin(origin, host)
      return isAllowed ? undefined : originRefusal(`"${origin.slice(0, 100)}"`)
    },
    checkType(request) {
      const type = request.headers.get('content-type')
      return type !== null && isJsonType(type) ? undefined : typeRefusal
    },
  }
}

function readAllowedHost(host: string): string {
  if (host === '*') return host
  const name = typeof host === 'string' && !/:\d*$/.test(host.replace(/^\[.*\]/, '')) ? readHostName(host) : undefined
  if (name !== undefined) return name
  const message = `allowHosts: "${String(host).slice(0, 100)}" must be a host name or an IP address, without a scheme and a port, or *.`
  throw new ToolfitError('option-invalid', message, { option: 'allowHosts' })
}

/**
 * Origins as browsers send them. Any other text (`app.example`, `https://app.example/`) would match no page.
 *
 * @throws ToolfitError `option-invalid` for an entry that is not an origin.
 */
export function readOrigins(origins: readonly string[] = []): readonly string[] {
  for (const origin of origins) {
    if (origin === '*' || origin === 'null' || /^[a-z][a-z\d+.-]*:\/\/[^/?#\sA-Z]+$/.test(origin)) continue
    const message = `cors: "${String(origin).slice(0, 100)}" must be an origin as browsers send it (https://app.example, in lower case, without a path), or *.`
    throw new ToolfitError('option-invalid', message, { option: 'cors' })
  }
  return origins
}

/** A page on this machine, or one that the server itself was asked for. */
function isOwnOrigin(origin: string, host: string): boolean {
  const page = parseUrl(origin)
  if (page === undefined) return false
  // A value with more than an origin in it does not come from a browser.
  if (!/^https?:$/.test(page.protocol) || page.origin !== origin.toLowerCase()) return false
  return isLoopback(page.hostname.replace(/\.$/, '')) || page.host === new URL(`${page.protocol}//${host}`).host
}

/** Browsers send no `Origin` with a GET for an image or a script. A link that a person follows is not one. */
function isForeignFetch({ headers }: Request): boolean {
  return headers.get('sec-fetch-site') === 'cross-site' && headers.get('sec-fetch-mode') !== 'navigate'
}

/** Whether a content type is JSON: `application/json`, or `application/…+json`. */
export function isJsonType(contentType: string): boolean {
  return /^application\/(?:json|[\w.-]+\+json)$/i.test((contentType.split(';')[0] ?? '').trim())
}

const reason = 'This server asks for no key, so it only accepts'

function hostRefusal(host: string): BrowserRefusal {
  const message = `The Host "${host.slice(0, 100)}" is not allowed. ${reason} the names of this machine (localhost, 127.0.0.1, [::1]): a web page could reach it under a name of its own. Allow the name with --allow-host (allowHosts), or set keys.`
  return { status: 403, code: 'host_not_allowed', message }
}

function originRefusal(origin: string): BrowserRefusal {
  const message = `Requests of ${origin} are not allowed. ${reason} pages of this machine. Allow the origin with --cors (cors), or set keys.`
  return { status: 403, code: 'origin_not_allowed', message }
}

const typeRefusal: BrowserRefusal = {
  status: 415,
  code: 'unsupported_media_type',
  message: 'The body must be JSON: send the header `content-type: application/json`.',
}
