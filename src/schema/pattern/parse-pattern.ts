import { anyChar, type CharSet, charSet, classEscape, complement, dot, propertyEscape } from './char-set.ts'

/** A regular expression as a tree. Word boundaries consume nothing and become empty sequences. */
export type PatternNode =
  | { readonly kind: 'set'; readonly set: CharSet }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly body: PatternNode; readonly min: number; readonly max: number }
  /** `(?=…)`, `(?<!…)` …: consumes nothing; what follows does not depend on it. */
  | { readonly kind: 'look'; readonly body: PatternNode }
  | { readonly kind: 'start' }
  | { readonly kind: 'end' }

const maxNesting = 100

const empty: PatternNode = { kind: 'sequence', parts: [] }

/** Parses a pattern that `RegExp` has accepted. Undefined for unknown syntax, or if nested too deep. */
export function parsePattern(pattern: string, unicode: boolean): PatternNode | undefined {
  const reader = new PatternReader(pattern, unicode)
  try {
    const node = reader.choice(0)
    return reader.isAtEnd ? node : undefined
  } catch (error) {
    if (error instanceof UnknownSyntax) return undefined
    throw error
  }
}

class UnknownSyntax extends Error {}

class PatternReader {
  private at = 0
  private readonly source: string
  private readonly unicode: boolean

  constructor(source: string, unicode: boolean) {
    this.source = source
    this.unicode = unicode
  }

  get isAtEnd(): boolean {
    return this.at >= this.source.length
  }

  choice(nesting: number): PatternNode {
    if (nesting > maxNesting) throw new UnknownSyntax()
    const options = [this.sequence(nesting)]
    while (this.take('|')) options.push(this.sequence(nesting))
    return options.length === 1 ? options[0]! : { kind: 'choice', options }
  }

  private sequence(nesting: number): PatternNode {
    const parts: PatternNode[] = []
    while (!this.isAtEnd && this.peek() !== '|' && this.peek() !== ')') parts.push(this.term(nesting))
    return parts.length === 1 ? parts[0]! : { kind: 'sequence', parts }
  }

  private term(nesting: number): PatternNode {
    const body = this.atom(nesting)
    const bounds = this.quantifier()
    if (bounds === undefined) return body
    this.take('?')
    return { kind: 'repeat', body, min: bounds[0], max: bounds[1] }
  }

  private quantifier(): readonly [min: number, max: number] | undefined {
    if (this.take('*')) return [0, Number.POSITIVE_INFINITY]
    if (this.take('+')) return [1, Number.POSITIVE_INFINITY]
    if (this.take('?')) return [0, 1]
    const braces = this.match(/\{(\d+)(?:(,)(\d*))?\}/y)
    if (braces === undefined) return undefined
    const min = Number(braces[1])
    if (braces[2] === undefined) return [min, min]
    return [min, braces[3] === '' ? Number.POSITIVE_INFINITY : Number(braces[3])]
  }

  private atom(nesting: number): PatternNode {
    if (this.take('^')) return { kind: 'start' }
    if (this.take('$')) return { kind: 'end' }
    if (this.take('.')) return { kind: 'set', set: dot }
    if (this.take('(')) return this.group(nesting)
    if (this.take('[')) return { kind: 'set', set: this.characterClass() }
    if (this.take('\\')) return this.escape()
    return { kind: 'set', set: single(this.codePoint()) }
  }

  private group(nesting: number): PatternNode {
    const look = this.match(/\?<?[=!]/y) !== undefined
    if (!look && this.match(/\?(?::|<[^>=!]+>)/y) === undefined && this.peek() === '?') throw new UnknownSyntax()
    const body = this.choice(nesting + 1)
    if (!this.take(')')) throw new UnknownSyntax()
    return look ? { kind: 'look', body } : body
  }

  private escape(): PatternNode {
    if (this.match(/[bB]/y) !== undefined) return empty
    // A back reference repeats unknown text: any characters, any number of times.
    if (this.match(/[1-9]\d*|k<[^>]+>/y) !== undefined) {
      return { kind: 'repeat', body: { kind: 'set', set: anyChar }, min: 0, max: Number.POSITIVE_INFINITY }
    }
    return { kind: 'set', set: this.escapedSet() }
  }

  /** The characters of an escape, after its backslash. */
  private escapedSet(): CharSet {
    const property = this.unicode ? this.match(/[pP]\{[^}]*\}/y) : undefined
    if (property !== undefined) return propertyEscape(`\\${property[0]}`)
    const set = classEscape(this.peek())
    if (set !== undefined) {
      this.at++
      return set
    }
    const hex = this.match(/x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]+)\}/y)
    if (hex !== undefined) return this.unicode || hex[3] === undefined ? this.hexSet(hex) : anyChar
    const control = this.match(/c([a-zA-Z])/y)
    if (control !== undefined) return single(control[1]!.charCodeAt(0) % 32)
    const letter = this.codePoint()
    return single(controls.get(letter) ?? letter)
  }

  private hexSet(hex: RegExpExecArray): CharSet {
    const code = Number.parseInt(hex[1] ?? hex[2] ?? hex[3]!, 16)
    // Half of a surrogate pair: the character depends on the other half.
    return code >= 0xd800 && code <= 0xdfff
      ? charSet([
          [0xd800, 0xdfff],
          [0x10000, 0x10ffff],
        ])
      : single(code)
  }

  private characterClass(): CharSet {
    const isNegated = this.take('^')
    const ranges: (readonly [number, number])[] = []
    while (!this.take(']')) {
      if (this.isAtEnd) throw new UnknownSyntax()
      const low = this.classAtom()
      const isRange = this.peek() === '-' && this.source[this.at + 1] !== ']' && low.length === 1
      if (!isRange) {
        ranges.push(...low)
        continue
      }
      this.at++
      const high = this.classAtom()
      if (low[0]![0] === low[0]![1] && high.length === 1) ranges.push([low[0]![0], high[0]![1]])
      else ranges.push(...low, ...high, [45, 45])
    }
    const set = charSet(ranges)
    return isNegated ? complement(set) : set
  }

  private classAtom(): CharSet {
    if (!this.take('\\')) return single(this.codePoint())
    if (this.take('b')) return single(8)
    return this.escapedSet()
  }

  private codePoint(): number {
    const code = this.source.codePointAt(this.at)
    if (code === undefined) throw new UnknownSyntax()
    this.at += code > 0xffff ? 2 : 1
    return code
  }

  private peek(): string {
    return this.source[this.at] ?? ''
  }

  private take(character: string): boolean {
    if (this.source[this.at] !== character) return false
    this.at++
    return true
  }

  private match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.at
    const found = expression.exec(this.source)
    if (found === null) return undefined
    this.at = expression.lastIndex
    return found
  }
}

function single(code: number): CharSet {
  return [[code, code]]
}

const controls = new Map([...'tnvfr0'].map((letter, index) => [letter.charCodeAt(0), [9, 10, 11, 12, 13, 0][index]!]))
