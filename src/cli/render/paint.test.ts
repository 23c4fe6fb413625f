import { expect, test } from 'vitest'
import { createPaint } from './paint.ts'

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
