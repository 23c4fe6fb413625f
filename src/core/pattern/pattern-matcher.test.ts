import { describe, expect, test } from 'vitest'
import { PatternMatcher } from './pattern-matcher.ts'
import { stepsFor } from './steps.ts'

const patterns = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => of(index))

describe('the steps of a call', () => {
  function available(input: unknown): number {
    const steps = stepsFor(input)
    let count = 0
    while (steps.take(1000)) count += 1000
    return count
  }

  test('are 100,000, and 10 for each character of the input, at most 4,000,000', () => {
    expect(available({})).toBe(100_000)
    expect(available({ name: 'x'.repeat(9_993), list: [1, 2] })).toBe(200_000)
    expect(available(['x'.repeat(10_000_000)])).toBe(4_000_000)
    expect(available(Array.from({ length: 1_000_000 }, () => 1))).toBe(4_000_000)
  })

  test('are counted once for an object that stands in many places', () => {
    let shared: unknown = { text: 'x'.repeat(100) }
    for (let level = 0; level < 40; level++) shared = [shared, shared]
    expect(available(shared)).toBeLessThan(110_000)
  })

  test('are shared by calls inside the call, and new for the next', () => {
    const matcher = new PatternMatcher()
    const useUp = () =>
      matcher.within('', () =>
        matcher.matchName(
          patterns(20_000, (index) => `^a${index}`),
          'b',
        ),
      )
    matcher.within('', () => {
      expect(useUp().isCertain).toBe(false)
      expect(useUp()).toEqual({ matching: [], isCertain: false })
      expect(matcher.matches('^b', 'b')).toBeUndefined()
      expect(matcher.isUsedUp).toBe(true)
    })
    expect(matcher.within('', () => matcher.matches('^b', 'b'))).toBe(true)
  })

  test('are taken by patterns that cannot be run too', () => {
    const matcher = new PatternMatcher()
    matcher.within('', () => {
      for (let name = 0; name < 20; name++)
        matcher.matchName(
          patterns(1000, (index) => `(a)\\1${index}`),
          `n${name}`,
        )
      expect(matcher.isUsedUp).toBe(true)
    })
  })
})

test('says which patterns match a name, and whether more may', () => {
  const matcher = new PatternMatcher()
  expect(matcher.matchName(['^a', 'b$', 'c'], 'ab')).toEqual({ matching: [0, 1], isCertain: true })
  expect(matcher.matchName(['^a', '(a)\\1', 'c'], 'ab')).toEqual({ matching: [0], isCertain: false })
})

test('a match that fails at the start of a text does not read the rest', () => {
  const text = 'a'.repeat(1_000_000)
  const matcher = new PatternMatcher()
  matcher.within('', () => {
    for (let index = 0; index < 3000; index++) expect(matcher.matches(`^b${index}`, text)).toBe(false)
    expect(matcher.isUsedUp).toBe(false)
  })
})
