import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Steps } from '../../../core/pattern/steps.ts'
import { LoosePatterns, type StringBounds, stringForPatterns } from './patterns.ts'

function write(sources: readonly string[], bounds: StringBounds): string | undefined {
  return stringForPatterns(sources, bounds, new LoosePatterns())
}

const open = { min: 0, max: Number.POSITIVE_INFINITY, variant: 0 }

/** From real tools, and what else regular expressions have. */
const patterns = [
  '^[A-Z]{2}-\\d{4}$',
  '^[0-9a-fA-F]{24}$',
  '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[-+]\\d{2}:\\d{2})$',
  '^(https?|ftp)://[^\\s/$.?#].[^\\s]*$',
  '^[\\w.+-]+@[\\w-]+\\.[a-z]{2,}$',
  '^\\+?[1-9]\\d{1,14}$',
  '^(?:[01]\\d|2[0-3]):[0-5]\\d$',
  '^(?<year>\\d{4})/(?<month>0[1-9]|1[0-2])$',
  '^(?=.*[A-Z])(?=.*\\d).{8,}$',
  '^(?!test)[a-z]+$',
  '^[^a-z]+$',
  '^[^\\W\\d]\\D\\S$',
  '^\\u0041\\x42\\t?$',
  '\\bword\\b',
  '^\\p{Lu}\\p{L}*$',
  '^#([a-f0-9]{6}|[a-f0-9]{3})$',
  '^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$',
  '(a+)+b',
  '',
]

describe('a string for a pattern', () => {
  test.each(patterns)('%j', (pattern) => {
    for (const variant of [0, 1, 2]) {
      const text = write([pattern], { ...open, variant })
      expect(text).toMatch(new RegExp(pattern, 'u'))
    }
  })

  test('is as long as it has to be', () => {
    expect(write(['^[0-9a-fA-F]+$'], { min: 24, max: 24, variant: 0 })).toMatch(/^[0-9a-fA-F]{24}$/)
    expect(write(['^a*b?$'], { min: 5, max: 6, variant: 0 })).toMatch(/^(?=.{5,6}$)a*b?$/)
    expect(write(['\\d'], { min: 10, max: 12, variant: 0 })).toMatch(/^(?=.{10,12}$).*\d/)
  })

  test('matches several patterns at once', () => {
    const text = write(['^[a-z0-9]+$', '\\d', '^a'], open)
    expect(text).toMatch(/^a[a-z0-9]*$/)
    expect(text).toMatch(/\d/)
  })

  test('is not found for what cannot be read: back references, look-behind, what is no pattern', () => {
    expect(write(['(a)\\1'], open)).toBeUndefined()
    expect(write(['(?<=a)b'], open)).toBeUndefined()
    expect(write(['('], open)).toBeUndefined()
    expect(write(['^a$'], { min: 2, max: 3, variant: 0 })).toBeUndefined()
  })
})

describe('the work for a string is bounded', () => {
  test('repetitions that multiply to more than 100,000 states are not written out', () => {
    const steps = new Steps(1000)
    expect(stringForPatterns(['^((a{1000}){1000}){1000}$'], open, new LoosePatterns(steps))).toBeUndefined()
    expect(steps.left).toBe(1000)
  })

  test.each(['^(((a?)*)*)*b{3}c$', '^((a*){20}){20}$', '(a+)+(?!)'])(
    '%s takes no more steps than allowed',
    (pattern) => {
      const steps = new Steps(20_000)
      stringForPatterns([pattern], { min: 5000, max: 6000, variant: 9 }, new LoosePatterns(steps))
      expect(steps.left).toBeGreaterThan(-100)
    },
  )
})

describe('a match', () => {
  test('says what the engine says', () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from('aAbz01-_ .:/@#+TZé\n')), maxLength: 12 })
    fc.assert(
      fc.property(fc.constantFrom(...patterns), text, (pattern, candidate) => {
        expect(new LoosePatterns().matches(pattern, candidate)).toBe(new RegExp(pattern, 'u').test(candidate))
      }),
      { numRuns: 2000 },
    )
  })

  test('follows all ways through a pattern at once, so that none runs away', () => {
    expect(new LoosePatterns().matches('^(a+)+$', `${'a'.repeat(5000)}!`)).toBe(false)
    expect(new LoosePatterns().matches('^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(5000))).toBe(false)
  })

  test('reads what Python writes for the ends of a text and for named groups', () => {
    expect(new LoosePatterns().matches('\\A(?P<year>\\d{4})\\Z', '2026')).toBe(true)
    expect(new LoosePatterns().matches('\\A(?P<year>\\d{4})\\Z', '20260')).toBe(false)
  })
})
