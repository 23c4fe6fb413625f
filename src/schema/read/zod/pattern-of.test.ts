import { expect, test } from 'vitest'
import { patternOf } from './pattern-of.ts'

test.each([
  [/^a.b$/, '^a.b$'],
  [/a/gu, 'a'],
  [/^Id_[a-c0-9é]$/i, '^[iI][dD]_[a-cA-C0-9éÉ]$'],
  [/[^x]\w(?<name>y)\./i, '[^xX]\\w(?<name>[yY])\\.'],
  [/a.c/s, 'a[\\s\\S]c'],
  [/ab/y, '^(?:ab)'],
])('writes the flags of %s out', (expression, pattern) => {
  expect(patternOf(expression)).toBe(pattern)
})

test.each([/^a$/m, /[A-z]/i, /\u0041/i, /(?<n>a)\k<n>/i])('gives up on %s', (expression) => {
  expect(patternOf(expression)).toBeUndefined()
})

test.each([
  [/^h[aeiou]llo$/i, 'HELLO', true],
  [/^h[aeiou]llo$/i, 'hxllo', false],
  [/^[^q]+$/i, 'Q', false],
])('%s says the same of %s without its flag', (expression, text, fits) => {
  expect([expression.test(text), new RegExp(patternOf(expression)!, 'u').test(text)]).toEqual([fits, fits])
})
