import type { NumberSource } from '../fingerprint.ts'
import { type CharacterSet, hasCharacter, type PatternNode } from './parse-pattern.ts'

/** How to write a string for a pattern. */
export interface Writing {
  /** Chooses characters, options and counts. Without it: the first of each, which reads best. */
  readonly numbers?: NumberSource
  /** How often an open repetition runs beyond its minimum. */
  readonly extra: number
  /** No string is written longer than this. */
  readonly longest: number
}

/**
 * Writes a string for a pattern. Look-ahead and word boundaries are ignored, so the caller checks the result.
 * Undefined where a class has no likely character, or where the string gets too long.
 */
export function writeMatch(pattern: PatternNode, writing: Writing): string | undefined {
  switch (pattern.kind) {
    case 'characters':
      return writeCharacter(pattern.set, writing)
    case 'sequence':
      return writeAll(pattern.items, writing)
    case 'choice':
      return writeMatch(pattern.options[pick(writing, pattern.options.length)]!, writing)
    case 'repeat': {
      const count = countOf(pattern.min, pattern.max, writing)
      return count > writing.longest ? undefined : writeAll(new Array<PatternNode>(count).fill(pattern.item), writing)
    }
    case 'assertion':
    case 'ahead':
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

function writeCharacter(set: CharacterSet, writing: Writing): string | undefined {
  const plain = likely.slice(0, lettersAndDigits).filter((codePoint) => hasCharacter(set, codePoint))
  const fitting = plain.length > 0 ? plain : likely.filter((codePoint) => hasCharacter(set, codePoint))
  const all = fitting.length > 0 ? fitting : unlikely(set)
  return all.length === 0 ? undefined : String.fromCodePoint(all[pick(writing, all.length)]!)
}

/** The first characters of the set's ranges, or letters of other scripts. */
function unlikely(set: CharacterSet): number[] {
  const starts = set.ranges.map(([low]) => low)
  return [
    ...starts,
    9,
    10,
    0xe9,
    0x3b1,
    0x416,
    0x5d0,
    0x627,
    0x905,
    0x3042,
    0x4e2d,
    0xac00,
    0x1f600,
    0x661,
    0x20ac,
  ].filter((codePoint) => hasCharacter(set, codePoint) && !(codePoint >= 0xd800 && codePoint <= 0xdfff))
}
