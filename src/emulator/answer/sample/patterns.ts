import { getOrInsert } from '../../../core/collections.ts'
import type { CharacterNode } from '../../../core/pattern/character-class.ts'
import { matchesPattern } from '../../../core/pattern/match-pattern.ts'
import { type Pattern, type PatternNode, parsePattern } from '../../../core/pattern/parse-pattern.ts'
import { maxSteps, Steps } from '../../../core/pattern/steps.ts'
import { createNumbers, type NumberSource } from './fingerprint.ts'

/**
 * The patterns of a schema for which a value is made. Each is parsed once, and all matches share a number of steps.
 * Beyond ECMA-262, they may have what is common in schemas that were written for Python: `\A` and `\Z` for the ends of the text, and
 * `(?P<name>…)`.
 */
export class LoosePatterns {
  readonly steps: Steps
  private readonly parsed = new Map<string, Pattern | undefined>()

  constructor(steps = new Steps(maxSteps)) {
    this.steps = steps
  }

  /** A pattern, parsed. Undefined: it cannot be run. */
  parse(source: string): Pattern | undefined {
    return getOrInsert(this.parsed, source, () =>
      parsePattern(source.replace(/\\.|\(\?P</gs, (syntax) => pythonSyntax.get(syntax) ?? syntax)),
    )
  }

  /** Whether a text matches a pattern. Undefined: unknown. */
  matches(source: string, text: string): boolean | undefined {
    return this.steps.areUsedUp ? undefined : matchesPattern(this.parse(source), text, this.steps)
  }
}

const pythonSyntax = new Map([
  ['\\A', '^'],
  ['\\Z', '$'],
  ['\\z', '$'],
  ['(?P<', '(?<'],
])

/** Other conditions for the string. Lengths are in code points. */
export interface StringBounds {
  readonly min: number
  readonly max: number
  /** Different numbers give different strings where the pattern leaves a choice. */
  readonly variant: number
}

const tries = 60

/**
 * A string that matches all patterns and fits the bounds. Candidates are written for the patterns in turn: the plainest first, then with
 * longer repetitions, then with pseudo-random choices. Each is checked against all patterns. Undefined where none matches.
 */
export function stringForPatterns(
  sources: readonly string[],
  bounds: StringBounds,
  patterns: LoosePatterns,
): string | undefined {
  const { steps } = patterns
  const parsed = sources.map((source) => patterns.parse(source))
  if (parsed.includes(undefined)) return undefined
  const known = parsed as Pattern[]
  const fits = (text: string) => {
    const length = lengthOf(text)
    return (
      length >= bounds.min && length <= bounds.max && known.every((pattern) => matchesPattern(pattern, text, steps))
    )
  }
  for (let attempt = bounds.variant; attempt < tries + bounds.variant && steps.left > 0; attempt++) {
    const written = writeCandidates(known[attempt % known.length]!, attempt, bounds, steps)
    const candidates = [...written, ...joined(known, attempt, steps)]
    const fitting = candidates
      .flatMap((text) => [text, pad(text, bounds.min, true), pad(text, bounds.min, false)])
      .find(fits)
    if (fitting !== undefined) return fitting
  }
  return undefined
}

/** For several patterns that match different parts: a string of each, joined in both orders. */
function joined(patterns: readonly Pattern[], attempt: number, steps: Steps): string[] {
  if (patterns.length < 2) return []
  const numbers = attempt === 0 ? {} : { numbers: createNumbers(attempt) }
  const texts = patterns.map(({ tree }) =>
    writeMatch(tree, { extra: attempt === 0 ? 0 : 2, longest: 2000, steps, ...numbers }),
  )
  return texts.includes(undefined) ? [] : [texts.join(''), texts.reverse().join('')]
}

const extras = [1, 0, 2, 4, 8, 3, 5]

/** A string, and variants whose repetitions are longer or shorter by the length that is missing. */
function writeCandidates({ tree }: Pattern, attempt: number, { min, max }: StringBounds, steps: Steps): string[] {
  const longest = Math.max(Math.min(max, 20_000), 1) * 2
  const extra = extras[attempt % extras.length]!
  const write = (more: number) => {
    const numbers = attempt < extras.length ? {} : { numbers: createNumbers(attempt) }
    return writeMatch(tree, { extra: Math.max(0, more), longest, steps, ...numbers })
  }
  const first = write(extra)
  if (first === undefined) return []
  const length = lengthOf(first)
  const missing = length < min ? min - length : length > max ? max - length : 0
  const second = missing === 0 ? undefined : write(extra + missing)
  const halved = missing === 0 ? undefined : write(extra + Math.trunc(missing / 2))
  return [first, second, halved].filter((text) => text !== undefined)
}

/** Pads a text, for patterns that are anchored at one end or at none. */
function pad(text: string, min: number, after: boolean): string {
  const missing = 'x'.repeat(Math.max(0, min - lengthOf(text)))
  return after ? text + missing : missing + text
}

export function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/** How to write a string for a pattern. */
export interface Writing {
  /** Chooses characters, options and counts. Without it: the first of each, which reads best. */
  readonly numbers?: NumberSource
  /** How often an open repetition runs beyond its minimum. */
  readonly extra: number
  /** No string is written longer than this. */
  readonly longest: number
  /** Bounds the work: nested repetitions multiply, even those of the empty text. */
  readonly steps: Steps
}

/**
 * Writes a string for a pattern. Look-around and word boundaries are ignored, so the caller checks the result.
 * Undefined where a class has no likely character, where the string gets too long, or without steps left.
 */
function writeMatch(pattern: PatternNode, writing: Writing): string | undefined {
  if (!writing.steps.take(1)) return undefined
  switch (pattern.kind) {
    case 'character':
      return writeCharacter(pattern, writing)
    case 'sequence':
      return writeAll(pattern.parts, writing)
    case 'choice':
      return writeMatch(pattern.options[pick(writing, pattern.options.length)]!, writing)
    case 'repeat': {
      const count = countOf(pattern.min, pattern.max, writing)
      return count > writing.longest ? undefined : writeAll(new Array<PatternNode>(count).fill(pattern.body), writing)
    }
    default:
      return ''
  }
}

function writeAll(items: readonly PatternNode[], writing: Writing): string | undefined {
  let text = ''
  for (const item of items) {
    const piece = writeMatch(item, writing)
    if (piece === undefined) return undefined
    text += piece
    if (text.length > writing.longest) return undefined
  }
  return text
}

function pick({ numbers }: Writing, count: number): number {
  return numbers === undefined ? 0 : numbers() % count
}

function countOf(min: number, max: number, writing: Writing): number {
  const extra = writing.numbers === undefined ? writing.extra : pick(writing, writing.extra + 1)
  return Math.min(max, min + extra)
}

/** Common characters, the most likely first. */
const likely = Array.from(
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890-_ ./:@,;+*#%&=?!$()[]{}<>"\'\\|~^`',
  (character) => character.codePointAt(0)!,
)
const lettersAndDigits = 62

function writeCharacter(node: CharacterNode, writing: Writing): string | undefined {
  const all = getOrInsert(candidates, node, () => candidatesFor(node))
  return all.length === 0 ? undefined : String.fromCodePoint(all[pick(writing, all.length)]!)
}

/** Found once for each character of a pattern: a repetition writes it many times. */
const candidates = new WeakMap<CharacterNode, readonly number[]>()

function candidatesFor({ source, has }: CharacterNode): readonly number[] {
  const plain = likely.slice(0, lettersAndDigits).filter(has)
  const fitting = plain.length > 0 ? plain : likely.filter(has)
  return fitting.length > 0 ? fitting : unlikely(source).filter(has)
}

/** The characters that a class names, and letters of other scripts. */
function unlikely(source: string): number[] {
  const named = Array.from(
    source.matchAll(/\\u\{([\da-f]+)\}|\\u([\da-f]{4})|\\x([\da-f]{2})|(.)/gisu),
    ([, braced, four, two, literal]) => literal?.codePointAt(0) ?? Number.parseInt(braced ?? four ?? two!, 16),
  )
  const others = [9, 10, 0xe9, 0x3b1, 0x416, 0x5d0, 0x627, 0x905, 0x3042, 0x4e2d, 0xac00, 0x1f600, 0x661, 0x20ac]
  return [...named, ...others].filter((code) => code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff))
}
