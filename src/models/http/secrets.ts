import { joinBytes, toBase64 } from '../../core/bytes.ts'
import { decodePercent, parseUrl } from '../../core/parse-url.ts'

const secretHeader = /authorization|api[-_]?key|token|secret|cookie/i

/** Parameters of a URL that may be keys. */
const secretParameter = /key|token|secret|auth|sig/i

/** Shorter values would be found in any text; no provider has keys of that length. */
const shortestSecret = 8

/** The secrets of a request: values of headers, with and without the scheme in front, and what its URL holds. */
export function secretsIn(headers: Readonly<Record<string, string>>, url: string): readonly string[] {
  const values = Object.entries(headers).flatMap(([name, value]) => {
    if (!secretHeader.test(name)) return []
    return [value.trim(), value.trim().replace(/^\S+\s+/, '')]
  })
  values.push(...secretsInUrl(url))
  return values.filter((value) => value.length >= shortestSecret)
}

/**
 * Secrets as texts may have them: as they are, percent-encoded, escaped in JSON, and in base64 of either alphabet, alone or inside of
 * something longer. The longest first: a text that contains another secret is masked as a whole.
 */
function spellingsOf(secrets: readonly string[]): readonly string[] {
  const spelled = secrets.flatMap((secret) => {
    const percent = encodePercent(secret)
    const inJson = JSON.stringify(secret).slice(1, -1)
    // Of a short one, base64 leaves too few characters to recognise it by.
    const encoded = secret.length < shortestSecret ? [] : base64Spellings(secret)
    return [secret, percent, inJson, inJson.replaceAll('/', '\\/'), ...encoded]
  })
  return [...new Set(spelled)].sort((a, b) => b.length - a.length)
}

/** By how many bytes are in front of it, modulo three. Left out are the characters that have bits of its neighbours. */
function base64Spellings(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret)
  return [0, 1, 2].flatMap((before) => {
    const length = before + bytes.length
    const padded = toBase64(joinBytes([new Uint8Array(before), bytes], length))
    const inner = padded.slice(before === 0 ? 0 : before + 1, Math.floor((length * 4) / 3))
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** Each as it is written, and decoded. */
function secretsInUrl(url: string): string[] {
  const parsed = parseUrl(url)
  if (parsed === undefined) return []
  const { username, password, search } = parsed
  const parameters = search
    .slice(1)
    .split('&')
    .filter((pair) => secretParameter.test(pair.replace(/=.*$/s, '')))
  const written = [username, password, ...parameters.map((pair) => pair.slice(pair.indexOf('=') + 1))]
  return written.flatMap((value) => [value, decodePercent(value)])
}

function encodePercent(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    // Half of a surrogate pair has no such form.
    return text
  }
}

/**
 * Removes secrets from texts, in whatever spelling: providers, proxies and servers repeat keys in their errors. All that is shown or logged
 * goes through it.
 *
 * @example
 * ```ts
 * createMask(['sk-12345678'])('Key sk-12345678 (c2stMTIzNDU2Nzg=)') // 'Key [secret] ([secret]=)'
 * ```
 */
export function createMask(secrets: readonly string[]): (text: string) => string {
  const spelled = spellingsOf(secrets.filter((secret) => secret !== ''))
  const shortest = spelled.at(-1)?.length ?? Number.POSITIVE_INFINITY
  return (text) => {
    if (text.length < shortest) return text
    return spelled.reduce((masked, secret) => masked.replaceAll(secret, '[secret]'), text)
  }
}

/** The keys and tokens of well-known services, by their beginnings. */
const keyLike = new RegExp(
  [
    'AIza[\\w-]{20,}',
    '\\bya29\\.[\\w.-]+',
    '\\b(?:sk|rk|pk|whsec|xai|gsk|tvly|pplx|pcsk|r8|hf|npm|pypi|glpat|figd|ntn|secret|lin_api|shp(?:at|ca|pa|ss)|dop_v1|gh[oprsu]|github_pat)[-_][\\w-]{8,}',
    '\\bxox[a-z]-[\\w-]{8,}',
    '\\bxapp-[\\w-]{8,}',
    '\\b(?:AKIA|ASIA)[A-Z\\d]{16}\\b',
    '\\bSG\\.[\\w.-]{16,}',
    '\\beyJ[\\w-]{8,}\\.[\\w.-]+',
    '\\b\\d{8,10}:[\\w-]{35}\\b',
    '(?<=\\bhooks\\.slack\\.com\\/)[\\w/-]+',
    '(?<=\\bdiscord(?:app)?\\.com\\/api\\/webhooks\\/)[\\w/-]+',
    '-----BEGIN[\\s\\S]*',
    '\\bbearer\\s+\\S+',
    '(?<=:\\/\\/)[^\\s/@:]*:[^\\s/@]*(?=@)',
  ].join('|'),
  'gi',
)

/** A text without what looks like a key or a token of a well-known service, or like a password in a URL. */
export function maskKeyLike(text: string, hide: (secret: string) => string = () => '[secret]'): string {
  return text.replace(keyLike, (found) => hide(found))
}

/** A URL that can be shown: without its query, its fragment, and a password. */
export function showUrl(url: string): string {
  const parsed = parseUrl(url)
  return parsed === undefined ? url.replace(/[?#].*$/s, '') : `${parsed.origin}${parsed.pathname}`
}

/** Larger values are not searched to the end. */
const mostValues = 10_000

/**
 * Whether a secret occurs anywhere in a foreign value: in its texts, in hidden fields, in the causes of causes. A value that is too large
 * to be searched counts as one that mentions it.
 *
 * @example
 * ```ts
 * const error = new Error('failed', { cause: { headers: { authorization: 'Bearer sk-12345678' } } })
 * mentionsSecret(error, createMask(['sk-12345678'])) // true
 * ```
 */
export function mentionsSecret(value: unknown, mask: (text: string) => string): boolean {
  const seen = new Set<unknown>([value])
  for (const current of seen) {
    if (seen.size > mostValues) return true
    if (typeof current === 'string' && mask(current) !== current) return true
    if (typeof current !== 'object' && typeof current !== 'function') continue
    if (current === null || ArrayBuffer.isView(current)) continue
    for (const inner of valuesIn(current)) seen.add(inner)
  }
  return false
}

/** Names and values of fields, also hidden ones and those under symbols. Accessors are not called: they are foreign code. */
function valuesIn(holder: object): unknown[] {
  const keys = Reflect.ownKeys(holder)
  const values = keys.map((key) => Reflect.getOwnPropertyDescriptor(holder, key)?.value)
  return [...keys, ...values, ...innerValues(holder)]
}

/** Values that are not in fields, but are shown when the object is printed. */
function innerValues(holder: object): readonly unknown[] {
  if (holder instanceof Error) return [holder.message, holder.stack, holder.cause]
  if (holder instanceof Map) return [...holder.keys(), ...holder.values()]
  if (holder instanceof Set || holder instanceof Headers) return [...holder].flat()
  if (holder instanceof Request) return [holder.url, holder.headers]
  if (holder instanceof Response) return [holder.url, holder.statusText, holder.headers]
  return holder instanceof URL ? [holder.href] : []
}
