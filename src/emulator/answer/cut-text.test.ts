import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

test('brings a short piece first, and ends pieces where words end', () => {
  expect(
    cutText('You said "Hello there", and this is a text that does not fit in one single piece of a stream.'),
  ).toEqual(['You said', ' "Hello there", and this is a text that does not fit in one', ' single piece of a stream.'])
})

test('cuts no surrogate pair in two, and loses nothing', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '😀', '\n', '漢'), maxLength: 400 })
  fc.assert(
    fc.property(text, (whole) => {
      const pieces = cutText(whole)
      expect(pieces.join('')).toBe(whole)
      expect(pieces.every((piece) => piece !== '' && !/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/.test(piece))).toBe(true)
    }),
  )
})

test('makes a few hundred pieces of a book at most', () => {
  expect(cutText('word '.repeat(100_000)).length).toBeLessThan(300)
})
