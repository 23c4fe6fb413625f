import { expect, test } from 'vitest'
import { padEnd, padStart, shorten, textWidth, wrap } from './table.ts'

test('wide characters take two columns, marks that combine take none', () => {
  expect(textWidth('abc')).toBe(3)
  expect(textWidth('天気')).toBe(4)
  expect(textWidth('e\u0301')).toBe(1)
  expect(textWidth('😀')).toBe(2)
})

test('padding counts columns', () => {
  expect(padEnd('天', 4)).toBe('天  ')
  expect(padStart('7', 3)).toBe('  7')
})

test('a text that is too wide is cut at either end', () => {
  expect(shorten('abcdef', 6)).toBe('abcdef')
  expect(shorten('abcdef', 4)).toBe('abc…')
  expect(shorten('abcdef', 4, 'start')).toBe('…def')
  expect(shorten('天気予報', 5)).toBe('天気…')
})

test('lines break at blanks, and inside a word only where it must be', () => {
  expect(wrap('the quick brown fox', 10)).toEqual(['the quick', 'brown fox'])
  expect(wrap('aaaaaaaaaaaa b', 5)).toEqual(['aaaaa', 'aaaaa', 'aa b'])
  expect(wrap('', 5)).toEqual([''])
})
