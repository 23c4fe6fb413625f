import { isIpv4, isIpv6 } from './host-formats.ts'

const international = '\\u{A0}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFEF}\\u{10000}-\\u{EFFFF}'

/** The characters of each part (RFC 3986; RFC 3987 with letters of all languages). One class with `*`: linear. */
function grammar(letters: string, privateUse: string) {
  const plain = `A-Za-z0-9\\-._~!$&'()*+,;=${letters}`
  const of = (characters: string) => new RegExp(`^(?:[${characters}]|%[0-9A-Fa-f]{2})*$`, 'u')
  return {
    userinfo: of(`${plain}:`),
    host: of(plain),
    path: of(`${plain}:@\\/`),
    query: of(`${plain}:@\\/?${privateUse}`),
    fragment: of(`${plain}:@\\/?`),
  }
}

const ascii = grammar('', '')
const everyLanguage = grammar(international, '\\u{E000}-\\u{F8FF}\\u{F0000}-\\u{FFFFD}\\u{100000}-\\u{10FFFD}')

const reference = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/su

function isReference(text: string, allowed: typeof ascii, needsScheme: boolean): boolean {
  const parts = reference.exec(text)
  if (parts === null) return false
  const [, scheme, authority, path = '', query = '', fragment = ''] = parts
  if (scheme === undefined ? needsScheme : !/^[A-Za-z][A-Za-z0-9+.-]*$/.test(scheme)) return false
  if (authority !== undefined && !isAuthority(authority, allowed)) return false
  // A colon in the first segment would start a scheme.
  if (scheme === undefined && authority === undefined && /^[^/]*:/.test(path)) return false
  return allowed.path.test(path) && allowed.query.test(query) && allowed.fragment.test(fragment)
}

function isAuthority(authority: string, allowed: typeof ascii): boolean {
  const at = authority.lastIndexOf('@')
  if (at >= 0 && !allowed.userinfo.test(authority.slice(0, at))) return false
  const [, literal, name = '', port = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::(.*))?$/s.exec(authority.slice(at + 1)) ?? []
  if (literal === undefined && name === '' && authority.slice(at + 1) !== '' && port === '') return false
  if (!/^[0-9]*$/.test(port)) return false
  if (literal !== undefined) return isIpv6(literal) || /^v[0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+$/.test(literal)
  return allowed.host.test(name) && (!/^[0-9.]+$/.test(name) || isIpv4(name) || !/^[0-9]+(?:\.[0-9]+){3}$/.test(name))
}

/** `uri`: RFC 3986, with a scheme. */
export const isUri = (text: string): boolean => isReference(text, ascii, true)

/** `uri-reference`: RFC 3986, also relative. */
export const isUriReference = (text: string): boolean => isReference(text, ascii, false)

/** `iri`: RFC 3987, with a scheme. */
export const isIri = (text: string): boolean => isReference(text, everyLanguage, true)

/** `iri-reference`: RFC 3987, also relative. */
export const isIriReference = (text: string): boolean => isReference(text, everyLanguage, false)

const variable = '(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*(?::[1-9][0-9]{0,3}|\\*)?'
const expression = new RegExp(`^[+#./;?&=,!@|]?${variable}(?:,${variable})*$`)

/** `uri-template`: RFC 6570. */
export function isUriTemplate(text: string): boolean {
  for (const [index, piece] of text.split('{').entries()) {
    const close = piece.indexOf('}')
    if (index === 0 ? close >= 0 : close < 0) return false
    if (index > 0 && !expression.test(piece.slice(0, close))) return false
    const literal = piece.slice(index === 0 ? 0 : close + 1)
    if (/[\p{Cc} "'<>\\^`{|}]|%(?![0-9A-Fa-f]{2})/u.test(literal)) return false
  }
  return true
}
