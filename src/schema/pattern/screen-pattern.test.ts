import { describe, expect, test } from 'vitest'
import { matchPattern, screenPattern } from './screen-pattern.ts'

describe('patterns that could run away are not run', () => {
  test.each([
    '(a+)+$',
    '^(a*)*b',
    '^(a|a)*$',
    '^(a|aa)+$',
    '(.*)*x',
    '(x+x+)+y',
    '^(\\w+\\s?)*$',
    '^(\\s*foo\\s*)*$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '^([\\w.-]+\\.)+[a-z]{2,}$',
    '^(?:a?b?)*$',
    '^(a?){30}a{30}$',
    '^(a+){10}$',
    '(?=(a+)+$)b',
    '(?<n>a+)+\\k<n>$',
    '^a(?:|)*b',
    '((a{1,1000}){1,1000}){1,1000}',
    '(a|a)'.repeat(30),
    `${'(?:|)'.repeat(30)}b`,
    `${'a?'.repeat(30)}${'a'.repeat(30)}`,
    `${'('.repeat(500)}a${')'.repeat(500)}`,
    'a'.repeat(50_000),
  ])('%s', (pattern) => {
    expect(screenPattern(pattern)).toEqual({ skip: 'runaway' })
  })
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
    ['^.*\\.(md|txt).*$', 'a.md~', 'a.doc'],
    ['^(.|\\n)*x$', 'a\nx', 'a\n'],
    ['^\\p{L}+( \\p{L}+)*$', 'né à', '1'],
    ['^([^"\\\\]|\\\\.)*$', 'a\\"b', 'a"b'],
    ['^(["\']).*\\1$', '"a"', '"a\''],
    ['[\\w-.]+', 'a', '!'],
    ['^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', '123e4567-e89b-12d3-a456-426614174000', '123'],
  ])('%s', (pattern, matching, other) => {
    const matches = matchPattern(pattern)
    expect([matches(matching), matches(other)]).toEqual([true, false])
  })

  test('a pattern that JavaScript cannot read is not run', () => {
    expect(screenPattern('(?i)a')).toEqual({ skip: 'invalid' })
    expect(matchPattern('[')('a')).toBeUndefined()
  })

  test('a pattern whose time grows with a power of the length is run on short texts only', () => {
    const matches = matchPattern('^\\S+@\\S+\\.\\S+$')
    expect(matches('@.'.repeat(20))).toBe(true)
    expect(matches('@.'.repeat(5000))).toBeUndefined()
  })

  test.each(['\\w+\\s*\\w+\\s*$', '^.*foo.*bar$', '[a-z]+@', 'a{1,10000}b', '(a|b|ab)(c|bcd)(d*)$', '^(a+b?){2,3}$'])(
    '%s ends soon on the longest text that it is given',
    (pattern) => {
      const { run, maxLength } = screenPattern(pattern) as { run: RegExp; maxLength: number }
      for (const unit of ['a', 'foo', 'a ', 'ab']) {
        const text = `${unit.repeat(10_000).slice(0, Math.min(maxLength, 10_000) - 1)}!`
        run.test(text)
        const start = performance.now()
        run.test(text)
        expect(performance.now() - start).toBeLessThan(200)
      }
    },
  )
})
