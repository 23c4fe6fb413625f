import { getOrInsert } from '../collections.ts'

/** One character of a pattern: a literal, or a class or escape such as `[a-z]`, `\d`, `.`. */
export interface CharacterNode {
  readonly kind: 'character'
  readonly source: string
  /** Whether a code point (without the flag `u`: a code unit) belongs to it. */
  readonly has: (code: number) => boolean
  /** How many steps such a test takes at most. */
  readonly cost: number
}

/** Asking the platform about one character takes about as long as this many steps. */
const testCost = 4

/** Reads a character. Undefined: it is too unusual to be read. */
export function readCharacter(source: string, isUnicode: boolean): CharacterNode | undefined {
  const isLiteral = source !== '.' && !/^[\\[]./su.test(source)
  if (isLiteral) {
    const literal = source.codePointAt(0)
    return { kind: 'character', source, has: (code) => code === literal, cost: 1 }
  }
  const properties = isUnicode ? propertiesOf(source) : []
  if (properties.length === 0)
    return { kind: 'character', source, has: platformTest(source, isUnicode), cost: testCost }
  const body = source.startsWith('[') ? source.slice(1, -1) : source
  const isNegated = source.startsWith('[^')
  const rest = (isNegated ? body.slice(1) : body).replace(escapes, (found, name?: string) => (name ? '' : found))
  // Without what stood between them, two halves of a surrogate pair would become one character.
  if (/[\ud800-\udfff]|\\u[dD][89a-fA-F]/.test(rest)) return undefined
  const tests = properties.map((property) => propertyTest(property))
  if (rest !== '') tests.push(platformTest(`[${rest.replace(/^\^/, '\\^')}]`, true))
  const has = (code: number) => tests.some((test) => test(code)) !== isNegated
  return { kind: 'character', source, has, cost: testCost * tests.length }
}

/** Whether a text is a regular expression with these flags. */
export function isExpression(source: string, flags: '' | 'u'): boolean {
  // The platform builds the set of characters of each `\p{…}`, which takes a tenth of a millisecond. Each property is built once.
  if (flags === 'u' && !propertiesOf(source).every(isProperty)) return false
  const plain = flags === 'u' ? source.replace(escapes, (found, name?: string) => (name ? '\\w' : found)) : source
  return canCompile(plain, flags)
}

const escapes = /\\(?:[pP](\{[^}]*\})|.)/gs

/** The different `\p{…}` and `\P{…}` of a pattern. */
function propertiesOf(source: string): string[] {
  if (!/\\p\{/i.test(source)) return []
  return [...new Set(Array.from(source.matchAll(escapes), ([found, name]) => (name ? found : '')))].filter(Boolean)
}

/** Unicode has a few hundred properties, so this cache does not grow without end. Every pattern shares it. */
const properties = new Map<string, (code: number) => boolean>()

function isProperty(property: string): boolean {
  return properties.has(property) || (property.length < 100 && canCompile(property, 'u'))
}

function propertyTest(property: string): (code: number) => boolean {
  return getOrInsert(properties, property, () => platformTest(property, true))
}

function canCompile(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) !== undefined
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

/** The platform decides about one character at a time, which takes constant time. */
function platformTest(source: string, isUnicode: boolean): (code: number) => boolean {
  let expression: RegExp | undefined
  const ascii: (boolean | undefined)[] = []
  const test = (code: number) => {
    expression ??= new RegExp(`^${source}$`, isUnicode ? 'u' : '')
    return expression.test(String.fromCodePoint(code))
  }
  return (code) => {
    if (code > 127) return test(code)
    ascii[code] ??= test(code)
    return ascii[code]
  }
}
