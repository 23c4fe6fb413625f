/** A regular expression as a tree. Back references are not in it: {@link parsePattern} gives up on them. */
export type PatternNode =
  | { readonly kind: 'characters'; readonly set: CharacterSet }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly item: PatternNode; readonly min: number; readonly max: number }
  | { readonly kind: 'assertion'; readonly assertion: 'start' | 'end' | 'boundary' | 'no-boundary' }
  | { readonly kind: 'ahead'; readonly item: PatternNode; readonly negative: boolean }

/** Code points: ranges, both ends in, and sets that the engine knows by name (`\p{L}`). `negative` turns all of it round. */
export interface CharacterSet {
  readonly negative: boolean
  readonly ranges: readonly (readonly [number, number])[]
  readonly named: readonly { readonly matches: RegExp; readonly negative: boolean }[]
}

export function hasCharacter(set: CharacterSet, codePoint: number): boolean {
  const isIn =
    set.ranges.some(([low, high]) => codePoint >= low && codePoint <= high) ||
    set.named.some(({ matches, negative }) => matches.test(String.fromCodePoint(codePoint)) !== negative)
  return isIn !== set.negative
}

/**
 * Reads a regular expression as ECMA-262 does, into a tree that can be matched in bounded time and written backwards into a string
 * that matches. Undefined: it is no regular expression, or one with back references or look-behind.
 */
export function parsePattern(source: string): PatternNode | undefined {
  if (source.length > longestPattern) return undefined
  const reader: Reader = { characters: Array.from(source), at: 0, depth: 0 }
  try {
    const node = readChoice(reader)
    return reader.at === reader.characters.length ? node : undefined
  } catch (error) {
    if (error instanceof NotReadable) return undefined
    throw error
  }
}

const longestPattern = 5000
const deepestGroup = 100

class NotReadable extends Error {}

interface Reader {
  readonly characters: readonly string[]
  at: number
  depth: number
}

function peek(reader: Reader): string | undefined {
  return reader.characters[reader.at]
}

function take(reader: Reader): string {
  const character = reader.characters[reader.at++]
  if (character === undefined) throw new NotReadable()
  return character
}

function takeIf(reader: Reader, text: string): boolean {
  const found = reader.characters.slice(reader.at, reader.at + text.length).join('') === text
  if (found) reader.at += text.length
  return found
}

function readChoice(reader: Reader): PatternNode {
  const options = [readSequence(reader)]
  while (takeIf(reader, '|')) options.push(readSequence(reader))
  return options.length === 1 ? options[0]! : { kind: 'choice', options }
}

function readSequence(reader: Reader): PatternNode {
  const items: PatternNode[] = []
  for (let next = peek(reader); next !== undefined && next !== '|' && next !== ')'; next = peek(reader)) {
    items.push(readRepeats(reader, readItem(reader)))
  }
  return items.length === 1 ? items[0]! : { kind: 'sequence', items }
}

function readItem(reader: Reader): PatternNode {
  const character = take(reader)
  switch (character) {
    case '^':
      return { kind: 'assertion', assertion: 'start' }
    case '$':
      return { kind: 'assertion', assertion: 'end' }
    case '.':
      return characters(lineEnds, true)
    case '(':
      return readGroup(reader)
    case '[':
      return { kind: 'characters', set: readClass(reader) }
    case '\\':
      return readEscape(reader)
    case '*':
    case '+':
    case '?':
      throw new NotReadable()
    default:
      return literal(character)
  }
}

function readGroup(reader: Reader): PatternNode {
  if (++reader.depth > deepestGroup) throw new NotReadable()
  const isAhead = takeIf(reader, '?=')
  const isNotAhead = !isAhead && takeIf(reader, '?!')
  if (!isAhead && !isNotAhead && takeIf(reader, '?')) readGroupKind(reader)
  const item = readChoice(reader)
  if (!takeIf(reader, ')')) throw new NotReadable()
  reader.depth--
  return isAhead || isNotAhead ? { kind: 'ahead', item, negative: isNotAhead } : item
}

/** After `(?`: a group without a number, or one with a name. Look-behind and flags are not read. */
function readGroupKind(reader: Reader): void {
  if (takeIf(reader, ':')) return
  const isNamed = takeIf(reader, 'P<') || takeIf(reader, '<')
  if (!isNamed || peek(reader) === '=' || peek(reader) === '!') throw new NotReadable()
  while (take(reader) !== '>');
}

function readRepeats(reader: Reader, item: PatternNode): PatternNode {
  const counts = readCounts(reader)
  if (counts === undefined) return item
  // Lazy or greedy: the same strings.
  takeIf(reader, '?')
  if (counts.min > counts.max) throw new NotReadable()
  return { kind: 'repeat', item, ...counts }
}

function readCounts(reader: Reader): { min: number; max: number } | undefined {
  if (takeIf(reader, '*')) return { min: 0, max: Number.POSITIVE_INFINITY }
  if (takeIf(reader, '+')) return { min: 1, max: Number.POSITIVE_INFINITY }
  if (takeIf(reader, '?')) return { min: 0, max: 1 }
  if (peek(reader) !== '{') return undefined
  const [text, from, comma, to] =
    /^\{(\d+)(,?)(\d*)\}/.exec(reader.characters.slice(reader.at, reader.at + 24).join('')) ?? []
  // Without the flag `u`, a brace that counts nothing is a brace.
  if (text === undefined) return undefined
  reader.at += text.length
  const min = Number(from)
  return { min, max: comma === '' ? min : to === '' ? Number.POSITIVE_INFINITY : Number(to) }
}

