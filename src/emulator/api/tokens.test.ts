import { describe, expect, test } from 'vitest'
import { countTokens, cutToTokens, estimateTokens } from './tokens.ts'

const hello = { role: 'user', parts: [{ text: 'Hello there' }] }

test('contents, instruction and tools add up', () => {
  expect(countTokens({ contents: [hello] }).totalTokens).toBe(2)
  expect(countTokens({ contents: [hello], systemInstruction: { parts: [{ text: 'Be kind' }] } }).totalTokens).toBe(4)
  expect(
    countTokens({ contents: [hello], tools: [{ functionDeclarations: [{ name: 'f' }] }] }).totalTokens,
  ).toBeGreaterThan(4)
})

test('media are counted by their kind', () => {
  const parts = [
    { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
    { inlineData: { mimeType: 'audio/wav', data: 'A'.repeat(250) } },
  ]
  expect(countTokens({ contents: [hello, { parts }] })).toEqual({
    totalTokens: 263,
    promptTokensDetails: [
      { modality: 'TEXT', tokenCount: 2 },
      { modality: 'IMAGE', tokenCount: 258 },
      { modality: 'AUDIO', tokenCount: 3 },
    ],
  })
})

test('nothing is nothing', () => {
  expect(countTokens({})).toEqual({ totalTokens: 0, promptTokensDetails: [] })
})

import fc from 'fast-check'

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
