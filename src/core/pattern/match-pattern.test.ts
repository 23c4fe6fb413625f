import { describe, expect, test } from 'vitest'
import { matchesPattern } from './match-pattern.ts'
import { isPattern, parsePattern } from './parse-pattern.ts'
import { Steps } from './steps.ts'

/** The steps that a match takes, which never exceed the pattern's size for each place of the text. */
function stepsOf(pattern: string, text: string): number {
  const steps = new Steps(1e9)
  matchesPattern(pattern, text, steps)
  return 1e9 - steps.left - 10
}

describe('a pattern on which a backtracking engine runs away is matched in linear time', () => {
  test.each([
    '(a+)+$',
    '^(a*)*b',
    '^(a|a)*$',
    '^(a|aa)+$',
    '(.*)*x',
    '(x+x+)+y',
    '^a*a*a*a*$',
    '^(\\w+\\s?)*$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '^([\\w.-]+\\.)+[a-z]{2,}$',
    '^(?:a?b?)*$',
    '^(a?){30}a{30}$',
    '(?=(a+)+$)b',
    '(?<!(a+)+b)!$',
    '^a(?:|)*b',
    '(a|a)'.repeat(30),
    `${'(?:|)'.repeat(30)}b`,
    `${'a?'.repeat(30)}${'a'.repeat(30)}`,
  ])('%s', (pattern) => {
    const { size } = parsePattern(pattern)!
    for (const length of [10, 100, 1000]) {
      expect(stepsOf(pattern, `${'a'.repeat(length)}!`)).toBeLessThanOrEqual(size * (length + 2))
    }
  })

  test('an anchored pattern that fails at once takes a few steps, however long the text or its repetition', () => {
    expect(stepsOf('^a{9999}$', 'b'.repeat(10_000))).toBeLessThan(10)
  })
})

describe('a pattern that cannot be matched within bounds is unknown', () => {
  test.each([
    ['a back reference', '^(["\']).*\\1$'],
    ['a back reference by name', '(?<n>a+)\\k<n>$'],
    ['an automaton that is too large', '^((a{1000}){1000}){1000}$'],
    ['a repetition of repetitions of nothing', '^(((a?){0,1000}){0,1000}){0,1000}$'],
    ['a nesting that is too deep', `${'('.repeat(500)}a${')'.repeat(500)}`],
    ['a source that is too long', 'a'.repeat(50_000)],
    ['a flag in the pattern', '(?i)a'],
    ['what is no pattern', '['],
    ['an octal escape', '\\1'],
  ])('%s', (_, pattern) => {
    expect(parsePattern(pattern)).toBeUndefined()
    expect(matchesPattern(pattern, 'aaa')).toBeUndefined()
  })

  test('a match that uses up its steps is unknown', () => {
    expect(matchesPattern('(a*)*b', 'a'.repeat(1000), new Steps(200))).toBeUndefined()
  })

  test('a repetition of the empty text costs nothing', () => {
    expect(matchesPattern('^(()(?:){1000000000}a{0}){1000000000}$', '')).toBe(true)
  })
})

test('isPattern accepts what RegExp reads with the flag u or without it', () => {
  expect(['a', '[\\w-.]', '\\p{L}', '(?i)a', '[', '('.repeat(100_000)].map(isPattern)).toEqual([true, true, true, false, false, false]) // biome-ignore format: a table
})

describe('ordinary patterns are run', () => {
  test.each<[pattern: string, matching: string, other: string]>([
    ['^[a-z]+(-[a-z]+)*$', 'a-b-c', 'a--b'],
    ['^(\\d{1,3}\\.){3}\\d{1,3}$', '10.0.0.1', '10.0.0'],
    ['^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$', 'aGk=', 'aGk'],
    ['^\\S+@\\S+\\.\\S+$', 'a@b.c', 'a@b'],
    ['^(?=.*[A-Z])(?=.*\\d).{8,}$', 'Password1', 'password1'],
    ['^#?([a-f0-9]{6}|[a-f0-9]{3})$', '#fff', '#ffff'],
    ['.*\\.json$', 'a.json', 'a.yaml'],
    ['^(.|\\n)*x$', 'a\nx', 'a\n'],
    ['^\\p{L}+( \\p{L}+)*$', 'né à', '1'],
    ['^([^"\\\\]|\\\\.)*$', 'a\\"b', 'a"b'],
    ['[\\w-.]+', 'a', '!'],
    ['^\\u{2}\\-\\p{L}$', 'uu-p{L}', 'u{2}-é'],
    ['^\\X41\\x4$', 'X41x4', 'A'],
    ['^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', '123e4567-e89b-12d3-a456-426614174000', '123'],
  ])('%s', (pattern, matching, other) => {
    expect([matchesPattern(pattern, matching), matchesPattern(pattern, other)]).toEqual([true, false])
  })
})
