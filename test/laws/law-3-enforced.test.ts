import { describe, test } from 'vitest'
import { arbitrarySlips } from './arbitrary-slips.ts'
import { findUnreportedViolation, findWrongRepair, findWrongResult } from './enforced.ts'
import { holds } from './holds.ts'

describe('Law 3, Enforced', () => {
  test('check accepts exactly what the source accepts', () => {
    holds('enforced', findWrongResult)
  })

  test('check accepts any value where no schema is, and holds the rest', () => {
    holds('enforced', findWrongResult, arbitrarySlips, 0.5)
  })

  test('a value that fits the wire breaks, once decoded, only what changes lists', () => {
    holds('enforced', (source, seed) => findUnreportedViolation(source, seed, { to: 'gemini' }))
  })

  test('receive passes what is valid as it is, and repairs only into what is valid', () => {
    holds('enforced', (source, seed) => findWrongRepair(source, seed, 'gemini'))
  })
})
