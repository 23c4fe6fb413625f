/** The five parts of a URI reference (RFC 3986, appendix B). Absent parts are undefined; the path may be empty. */
interface UriParts {
  readonly scheme: string | undefined
  readonly authority: string | undefined
  readonly path: string
  readonly query: string | undefined
  readonly fragment: string | undefined
}

// `URL` of the platform is no help here: it refuses a relative base, and document ids are often relative.
const reference = /^(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s

function splitUri(uri: string): UriParts {
  const [, scheme, authority, path, query, fragment] = reference.exec(uri)!
  return { scheme, authority, path: path ?? '', query, fragment }
}

function joinUri({ scheme, authority, path, query, fragment }: UriParts): string {
  return [
    scheme === undefined ? '' : `${scheme}:`,
    authority === undefined ? '' : `//${authority}`,
    path,
    query === undefined ? '' : `?${query}`,
    fragment === undefined ? '' : `#${fragment}`,
  ].join('')
}

/** Resolves a URI reference against a base (RFC 3986, 5.2). The base may itself be relative, or empty. */
export function resolveUri(base: string, uri: string): string {
  const target = splitUri(uri)
  if (target.scheme !== undefined) return joinUri({ ...target, path: removeDots(target.path) })
  const from = splitUri(base)
  const { scheme } = from
  if (target.authority !== undefined) return joinUri({ ...target, scheme, path: removeDots(target.path) })
  const { authority } = from
  if (target.path === '') {
    return joinUri({ ...from, query: target.query ?? from.query, fragment: target.fragment })
  }
  const path = target.path.startsWith('/') ? target.path : mergePaths(from, target.path)
  return joinUri({ ...target, scheme, authority, path: removeDots(path) })
}

function mergePaths(base: UriParts, path: string): string {
  if (base.authority !== undefined && base.path === '') return `/${path}`
  return base.path.slice(0, base.path.lastIndexOf('/') + 1) + path
}

function removeDots(path: string): string {
  if (!path.includes('.')) return path
  const segments: string[] = []
  const parts = path.split('/')
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1
    if (part === '..') {
      if (segments.length > 1 || (segments.length === 1 && segments[0] !== '')) segments.pop()
      if (isLast) segments.push('')
    } else if (part === '.') {
      if (isLast) segments.push('')
    } else segments.push(part)
  }
  return segments.join('/')
}

/** A URI without its fragment, and the fragment (undefined when there is none). */
export function splitFragment(uri: string): readonly [base: string, fragment: string | undefined] {
  const hash = uri.indexOf('#')
  return hash < 0 ? [uri, undefined] : [uri.slice(0, hash), uri.slice(hash + 1)]
}
