/** Escapes one reference token of a JSON Pointer (RFC 6901). */
export function escapeToken(token: string): string {
  return token.includes('~') || token.includes('/') ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token
}

/** Appends a token to a JSON Pointer. */
export function joinPointer(pointer: string, token: string | number): string {
  return `${pointer}/${typeof token === 'number' ? token : escapeToken(token)}`
}

/** The reference tokens of a JSON Pointer, unescaped. `''` has none. */
export function splitPointer(pointer: string): string[] {
  return escapedTokens(pointer).map(unescapeToken)
}

function escapedTokens(pointer: string): string[] {
  return pointer === '' ? [] : pointer.slice(1).split('/')
}

function unescapeToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** The value at a JSON Pointer, or undefined where nothing is. Only own properties and array items are followed. */
export function valueAt(document: unknown, pointer: string): unknown {
  let current = document
  // Unescaped one by one: most of a long pointer may lead nowhere.
  for (const escaped of escapedTokens(pointer)) {
    const token = unescapeToken(escaped)
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, token)) return undefined
    current = (current as Record<string, unknown>)[token]
  }
  return current
}
