import { test } from 'vitest'
import { arbitrarySlips } from './arbitrary-slips.ts'
import { holds } from './holds.ts'
import { findUnreported } from './reported.ts'

test('Law 4, Reported: every reachable keyword is kept or has a change, and each change is there once and points at something', () => {
  holds('reported', (source) => findUnreported(source, { to: 'gemini' }))
})

test('Law 4, Reported: also as the parameters of a tool', () => {
  holds('reported', (source) => findUnreported(source, { to: 'gemini', root: 'object' }))
})

test.each(['gemini', 'gemini-json', 'openai-strict'] as const)(
  'Law 4, Reported: also what is not a schema, not a name or not a keyword (%s)',
  (to) => {
    holds('reported', (source) => findUnreported(source, { to }), arbitrarySlips)
  },
)
