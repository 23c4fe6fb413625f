import { expect, test } from 'vitest'
import { didYouMean, nearestName } from './nearest-name.ts'

test('finds the name that was mistyped', () => {
  expect(nearestName('chekc', ['convert', 'check', 'dialects'])).toBe('check')
  expect(nearestName('Gemni', ['gemini', 'openai'])).toBe('gemini')
})

test('takes a beginning for the whole', () => {
  expect(nearestName('conv', ['convert', 'check'])).toBe('convert')
})

test('suggests nothing for what is far from everything', () => {
  expect(nearestName('deploy', ['convert', 'check'])).toBeUndefined()
  expect(nearestName('x', ['convert', 'check'])).toBeUndefined()
  expect(didYouMean('deploy', ['check'])).toBe('')
})

test('answers at once for a name of any length', () => {
  expect(nearestName('a'.repeat(1_000_000), ['check'])).toBeUndefined()
})
