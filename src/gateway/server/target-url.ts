/** A path that no parser would change, so that none is needed. */
const plainTarget = /^\/[\w\-~!$&'()*+,;=:@%/?.]*$/
const dotSegment = /\/\.{1,2}(?=[/?]|$)|%2e/i

/** A name or an address, and perhaps a port. Anything else could smuggle a path in front of the path. */
const plainHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** The address that a request is for, from its target and its `Host`. Undefined: there is none. */
export function targetUrl(target: string, host = 'localhost'): string | undefined {
  if (!plainHost.test(host)) return undefined
  if (plainTarget.test(target) && !dotSegment.test(target)) return `http://${host}${target}`
  // `GET http://host/path`, as proxies are asked.
  const text = target.startsWith('/') ? `http://${host}${target}` : target
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  return new URL(text).href
}
