import { test } from 'vitest'
import { findUncallable } from './callable.ts'
import { findUnreportedViolation } from './enforced.ts'
import { holds } from './holds.ts'
import { findUnnatural, toolWithConditions } from './natural.ts'
import { findUnreported } from './reported.ts'
import { findUnsoundness } from './sound.ts'

const dialects = ['gemini', 'gemini-json', 'gemini-openai', 'vertex', 'openai-strict'] as const

test.each(dialects)('Law 10, Natural: a condition leaves one object with a sentence (%s)', (to) => {
  holds('natural', (source) => findUnnatural(source, { to, root: 'object' }), toolWithConditions)
})

test.each(dialects)('Law 10, Natural: tools with conditions keep the laws of values, words and changes (%s)', (to) => {
  const options = { to, root: 'object' } as const
  holds(
    'natural',
    (source, seed) =>
      findUnsoundness(source, seed, options) ??
      findUnreportedViolation(source, seed, options) ??
      findUnreported(source, options) ??
      findUncallable(source, seed, options),
    toolWithConditions,
    0.3,
  )
})