type Ranges = readonly (readonly [number, number])[]
const lineEnds: Ranges = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
]
const digits: Ranges = [[48, 57]]
const wordCharacters: Ranges = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
]
const blanks: Ranges = [
  [9, 13],
  [32, 32],
  [160, 160],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]
const shorthands: Readonly<Record<string, Ranges>> = { d: digits, w: wordCharacters, s: blanks }
const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 }

function characters(ranges: Ranges, negative = false): PatternNode {
  return { kind: 'characters', set: { negative, ranges, named: [] } }
}

function literal(character: string): PatternNode {
  const codePoint = character.codePointAt(0)!
  return characters([[codePoint, codePoint]])
}

function readEscape(reader: Reader): PatternNode {
  const next = peek(reader)
  if (next === 'b' || next === 'B') {
    take(reader)
    return { kind: 'assertion', assertion: next === 'b' ? 'boundary' : 'no-boundary' }
  }
  // Beyond ECMA-262, but common in schemas that were written for Python: ends of the text.
  if (next === 'A' || next === 'Z' || next === 'z') {
    take(reader)
    return { kind: 'assertion', assertion: next === 'A' ? 'start' : 'end' }
  }
  if (next !== undefined && /[1-9k]/.test(next)) throw new NotReadable()
  const set = readEscapedSet(reader)
  return {
    kind: 'characters',
    set: typeof set === 'number' ? { negative: false, ranges: [[set, set]], named: [] } : set,
  }
}

/** After a backslash, in a class or outside: a set, or one code point. */
function readEscapedSet(reader: Reader): CharacterSet | number {
  const letter = take(reader)
  const shorthand = shorthands[letter.toLowerCase()]
  if (shorthand !== undefined) return { negative: letter !== letter.toLowerCase(), ranges: shorthand, named: [] }
  if (letter === 'p' || letter === 'P') return readProperty(reader, letter === 'P')
  const control = controls[letter]
  if (control !== undefined) return control
  if (letter === 'x') return readHex(reader, 2)
  if (letter === 'u') return takeIf(reader, '{') ? readBracedHex(reader) : readHex(reader, 4)
  if (letter === 'c') return take(reader).charCodeAt(0) % 32
  return letter.codePointAt(0)!
}

function readHex(reader: Reader, length: number): number {
  const text = reader.characters.slice(reader.at, reader.at + length).join('')
  if (text.length < length || !/^[\da-f]+$/i.test(text)) throw new NotReadable()
  reader.at += length
  return Number.parseInt(text, 16)
}

function readBracedHex(reader: Reader): number {
  let text = ''
  for (let next = take(reader); next !== '}'; next = take(reader)) text += next
  const codePoint = /^[\da-f]{1,6}$/i.test(text) ? Number.parseInt(text, 16) : Number.NaN
  if (!(codePoint <= 0x10ffff)) throw new NotReadable()
  return codePoint
}

function readProperty(reader: Reader, negative: boolean): CharacterSet {
  if (!takeIf(reader, '{')) throw new NotReadable()
  let name = ''
  for (let next = take(reader); next !== '}'; next = take(reader)) name += next
  if (!/^[\w=]{1,40}$/.test(name)) throw new NotReadable()
  try {
    return { negative: false, ranges: [], named: [{ matches: new RegExp(`^\\p{${name}}$`, 'u'), negative }] }
  } catch (error) {
    if (error instanceof SyntaxError) throw new NotReadable()
    throw error
  }
}

function readClass(reader: Reader): CharacterSet {
  const negative = takeIf(reader, '^')
  const ranges: (readonly [number, number])[] = []
  const named: { matches: RegExp; negative: boolean }[] = []
  while (!takeIf(reader, ']')) {
    const low = readClassMember(reader)
    if (typeof low !== 'number') {
      if (low.negative) named.push({ matches: classOf(low.ranges), negative: true })
      else ranges.push(...low.ranges)
      named.push(...low.named)
      continue
    }
    const isRange = reader.characters[reader.at + 1] !== ']' && takeIf(reader, '-')
    const high = isRange ? readClassMember(reader) : low
    // `[a-\d]` is not a range.
    if (typeof high !== 'number' || high < low) throw new NotReadable()
    ranges.push([low, high])
  }
  return { negative, ranges, named }
}

function readClassMember(reader: Reader): CharacterSet | number {
  const character = take(reader)
  if (character !== '\\') return character.codePointAt(0)!
  if (takeIf(reader, 'b')) return 8
  return readEscapedSet(reader)
}

/** `\D` inside a class: the set has to be named to be turned round on its own. */
function classOf(ranges: Ranges): RegExp {
  const spell = (codePoint: number) => `\\u{${codePoint.toString(16)}}`
  return new RegExp(`^[${ranges.map(([low, high]) => `${spell(low)}-${spell(high)}`).join('')}]$`, 'u')
}
