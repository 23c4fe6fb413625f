import { expect, test } from 'vitest'
import { createPaint, printable } from './paint.ts'

const isColoured = (isTTY: boolean, env: Record<string, string>, argv: string[] = []) =>
  createPaint({ write: () => true, isTTY }, env, argv)('red', 'x') !== 'x'

test('colours are for terminals', () => {
  expect(isColoured(true, {})).toBe(true)
  expect(isColoured(false, {})).toBe(false)
  expect(isColoured(true, { TERM: 'dumb' })).toBe(false)
})

test('NO_COLOR, FORCE_COLOR and the flags decide, each over the one before', () => {
  expect(isColoured(true, { NO_COLOR: '1' })).toBe(false)
  expect(isColoured(true, { NO_COLOR: '' })).toBe(true)
  expect(isColoured(false, { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(true)
  expect(isColoured(true, { FORCE_COLOR: '0' })).toBe(false)
  expect(isColoured(true, { FORCE_COLOR: '1' }, ['--no-color'])).toBe(false)
  expect(isColoured(false, { NO_COLOR: '1' }, ['--color'])).toBe(true)
})

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

test('every mark that turns the direction of text is shown, the Arabic one too (X258)', () => {
  const marks = '\u061c\u200e\u200f\u202a\u202e\u2066\u2069'
  const shown = '\\u061c\\u200e\\u200f\\u202a\\u202e\\u2066\\u2069'
  expect(printable(marks)).toBe(shown)
})

test('of a text that is megabytes long, the start is shown', () => {
  const shown = printable('😀'.repeat(1_000_000))
  expect(shown.length).toBeLessThan(10_000)
  expect(shown).toMatch(/^(😀)+…$/u)
})
