import { describe, test } from 'vitest'
import { findUnconfessedViolation, findWrongMending, findWrongVerdict } from './enforced.ts'
import { holds } from './holds.ts'

describe('Law 3, Enforced', () => {
  test('check accepts exactly what the source accepts', () => {
    holds('enforced', findWrongVerdict)
  })

  test('a value that fits the wire breaks, once decoded, only what changes lists', () => {
    holds('enforced', (source, seed) => findUnconfessedViolation(source, seed, { to: 'gemini' }))
  })

  test('receive passes what is valid as it is, and mends only into what is valid', () => {
    holds('enforced', (source, seed) => findWrongMending(source, seed, 'gemini'))
  })
})
