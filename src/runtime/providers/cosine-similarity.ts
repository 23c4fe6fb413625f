import { InvalidArgumentError } from '../errors/value-errors.ts'

/**
 * How much two vectors point the same way: 1 for the same direction, 0 for a right angle or a vector of zeros, -1 for opposite ones.
 * For embeddings of models of the AI SDK.
 *
 * @throws InvalidArgumentError for vectors of different lengths.
 */
export function cosineSimilarity(vector1: readonly number[], vector2: readonly number[]): number {
  if (vector1.length !== vector2.length) {
    const value = { vector1Length: vector1.length, vector2Length: vector2.length }
    const message = 'Vectors must have the same length'
    throw new InvalidArgumentError({ parameter: 'vector1,vector2', value, message })
  }
  const length = Math.sqrt(dot(vector1, vector1)) * Math.sqrt(dot(vector2, vector2))
  return length === 0 ? 0 : dot(vector1, vector2) / length
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * b[index]!, 0)
}
