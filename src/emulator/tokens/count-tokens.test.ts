import { expect, test } from 'vitest'
import { countTokens } from './count-tokens.ts'

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
