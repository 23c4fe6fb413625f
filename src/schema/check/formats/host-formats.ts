import { parseUrl } from '../../../core/parse-url.ts'
import { decodePunycode } from './punycode.ts'

/** `ipv4`: four decimal numbers, without leading zeros. */
export function isIpv4(text: string): boolean {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9][0-9]{0,2})$/.test(part) && Number(part) <= 255)
}

/** `ipv6`: RFC 4291, without a zone. */
export function isIpv6(text: string): boolean {
  return /^[0-9A-Fa-f:.]{2,45}$/.test(text) && parseUrl(`http://[${text}]`) !== undefined
}

/** `hostname`: RFC 1123; labels in punycode must decode to a valid label. */
export function isHostname(text: string): boolean {
  return text.length <= 253 && text.split('.').every(isAsciiLabel)
}

function isAsciiLabel(label: string): boolean {
  if (!/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(label)) return false
  if (label.slice(2, 4) !== '--') return true
  if (!/^xn--/i.test(label)) return false
  const decoded = decodePunycode(label.slice(4))
  return decoded !== undefined && isUnicodeLabel(decoded)
}

/** A label in punycode; undefined if the platform refuses it. */
function encodeLabel(label: string): string | undefined {
  const url = `http://${label}.a`
  return label.length <= 253 ? parseUrl(url)?.hostname.slice(0, -2) : undefined
}

/** `idn-hostname`: RFC 5890 to 5893, without their full tables of characters. */
export function isIdnHostname(text: string): boolean {
  const labels = text.split(/[.\u3002\uff0e\uff61]/)
  let length = labels.length - 1
  for (const label of labels) {
    const isAscii = !/[^ -~]/.test(label)
    if (!(isAscii ? isAsciiLabel(label) : isUnicodeLabel(label))) return false
    const encoded = isAscii ? label : encodeLabel(label)
    if (encoded === undefined || encoded.length > 63) return false
    length += encoded.length
  }
  return length <= 253
}

/** A label with letters of any language (RFC 5892), in normal form, without a mark at its start. */
function isUnicodeLabel(label: string): boolean {
  if (label === '' || label.startsWith('-') || label.endsWith('-') || label.slice(2, 4) === '--') return false
  if (label !== label.normalize('NFC') || /^\p{M}/u.test(label)) return false
  const exceptions = '\\-\\u00b7\\u0375\\u05f3\\u05f4\\u30fb\\u200c\\u200d\\u06fd\\u06fe\\u0f0b\\u3007'
  if (!new RegExp(`^[\\p{Ll}\\p{Lo}\\p{Lm}\\p{M}\\p{Nd}${exceptions}]+$`, 'u').test(label)) return false
  if (/[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]/u.test(label)) return false
  return hasAllowedContexts(label)
}

/** Checks characters that are allowed only beside certain others (RFC 5892, appendix A). */
function hasAllowedContexts(label: string): boolean {
  const characters = [...label]
  const isAllowed = (character: string, index: number): boolean => {
    const before = characters[index - 1] ?? ''
    const after = characters[index + 1] ?? ''
    switch (character) {
      case '\u00b7':
        return before === 'l' && after === 'l'
      case '\u0375':
        return /^\p{Script=Greek}/u.test(after)
      case '\u05f3':
      case '\u05f4':
        return /^\p{Script=Hebrew}/u.test(before)
      case '\u200c':
        return virama.test(before) || joining.test(label)
      case '\u200d':
        return virama.test(before)
      default:
        return true
    }
  }
  if (
    /\u30fb/.test(label) &&
    !/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(label.replaceAll('\u30fb', ''))
  ) {
    return false
  }
  if (/[\u0660-\u0669]/.test(label) && /[\u06f0-\u06f9]/.test(label)) return false
  return characters.every(isAllowed)
}

const virama =
  /^[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039\u103a\u1714\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua8c4\ua953\ua9c0\uaaf6\uabed]$/
const joining =
  /[\u0620\u0626\u0628\u062a-\u062e\u0633-\u063f\u0641-\u0647\u0649\u064a]\p{Mn}?\u200c\p{Mn}?[\u0620-\u064a]/u

const atom = "[-A-Za-z0-9!#$%&'*+/=?^_`{|}~"
const localPart = new RegExp(`^(?:${atom}]+(?:\\.${atom}]+)*|"(?:[ !#-\\[\\]-~]|\\\\[ -~])*")$`)
const idnLocalPart = new RegExp(
  `^(?:${atom}\\u0080-\\u{10FFFF}]+(?:\\.${atom}\\u0080-\\u{10FFFF}]+)*|"[^"\\\\]*")$`,
  'u',
)

/** `email`: RFC 5321. */
export function isEmail(text: string): boolean {
  return isMailbox(text, localPart, isHostname)
}

/** `idn-email`: RFC 6531. */
export function isIdnEmail(text: string): boolean {
  return isMailbox(text, idnLocalPart, isIdnHostname)
}

function isMailbox(text: string, local: RegExp, isDomain: (domain: string) => boolean): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1 || at > 64 * 4 || !local.test(text.slice(0, at))) return false
  const domain = text.slice(at + 1)
  const literal = /^\[(IPv6:)?([^\]]*)\]$/i.exec(domain)
  if (literal === null) return isDomain(domain)
  return literal[1] === undefined ? isIpv4(literal[2]!) : isIpv6(literal[2]!)
}
