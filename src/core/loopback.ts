import { parseUrl } from './parse-url.ts'

/** Longer ones are no names: DNS allows 253 characters. */
const longestHost = 300

/** A name or an address, with or without a port. Stricter than a URL, which may have a user, a path or a query too. */
const hostForm = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{0,5})?$/i

/**
 * The host in a `Host` header, as URLs write it: in lower case, without its port and the dot at its end. Undefined for a value that is not
 * a host.
 */
export function readHostName(host: string): string | undefined {
  if (host.length > longestHost || !hostForm.test(host)) return undefined
  return parseUrl(`http://${host}`)?.hostname.replace(/\.$/, '')
}

/**
 * Whether a host, as {@link readHostName} writes it, or an IP address always means this machine: `localhost`, 127.0.0.0/8, `::1`.
 */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  return bare === 'localhost' || bare === '::1' || isLoopbackV4(bare)
}

/** Also inside an IPv6 address (`::ffff:127.0.0.1`), in either notation. */
function isLoopbackV4(address: string): boolean {
  return /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/.test(address) || /^::ffff:7f[\da-f]{2}:[\da-f]{1,4}$/.test(address)
}

/** Whether a host, as {@link readHostName} writes it, is an IP address. */
export function isIpAddress(host: string): boolean {
  return host.startsWith('[') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host)
}
