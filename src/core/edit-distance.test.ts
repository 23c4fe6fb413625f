import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test('counts insertions, deletions, replacements and swaps of neighbours', () => {
  expect(editDistance('required', 'require')).toBe(1)
  expect(editDistance('length', 'lenght')).toBe(1)
  expect(editDistance('pattern', 'pettren')).toBe(2)
  expect(editDistance('same', 'same')).toBe(0)
})

test('is infinite for very long words', () => {
  expect(editDistance('a'.repeat(101), 'a')).toBe(Number.POSITIVE_INFINITY)
})
