import { expect, test } from 'vitest'
import { TextPieces } from './growing-text.ts'

test('a text of many pieces is all of them in their order', () => {
  const pieces = Array.from({ length: 5_000 }, (_, index) => `${index} `)
  const text = new TextPieces()
  for (const piece of pieces) text.push(piece)
  expect(text.toString()).toBe(pieces.join(''))
})

test('a text that was read may grow on', () => {
  const text = new TextPieces()
  expect(text.toString()).toBe('')
  text.push('a')
  expect(text.toString()).toBe('a')
  text.push('b')
  text.push('c')
  expect(text.toString()).toBe('abc')
})
