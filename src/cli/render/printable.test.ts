import { expect, test } from 'vitest'
import { printable } from './printable.ts'

test('escape sequences of others never reach the terminal', () => {
  expect(printable('a\u001b[31mb\u0007\u009b')).toBe('a\\u001b[31mb\\u0007\\u009b')
})

test('marks that turn the direction of text are shown', () => {
  expect(printable('user\u202etxt')).toBe('user\\u202etxt')
})

test('line breaks are shown, or kept where they are wanted', () => {
  expect(printable('a\nb\tc')).toBe('a\\nb\\tc')
  expect(printable('a\nb\u001b', '\n')).toBe('a\nb\\u001b')
})

test('all other text stays as it is', () => {
  expect(printable('Größe 天気 😀')).toBe('Größe 天気 😀')
})
