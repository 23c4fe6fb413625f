import { expect, test } from 'vitest'
import { cosineSimilarity } from './cosine-similarity.ts'

test('the similarity of vectors is the cosine of their angle', () => {
  expect(cosineSimilarity([1, 2, 3], [4, 5, 6])).toBeCloseTo(0.974_631_846, 8)
  expect(cosineSimilarity([1, 0], [-2, 0])).toBe(-1)
  expect(cosineSimilarity([0, 0], [1, 2])).toBe(0)
  expect(cosineSimilarity([], [])).toBe(0)
})

test('vectors of different lengths are an error', () => {
  expect(() => cosineSimilarity([1], [1, 2])).toThrow('Vectors must have the same length')
})
