import { test } from 'vitest'
import { findUnconfessed } from './confessed.ts'
import { holds } from './holds.ts'

test('Law 4, Confessed: every reachable keyword is kept or has a change, and each change is there once and points at something', () => {
  holds('confessed', (source) => findUnconfessed(source, { to: 'gemini' }))
})

test('Law 4, Confessed: also as the parameters of a tool', () => {
  holds('confessed', (source) => findUnconfessed(source, { to: 'gemini', root: 'object' }))
})
