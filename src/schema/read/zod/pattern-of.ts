/**
 * A regular expression as a JSON Schema pattern, which has no flags: `i` and `s` are expanded, `g`, `d` and `u` have no effect.
 * Undefined if the flags cannot be expanded.
 */
export function patternOf(expression: RegExp | string): string | undefined {
  if (typeof expression === 'string') return expression
  const { ignoreCase, dotAll, sticky, multiline, flags } = expression
  const source = withLetters(expression.source)
  if (multiline || flags.includes('v')) return undefined
  const spelled = ignoreCase || dotAll ? spellOut(source, ignoreCase, dotAll) : source
  return sticky && spelled !== undefined ? `^(?:${spelled})` : spelled
}

/** Bun escapes the letters of other alphabets (`\u00E9`), other engines do not. */
function withLetters(source: string): string {
  return source.replace(/\\\\|\\u([0-9a-fA-F]{4})/g, (written, hex: string | undefined) => {
    const char = hex === undefined ? written : String.fromCharCode(Number.parseInt(hex, 16))
    return /^\p{L}$/u.test(char) && char > '\u007f' ? char : written
  })
}

/** Escapes that name a character by number, so that its case is not visible. */
const numbered = /^\\[xucpPk0-9]/

function spellOut(source: string, ignoreCase: boolean, dotAll: boolean): string | undefined {
  let out = ''
  for (let at = 0; at < source.length; ) {
    const rest = source.slice(at, at + 2)
    const char = source[at]!
    if (char === '\\') {
      if (ignoreCase && numbered.test(rest)) return undefined
      out += rest
      at += 2
    } else if (char === '[') {
      const end = endOfClass(source, at)
      const body = source.slice(at, end)
      const spelled = ignoreCase ? bothCasesOfClass(body) : body
      if (spelled === undefined) return undefined
      out += spelled
      at = end
    } else if (source.startsWith('(?<', at) && /[^=!]/.test(source[at + 3] ?? '=')) {
      const end = source.indexOf('>', at) + 1
      out += source.slice(at, end)
      at = end
    } else {
      out += char === '.' && dotAll ? '[\\s\\S]' : ignoreCase ? bothCases(char) : char
      at++
    }
  }
  return out
}

function endOfClass(source: string, start: number): number {
  let at = start + 1
  while (at < source.length && source[at] !== ']') at += source[at] === '\\' ? 2 : 1
  return at + 1
}

function casesOf(char: string): string[] {
  const [lower, upper] = [char.toLowerCase(), char.toUpperCase()]
  return lower === upper || lower.length !== 1 || upper.length !== 1 ? [char] : [lower, upper]
}

function bothCases(char: string): string {
  const cases = casesOf(char)
  return cases.length === 1 ? char : `[${cases.join('')}]`
}

const isLower = (char: string) => char >= 'a' && char <= 'z'
const isUpper = (char: string) => char >= 'A' && char <= 'Z'

/** `body` is a whole class with its brackets. Undefined for a range that contains only part of an alphabet. */
function bothCasesOfClass(body: string): string | undefined {
  let out = body.startsWith('[^') ? '[^' : '['
  for (let at = out.length; at < body.length - 1; ) {
    const char = body[at]!
    if (char === '\\') {
      if (numbered.test(body.slice(at, at + 2)) || body[at + 2] === '-') return undefined
      out += body.slice(at, at + 2)
      at += 2
    } else if (body[at + 1] === '-' && at + 2 < body.length - 1) {
      const end = body[at + 2]!
      const range = bothCasesOfRange(char, end)
      if (range === undefined) return undefined
      out += range
      at += 3
    } else {
      out += casesOf(char).join('')
      at++
    }
  }
  return `${out}]`
}

function bothCasesOfRange(from: string, to: string): string | undefined {
  const range = `${from}-${to}`
  if (isLower(from) && isLower(to)) return range + range.toUpperCase()
  if (isUpper(from) && isUpper(to)) return range + range.toLowerCase()
  const touchesLetters = from <= 'z' && to >= 'A' && !(to < 'A' || from > 'z')
  return touchesLetters || to > '\x7f' ? undefined : range
}
