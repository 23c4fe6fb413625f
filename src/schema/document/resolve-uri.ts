import { parseUrl } from '../../core/parse-url.ts'
/** A URI without its fragment, and the fragment; undefined if there is none. */
export interface ResolvedUri {
  readonly uri: string
  readonly fragment: string | undefined
}

/** The base of a document without an absolute id: `URL` needs one, and ids are often relative. */
export const unknownBase = 'toolfit://document/'

/**
 * Resolves a URI reference against an absolute base. The fragment stays as it was written. A reference that cannot be resolved
 * (a path relative to a `urn:`) is returned as it is.
 */
export function resolveUri(base: string, reference: string): ResolvedUri {
  const hash = reference.indexOf('#')
  const relative = hash < 0 ? reference : reference.slice(0, hash)
  const fragment = hash < 0 ? undefined : reference.slice(hash + 1)
  if (relative === '') return { uri: base, fragment }
  return { uri: parseUrl(relative, base)?.href ?? relative, fragment }
}
