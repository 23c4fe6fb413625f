import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutToTokens, estimateTokens } from './estimate-tokens.ts'

describe('estimateTokens', () => {
  test.each([
    ['', 0],
    ['   \n', 0],
    ['What is the weather in Paris?', 8],
    ['internationalisation', 4],
    ['2026', 4],
    ['{"a":1}', 7],
    ['日本語', 3],
    ['😀😀', 2],
  ])('%j has %i', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens)
  })

  test('never falls when text is added', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (head, tail) => {
        expect(estimateTokens(head + tail)).toBeGreaterThanOrEqual(estimateTokens(head))
      }),
    )
  })
})

describe('cutToTokens', () => {
  test('keeps the longest beginning that fits', () => {
    expect(cutToTokens('one two three', 2)).toBe('one two ')
    expect(cutToTokens('one two three', 3)).toBe('one two three')
    expect(cutToTokens('😀😀', 1)).toBe('😀')
    expect(cutToTokens('anything', 0)).toBe('')
  })

  test('gives a beginning of the text that has no more tokens than allowed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, limit) => {
        const cut = cutToTokens(text, limit)
        expect(text.startsWith(cut)).toBe(true)
        expect(estimateTokens(cut)).toBeLessThanOrEqual(limit)
      }),
    )
  })
})
