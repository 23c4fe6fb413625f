import type { CharacterNode } from '../../../core/pattern/character-class.ts'
import type { PatternNode } from '../../../core/pattern/parse-pattern.ts'
import type { Steps } from '../../../core/pattern/steps.ts'
import type { NumberSource } from '../fingerprint.ts'

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
export function writeMatch(pattern: PatternNode, writing: Writing): string | undefined {
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
  const all = candidates.get(node) ?? candidatesFor(node)
  candidates.set(node, all)
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
