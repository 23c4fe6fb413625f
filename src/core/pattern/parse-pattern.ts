import { getOrInsert } from '../collections.ts'
import { type CharacterNode, isExpression, readCharacter } from './character-class.ts'

/** A regular expression as a tree. A sequence without parts matches the empty text. */
export type PatternNode =
  | CharacterNode
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly body: PatternNode; readonly min: number; readonly max: number }
  | PlaceNode
  | LookNode

/** A condition for a place in the text: `^`, `$`, `\b`, `\B`. */
export interface PlaceNode {
  readonly kind: 'start' | 'end' | 'boundary' | 'no-boundary'
}

/** `(?=…)`, `(?!…)`, `(?<=…)`, `(?<!…)`. */
export interface LookNode {
  readonly kind: 'look'
  readonly body: PatternNode
  readonly isAhead: boolean
  readonly isNegative: boolean
}

/** A parsed pattern that can be matched in a bounded number of steps. */
export interface Pattern {
  readonly tree: PatternNode
  /** Whether it has the flag `u`, and so matches code points. Without it, it matches code units. */
  readonly isUnicode: boolean
  /** The size of its automaton: how many steps a match takes at most for each character of a text. */
  readonly size: number
}

const maxPatternLength = 20_000
const maxNesting = 100
/** Nested repetitions multiply, so a short pattern may describe a huge automaton. */
const maxSize = 100_000

/** Whether a text is a regular expression. JSON Schema asks for the flag `u`, but many patterns are valid only without it. */
export function isPattern(source: string): boolean {
  return isExpression(source, 'u') || isExpression(source, '')
}

/** Parses a regular expression. Undefined: it is invalid, too large, or has back references, which no automaton can express. */
export function parsePattern(source: string): Pattern | undefined {
  if (source.length > maxPatternLength) return undefined
  const isUnicode = isExpression(source, 'u')
  if (!isUnicode && !isExpression(source, '')) return undefined
  try {
    const tree = new PatternReader(source, isUnicode).read()
    const size = sizeOf(tree) + 1
    return size > maxSize ? undefined : { tree, isUnicode, size }
  } catch (error) {
    if (error instanceof UnknownSyntax) return undefined
    throw error
  }
}

class UnknownSyntax extends Error {}

/** Reads a pattern that `RegExp` has accepted, so that syntax errors need no handling. */
class PatternReader {
  private at = 0
  private readonly characters = new Map<string, CharacterNode | undefined>()
  private readonly source: string
  private readonly isUnicode: boolean

  constructor(source: string, isUnicode: boolean) {
    this.source = source
    this.isUnicode = isUnicode
  }

  read(): PatternNode {
    const node = this.choice(0)
    if (this.at < this.source.length) throw new UnknownSyntax()
    return node
  }

  private choice(nesting: number): PatternNode {
    if (nesting > maxNesting) throw new UnknownSyntax()
    const options = [this.sequence(nesting)]
    while (this.take(/\|/y) !== undefined) options.push(this.sequence(nesting))
    return options.length === 1 ? options[0]! : { kind: 'choice', options }
  }

  private sequence(nesting: number): PatternNode {
    const parts: PatternNode[] = []
    while (this.at < this.source.length && !'|)'.includes(this.source[this.at]!)) {
      const part = this.repeat(this.atom(nesting))
      if (!isEmpty(part)) parts.push(part)
    }
    return parts.length === 1 ? parts[0]! : { kind: 'sequence', parts }
  }

  /** Greedy and lazy repetitions match the same texts. */
  private repeat(body: PatternNode): PatternNode {
    const counts = this.take(/(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y)
    if (counts === undefined) return body
    const [, sign, from, comma, to] = counts
    const min = sign === undefined ? Number(from) : sign === '+' ? 1 : 0
    const isOpen = sign === undefined ? comma !== undefined && to === '' : sign !== '?'
    const max = isOpen ? Number.POSITIVE_INFINITY : sign === undefined ? Number(to ?? from) : 1
    return isEmpty(body) || max === 0 ? { kind: 'sequence', parts: [] } : { kind: 'repeat', body, min, max }
  }

  private atom(nesting: number): PatternNode {
    const group = this.take(/\((?:\?(?:(<?)([=!])|:|<[^>=!]+>)|(?!\?))/y)
    if (group !== undefined) return this.group(group, nesting)
    const place = this.take(/[\^$]|\\[bB]/y)
    if (place !== undefined) return { kind: places.get(place[0])! }
    const character = this.take(this.isUnicode ? unicodeCharacter : character16)
    if (character === undefined) throw new UnknownSyntax()
    return this.character(character[0])
  }

  private group([, behind, look]: RegExpExecArray, nesting: number): PatternNode {
    const body = this.choice(nesting + 1)
    if (this.take(/\)/y) === undefined) throw new UnknownSyntax()
    if (look === undefined) return body
    return { kind: 'look', body, isAhead: behind === '', isNegative: look === '!' }
  }

  private character(source: string): CharacterNode {
    const node = getOrInsert(this.characters, source, () => readCharacter(source, this.isUnicode))
    if (node === undefined) throw new UnknownSyntax()
    return node
  }

  private take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.at
    const found = expression.exec(this.source)
    if (found === null) return undefined
    this.at = expression.lastIndex
    return found
  }
}

const places = new Map<string, PlaceNode['kind']>([
  ['^', 'start'],
  ['$', 'end'],
  ['\\b', 'boundary'],
  ['\\B', 'no-boundary'],
])

/** A class, an escape or a literal. Back references, octal escapes and `\c` without a letter are not among them. */
const unicodeCharacter = characterSyntax(String.raw`u\{H+\}|u[dD][89abAB]HH\\u[dD][c-fC-F]HH|[pP]\{[^}]*\}|0`, 'suy')
const character16 = characterSyntax(String.raw`0(?!\d)`, 'sy')

function characterSyntax(escapes: string, flags: string): RegExp {
  const all = `${escapes}|uHHHH|xHH|c[a-zA-Z]|[^0-9ck]`.replaceAll('H', '[\\da-fA-F]')
  return new RegExp(String.raw`\[(?:[^\]\\]|\\.)*\]|\\(?:${all})|[^\\[()|*+?]`, flags)
}

function isEmpty(node: PatternNode): boolean {
  return node.kind === 'sequence' && node.parts.length === 0
}

/** The number of transitions in the automaton of a pattern, with repetitions written out. */
function sizeOf(node: PatternNode): number {
  switch (node.kind) {
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + 1 + sizeOf(part), 1)
    case 'choice':
      return node.options.reduce((sum, option) => sum + 1 + sizeOf(option), 0)
    case 'repeat':
      return (node.max === Number.POSITIVE_INFINITY ? node.min + 1 : node.max) * (2 + sizeOf(node.body))
    case 'look':
      return 3 + sizeOf(node.body)
    case 'character':
      return node.cost
    default:
      return 1
  }
}
