import { maskKeyLike, maskSecrets } from '../models/http/secrets.ts'

/** Names of flags, variables, headers and parameters whose values are not shown. A name that only contains one of these is no loss. */
const secretNames =
  'token|key|secret|passw|passphrase|pwd|credential|auth|bearer|cookie|session|signature|jwt|dsn|conn[a-z]*[-_]?str|webhook|pat(?![a-z])'

const isSecretName = new RegExp(secretNames, 'i')

/** `name=value`, `name: value`, `"name":"value"`: a value in quotes ends with them, and one in braces with the word. */
const namedValue = new RegExp(
  `([\\w.$-]*(?:${secretNames})[\\w.$-]*["']?\\s*[:=]\\s*)([{[][\\s\\S]*|"(?:[^"\\\\]|\\\\[\\s\\S])*"?|'[^']*'?|(?:(?:bearer|basic|token)\\s+)?[^\\s"'&,;}\\]]+)`,
  'gi',
)

/** What stands before the host of a URL. */
const userInfo = /(?<=[a-z][a-z\d+.-]*:\/\/)[^\s/@?#]+(?=@)/gi

/** Long, with letters and digits: nobody needs it to recognise a command. */
const random = /(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{32,}/gi

const mask = '[secret]'

/** Flags whose value is an assignment: `docker run -e NAME=value`. Variables hold keys whatever they are called. */
const assigns = /^(?:-e|--env)$/

/** Flags whose value is `user:password`. */
const namesUser = /^(?:-u|--user)$/

/** Shorter values stand in any text. Masked in the command, they are not looked for elsewhere. */
const shortestValue = 4

/** A command line that can be shown, and what was left out of it. */
export interface MaskedWords {
  readonly shown: readonly string[]
  /** Values, the longest first: {@link maskText} removes them from other texts. */
  readonly secrets: readonly string[]
}

/**
 * Masks the secrets in the words of a command line by their shape: values of flags, variables, headers and parameters with a name such as
 * `--access-token`, passwords in URLs, and what looks like a key.
 *
 * @example
 * ```ts
 * maskWords(['npx', 'server', '--access-token=abcd', '--port', '80']).shown // ['npx', 'server', '--access-token=[secret]', '--port', '80']
 * ```
 */
export function maskWords(words: readonly string[]): MaskedWords {
  const secrets = new Set<string>()
  const shown = words.map((word, index) => maskWord(word, words[index - 1], (secret) => secrets.add(secret)))
  return { shown, secrets: longestFirst([...secrets].flatMap(formsOf)) }
}

type Report = (secret: string) => void

function maskWord(word: string, before: string | undefined, report: Report): string {
  const hide = (secret: string): string => {
    report(secret)
    return mask
  }
  if (before !== undefined && isSecretFlag(before) && !isFlag(word)) return hide(word)
  const [, start, value] = /^([^=\s?&:/]+=)([\s\S]+)$/.exec(word) ?? []
  if (
    start !== undefined &&
    value !== undefined &&
    (isSecretName.test(start) || (before !== undefined && assigns.test(before)))
  ) {
    return `${start}${hide(value)}`
  }
  const [, user, password] =
    before !== undefined && namesUser.test(before) ? (/^([^:]*:)([\s\S]+)$/.exec(word) ?? []) : []
  if (user !== undefined && password !== undefined) return `${user}${hide(password)}`
  const [, header, content] = /^([\w-]+:\s*)([\s\S]+)$/.exec(word) ?? []
  if (header !== undefined && content !== undefined && !content.startsWith('//') && isSecretName.test(header)) {
    return `${header}${hide(content.replace(/^(?:bearer|basic|token)\s+/i, ''))}`
  }
  const named = word.replace(namedValue, (_all, name: string, found: string) => {
    const inner = found.replace(/^(["'])(.*?)\1?$/s, '$2').replace(/^(?:bearer|basic|token)\s+/i, '')
    if (inner === '') return `${name}${found}`
    // In a URL, a fragment may follow.
    report(inner.replace(/#.*$/s, ''))
    return `${name}${hide(inner)}`
  })
  return maskKeyLike(
    named.replace(userInfo, (found) => {
      // The password alone is a secret too.
      report(found.replace(/^[^:]*:/, ''))
      return hide(found)
    }),
    hide,
  ).replace(random, hide)
}

/** `--access-token`, and not `--access-token=x`, `--no-auth` or a file that is called so. */
function isSecretFlag(word: string): boolean {
  return /^--?[a-z][\w.-]*$/i.test(word) && isSecretName.test(word) && !/^--(?:no|without|disable|skip)-/.test(word)
}

function isFlag(word: string): boolean {
  return /^--[a-z][a-z\d]*(?:-[a-z\d]+)*(?:=|$)/.test(word)
}

/** A secret as it is, and as URLs and JSON write it, whichever of these the command has. */
function formsOf(secret: string): string[] {
  const plain = [
    secret,
    ...secret.split(/\s+/),
    recoded(secret, decodeURIComponent),
    recoded(secret, (text) => String(JSON.parse(`"${text}"`))),
  ]
  return plain.flatMap((text) => [text, recoded(text, encodeURIComponent), JSON.stringify(text).slice(1, -1)])
}

function recoded(text: string, recode: (text: string) => string): string {
  try {
    return recode(text)
  } catch {
    // It is not written in this form.
    return text
  }
}

function longestFirst(values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => value.length >= shortestValue).sort((a, b) => b.length - a.length)
}

/** A text of another program, such as a server's stderr, without these secrets and what looks like a key. */
export function maskText(text: string, secrets: readonly string[]): string {
  return maskKeyLike(maskSecrets(text, longestFirst(secrets)))
}
