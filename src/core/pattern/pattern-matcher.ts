import { getOrInsert } from '../collections.ts'
import { matchesPattern } from './match-pattern.ts'
import { type Pattern, parsePattern } from './parse-pattern.ts'
import { type Steps, stepsFor } from './steps.ts'

/** The cost of comparing a value with a schema, in steps: a call has 400,000 comparisons, and 40 for each character of its input. */
const comparison = 1 / 4

/** Which of several patterns match a name. */
export interface NameMatch {
  /** The places of the patterns that match. */
  readonly matching: readonly number[]
  /** Whether all patterns were run. Otherwise, more may match. */
  readonly isCertain: boolean
}

/**
 * The patterns of one schema. Each is parsed once, and the matches of one call share a number of steps, as do its comparisons of values
 * with schemas.
 */
export class PatternMatcher {
  /** Made with the first pattern: most schemas have none. */
  private parsed: Map<string, Pattern | undefined> | undefined
  private call: Steps | undefined
  private comparisons: Steps | undefined

  /** Whether the steps of the call are used up: all further matches are unknown. */
  get isUsedUp(): boolean {
    return this.call?.areUsedUp === true
  }

  /** Whether the comparisons of the call are used up: nothing more is checked. */
  get isOver(): boolean {
    return this.comparisons?.areUsedUp === true
  }

  /** Takes some of the call's comparisons. False: they are used up. */
  compare(count = 1): boolean {
    return this.comparisons?.take(count * comparison) !== false
  }

  /** Runs a function as one call with an input. A call inside another one shares its steps, and its comparisons. */
  within<T>(input: unknown, run: () => T, comparisons?: Steps): T {
    if (this.call !== undefined) return run()
    this.begin(input, comparisons)
    try {
      return run()
    } finally {
      this.end()
    }
  }

  /** Begins a call that takes several turns of the event loop. Nothing else may use the patterns before it ends. */
  begin(input: unknown, comparisons = stepsFor(input)): void {
    this.call = stepsFor(input)
    this.comparisons = comparisons
  }

  end(): void {
    this.call = undefined
    this.comparisons = undefined
  }

  /** Whether a pattern matches somewhere in a text. Undefined: unknown, because it cannot be run or the steps are used up. */
  matches(source: string, text: string): boolean | undefined {
    if (this.isUsedUp) return undefined
    return matchesPattern(this.parse(source), text, this.call ?? stepsFor(text))
  }

  /** Which patterns match a name. Stops where the steps are used up, so that many names cost no product of their numbers. */
  matchName(sources: readonly string[], name: string): NameMatch {
    const matching: number[] = []
    let isCertain = true
    for (const [index, source] of sources.entries()) {
      if (this.isUsedUp) return { matching, isCertain: false }
      const result = this.matches(source, name)
      if (result === true) matching.push(index)
      if (result === undefined) isCertain = false
    }
    return { matching, isCertain }
  }

  private parse(source: string): Pattern | undefined {
    this.parsed ??= new Map()
    return getOrInsert(this.parsed, source, () => parsePattern(source))
  }
}
