import { test } from 'vitest'
import { holds } from './holds.ts'
import { findImpurity } from './pure.ts'

test('Law 6, Pure: frozen inputs work, nothing is mutated, and the same input gives the same bytes', () => {
  holds('pure', findImpurity)
})
