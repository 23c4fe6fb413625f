import { test } from 'vitest'
import { holds } from './holds.ts'
import { findUnreported } from './reported.ts'

test('Law 4, Reported: every reachable keyword is kept or has a change, and each change is there once and points at something', () => {
  holds('reported', (source) => findUnreported(source, { to: 'gemini' }))
})

test('Law 4, Reported: also as the parameters of a tool', () => {
  holds('reported', (source) => findUnreported(source, { to: 'gemini', root: 'object' }))
})
