import { matchesPattern } from '../../../core/pattern/match-pattern.ts'
import { type Pattern, parsePattern } from '../../../core/pattern/parse-pattern.ts'
import { maxSteps, Steps } from '../../../core/pattern/steps.ts'

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
    const known = this.parsed.get(source)
    if (known !== undefined || this.parsed.has(source)) return known
    const plain = source.replace(/\\.|\(\?P</gs, (syntax) => pythonSyntax.get(syntax) ?? syntax)
    const pattern = parsePattern(plain)
    this.parsed.set(source, pattern)
    return pattern
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
