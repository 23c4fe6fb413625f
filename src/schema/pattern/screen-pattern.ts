import { buildAutomaton } from './automaton.ts'
import { costOf } from './cost.ts'
import { type PatternNode, parsePattern } from './parse-pattern.ts'

/** A pattern that may be run on texts up to `maxLength`, or the reason why it is not run. */
export type ScreenedPattern =
  | { readonly run: RegExp; readonly maxLength: number; readonly skip?: undefined }
  | { readonly skip: 'invalid' | 'runaway'; readonly run?: undefined }

const maxPatternLength = 20_000
/** Nested repetitions multiply. Beyond this, an engine needs megabytes to compile them. */
const maxRepetitions = 20_000
/** Steps of a search that take a few hundredths of a second, even in an interpreted pattern. */
const maxSteps = 1_000_000
/** A pattern whose work grows with a higher power of the length is not run. */
const maxPower = 6
/** A pattern that cannot be run on texts of this length is not run at all. */
const leastLength = 16

/** Whether a text is a regular expression. */
export function isPattern(pattern: string): boolean {
  return (compile(pattern, 'u') ?? compile(pattern, '')) !== undefined
}

/**
 * Decides whether a pattern can be run safely on unknown texts, without running it. Some harmless patterns are refused, but every
 * accepted one ends soon.
 */
export function screenPattern(pattern: string): ScreenedPattern {
  if (pattern.length > maxPatternLength) return { skip: 'runaway' }
  const run = compile(pattern, 'u') ?? compile(pattern, '')
  if (run === undefined) return { skip: 'invalid' }
  const parsed = parsePattern(pattern, run.unicode)
  if (parsed === undefined || repetitionsOf(parsed) > maxRepetitions) return { skip: 'runaway' }
  const lead = leadOf(pattern, parsed)
  if (lead > 0) return screenPattern(pattern.slice(lead))
  const automaton = buildAutomaton(isAnchoredAtEnd(parsed) ? parsed : withoutTail(parsed), isAnchored(parsed))
  if (automaton === undefined) return { skip: 'runaway' }
  const { power, factor } = costOf(automaton)
  if (power > maxPower) return { skip: 'runaway' }
  // Loops share a text between them in about `length ** power / power!` ways.
  const maxLength = Math.floor(((maxSteps * factorial(power)) / factor) ** (1 / power))
  return maxLength < leastLength ? { skip: 'runaway' } : { run, maxLength }
}

/** The length of a `.*` at the start of a search, which has no effect but makes it quadratic; else 0. */
function leadOf(pattern: string, parsed: PatternNode): number {
  return parsed.kind === 'sequence' ? (/^\.\*\??/.exec(pattern)?.[0].length ?? 0) : 0
}

/** A test of a text against a pattern; undefined if the pattern was not run. */
export function matchPattern(pattern: string): (text: string) => boolean | undefined {
  const screened = screenPattern(pattern)
  if (screened.run === undefined) return () => undefined
  const { run, maxLength } = screened
  return (text) => {
    if (text.length > maxLength) return undefined
    try {
      return run.test(text)
    } catch {
      // Engines compile on first use, and may then find a pattern too large.
      return undefined
    }
  }
}

function factorial(power: number): number {
  return power <= 1 ? 1 : power * factorial(power - 1)
}

function compile(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags)
  } catch {
    return undefined
  }
}

/** Whether every path through the pattern starts with `^`. */
function isAnchored(node: PatternNode): boolean {
  if (node.kind === 'start') return true
  if (node.kind === 'sequence') return node.parts[0] !== undefined && isAnchored(node.parts[0])
  return node.kind === 'choice' && node.options.every(isAnchored)
}

/** Whether the pattern can fail at its end. */
function isAnchoredAtEnd(node: PatternNode): boolean {
  if (node.kind === 'end' || node.kind === 'look') return true
  if (node.kind === 'sequence') return node.parts.some(isAnchoredAtEnd)
  if (node.kind === 'choice') return node.options.some(isAnchoredAtEnd)
  return node.kind === 'repeat' && isAnchoredAtEnd(node.body)
}

/** An optional end that cannot fail is never retried, so that only what precedes it counts. */
function withoutTail(node: PatternNode): PatternNode {
  if (node.kind === 'repeat' && node.min === 0) return { kind: 'sequence', parts: [] }
  if (node.kind === 'repeat' && node.min === 1) return withoutTail(node.body)
  if (node.kind !== 'sequence') return node
  for (let end = node.parts.length - 1; end >= 0; end--) {
    const tail = withoutTail(node.parts[end]!)
    if (tail.kind !== 'sequence' || tail.parts.length > 0)
      return { kind: 'sequence', parts: [...node.parts.slice(0, end), tail] }
  }
  return { kind: 'sequence', parts: [] }
}

function repetitionsOf(node: PatternNode): number {
  switch (node.kind) {
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + repetitionsOf(part), 0)
    case 'choice':
      return node.options.reduce((sum, option) => sum + repetitionsOf(option), 0)
    case 'look':
      return repetitionsOf(node.body)
    case 'repeat': {
      const times = node.max === Number.POSITIVE_INFINITY ? node.min : node.max
      return Math.max(times, 1) * Math.max(repetitionsOf(node.body), 1)
    }
    default:
      return 1
  }
}
