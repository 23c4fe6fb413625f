import { expect, test } from 'vitest'
import { unicodePattern } from './unicode-pattern.ts'

test.each([
  ['^\\-?\\d{1,2}$', '^-?\\d{1,2}$'],
  ['^[\\w-\\.]+@a$', '^[\\w\\-\\.]+@a$'],
  ['a\\:\\_\\@b', 'a:_@b'],
  ['[a\\-z\\!]', '[a\\-z!]'],
  ['\\:\\😀', ':😀'],
])('%s is restated with the escapes that the flag u takes', (pattern, restated) => {
  expect(unicodePattern(pattern)).toBe(restated)
  expect(() => new RegExp(restated, 'u')).not.toThrow()
})

test.each(['^[a-z]+$', '\\p{L}', '[\\w-]', '^[\\pL\\-]+$', '(?i)a', '(', '\\'])('%s stays as it is', (pattern) => {
  expect(unicodePattern(pattern)).toBe(pattern)
})

test.each(['-5', '+5', 'a', '[\\w-\\.]', ''])('a restated pattern matches what it matched: %j', (text) => {
  for (const pattern of ['^\\-?\\d$', '^[\\w-\\.\\[]+$'])
    expect(new RegExp(unicodePattern(pattern), 'u').test(text)).toBe(new RegExp(pattern).test(text))
})
