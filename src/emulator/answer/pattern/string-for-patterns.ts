import { matchesPattern } from '../../../core/pattern/match-pattern.ts'
import type { Pattern } from '../../../core/pattern/parse-pattern.ts'
import type { Steps } from '../../../core/pattern/steps.ts'
import { createNumbers } from '../fingerprint.ts'
import type { LoosePatterns } from './loose-patterns.ts'
import { writeMatch } from './write-match.ts'

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
