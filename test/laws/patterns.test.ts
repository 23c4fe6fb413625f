import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchesPattern } from '../../src/core/pattern/match-pattern.ts'
import { isPattern, parsePattern } from '../../src/core/pattern/parse-pattern.ts'
import { Steps } from '../../src/core/pattern/steps.ts'
import { arbitraryPattern } from './arbitrary-pattern.ts'
import { runs } from './runs.ts'

const plenty = 1e9

function native(pattern: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
  }
  return undefined
}

/** The steps of a match, and what it says. */
function run(pattern: string, text: string) {
  const steps = new Steps(plenty)
  const result = matchesPattern(parsePattern(pattern), text, steps)
  return { result, taken: plenty - steps.left }
}

describe('a pattern and a text from outside', () => {
  test('a match says what RegExp says, or that it is unknown', () => {
    fc.assert(
      fc.property(arbitraryPattern, ({ pattern, text }) => {
        const expression = native(pattern)
        expect(isPattern(pattern)).toBe(expression !== undefined)
        const { result } = run(pattern, text)
        if (expression === undefined) expect(result).toBeUndefined()
        else if (result !== undefined) expect(result).toBe(expression.test(text))
      }),
      runs(20),
    )
  })

  test('only back references, octal escapes and inline flags are unknown', () => {
    fc.assert(
      fc.property(arbitraryPattern, ({ pattern }) => {
        fc.pre(isPattern(pattern) && !/\\[1-9]|\\0\d|\\k|\\c(?![a-zA-Z])|\(\?i/.test(pattern))
        expect(parsePattern(pattern)).toBeDefined()
      }),
      runs(5),
    )
  })

  test('a match takes at most 10 steps, and the size of its pattern for each place of the text (X64)', () => {
    fc.assert(
      fc.property(arbitraryPattern, fc.integer({ min: 1, max: 300 }), ({ pattern, text }, times) => {
        const parsed = parsePattern(pattern)
        fc.pre(parsed !== undefined)
        const long = text.repeat(times)
        expect(run(pattern, long).taken).toBeLessThanOrEqual(10 + parsed.size * (long.length + 1))
      }),
      runs(10),
    )
  })

  test('a match that runs out of its steps is unknown, and takes no more (X64)', () => {
    fc.assert(
      fc.property(arbitraryPattern, fc.integer({ min: 0, max: 60 }), ({ pattern, text }, most) => {
        const parsed = parsePattern(pattern)
        fc.pre(parsed !== undefined)
        const { result, taken } = run(pattern, text)
        const steps = new Steps(most)
        expect(matchesPattern(parsed, text, steps)).toBe(taken <= most ? result : undefined)
        expect(most - steps.left).toBeLessThanOrEqual(most + Math.max(10, parsed.size))
      }),
      runs(5),
    )
  })
})
