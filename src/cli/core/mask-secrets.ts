import { createMask, maskKeyLike } from '../../models/http/secrets.ts'

/** Names of flags, variables, headers and parameters whose values are not shown. A name that only contains one of these is no loss. */
const secretNames =
  'token|key|secret|pass|pwd|cred|auth|bearer|cookie|session|signature|jwt|dsn|conn[a-z]*[-_]?str|webhook|hmac|mnemonic|licen[cs]e|pat(?![a-z])|(?<![a-z])(?:pw|sig|sas|t?otp|pin)(?![a-z])'

const isSecretName = new RegExp(secretNames, 'i')

/**
 * `name=value`, `name: value`, `"name":"value"`: a value in quotes ends with them, and one in braces with the word. `"env":{…}` holds
 * variables.
 */
const namedValue = new RegExp(
  `((?:[\\w.$-]*(?:${secretNames})[\\w.$-]*["']?|["']env["'](?=\\s*:\\s*\\{))\\s*[:=]\\s*)([{[][\\s\\S]*|"(?:[^"\\\\]|\\\\[\\s\\S])*"?|'[^']*'?|(?:(?:bearer|basic|token)\\s+)?[^\\s"'&,;}\\]]+)`,
  'gi',
)

/** What stands before the host of a URL. */
const userInfo = /(?<=[a-z][a-z\d+.-]*:\/\/)[^\s/@?#]+(?=@)/gi

/** Long, with letters and digits: nobody needs it to recognise a command. */
const random = /(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{32,}/gi

const mask = '[secret]'

/** Flags whose value is an assignment: `docker run -e NAME=value`. Variables hold keys whatever they are called. */
const assigns = /^(?:-e|--env)$/

/** A variable, by how variables are written: `env NAME=value`. */
const isVariable = /^[A-Z_][A-Z\d_]*=$/

/** Flags whose value is `user:password`. */
const namesUser = /^(?:-u|--(?:[a-z]+-)?user)$/

/** These flags with their value in the same word: `--env=NAME=value`, `-eNAME=value`, `-uname:password`. */
const joined = /^(--(?:env|(?:[a-z]+-)?user)=|-e(?=[A-Z_][A-Z\d_]*=)|-u(?=[^:=]+:(?!\/\/)))([\s\S]+)$/

/** The words of a command inside a word: `sh -c "server --token x"`. */
const innerWords = /(?:[^\s"']|"(?:[^"\\]|\\[\s\S])*"?|'[^']*'?)+/g

/** Texts in JSON, names of members aside. */
const jsonTexts = /"((?:[^"\\]|\\[\s\S])+)"(?!\s*:)/g

/** Shorter values stand in any text. Masked in the command, they are not looked for elsewhere. */
const shortestValue = 4

/** A command line that can be shown, and what was left out of it. */
export interface MaskedWords {
  readonly shown: readonly string[]
  /** Values: {@link maskText} removes them from other texts. */
  readonly secrets: readonly string[]
}

/**
 * Masks the secrets in the words of a command line by their shape: values of flags, variables, headers and parameters with a name such as
 * `--access-token`, passwords in URLs, and what looks like a key.
 */
export function maskWords(words: readonly string[]): MaskedWords {
  const secrets = new Set<string>()
  const masked = words.map((word, index) => maskWord(word, words[index - 1], (secret) => secrets.add(secret)))
  const found = longEnough([...secrets].flatMap(formsOf))
  const maskFound = createMask(found)
  // The same value may stand in a word whose shape does not show it.
  const shown = masked.map((word) => word.split(mask).map(maskFound).join(mask))
  return { shown, secrets: found }
}

type Report = (secret: string) => void

function maskWord(word: string, before: string | undefined, report: Report): string {
  const hide = hideWith(report)
  if (before !== undefined && isSecretFlag(before) && !isFlag(word)) return hide(unquoted(word))
  const [, flag, rest] = joined.exec(word) ?? []
  if (flag !== undefined && rest !== undefined) return `${flag}${maskWord(rest, flag.replace('=', ''), report)}`
  const [, start, value] = /^([^=\s?&:/]+=)([\s\S]+)$/.exec(word) ?? []
  if (start !== undefined && value !== undefined && isAssignment(start, before)) return `${start}${hide(value)}`
  const [, user, password] =
    before !== undefined && namesUser.test(before) ? (/^([^:]*:)([\s\S]+)$/.exec(word) ?? []) : []
  if (user !== undefined && password !== undefined) return `${user}${hide(password)}`
  const [, header, content] = /^([\w-]+:\s*)([\s\S]+)$/.exec(word) ?? []
  if (header !== undefined && content !== undefined && !content.startsWith('//') && isSecretName.test(header)) {
    return `${header}${hide(content.replace(/^(?:bearer|basic|token)\s+/i, ''))}`
  }
  const masked = maskInside(word, report)
  // Each word of a command, with the one before it.
  let last: string | undefined
  return masked.replace(innerWords, (inner) => {
    const shown = inner === masked || inner.includes(mask) ? inner : maskWord(inner, last, report)
    last = inner
    return shown
  })
}

function hideWith(report: Report): (secret: string) => string {
  return (secret) => {
    report(secret)
    return mask
  }
}

/** `token=x`, `NAME=x`, or what follows `-e`. */
function isAssignment(start: string, before: string | undefined): boolean {
  return isSecretName.test(start) || isVariable.test(start) || (before !== undefined && assigns.test(before))
}

function unquoted(text: string): string {
  return text.replace(/^(["'])(.*)\1$/s, '$2')
}

/** Masks what has the shape of a secret anywhere in a word. */
function maskInside(word: string, report: Report): string {
  const hide = hideWith(report)
  const named = word.replace(namedValue, (_all, name: string, found: string) => {
    const inner = found.replace(/^(["'])(.*?)\1?$/s, '$2').replace(/^(?:bearer|basic|token)\s+/i, '')
    if (inner === '') return `${name}${found}`
    // In a URL, a fragment may follow.
    report(inner.replace(/#.*$/s, ''))
    if (/^[{[]/.test(found)) for (const [, text] of found.matchAll(jsonTexts)) report(text!)
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

/** A secret as it is, and as it was before a URL or JSON encoded it, whichever of these the command has. */
function formsOf(secret: string): string[] {
  return [
    secret,
    ...secret.split(/\s+/),
    recoded(secret, decodeURIComponent),
    recoded(secret, (text) => String(JSON.parse(`"${text}"`))),
  ]
}

function recoded(text: string, recode: (text: string) => string): string {
  try {
    return recode(text)
  } catch {
    // It is not written in this form.
    return text
  }
}

function longEnough(values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => value.length >= shortestValue)
}

/** A text of another program, such as a server's stderr, without these secrets and what looks like a key. */
export function maskText(text: string, secrets: readonly string[]): string {
  return maskKeyLike(createMask(longEnough(secrets))(text))
}
