import { test } from 'vitest'
import { arbitrarySlips } from './arbitrary-slips.ts'
import { holds } from './holds.ts'
import { findUnsoundness } from './sound.ts'

test('Law 2, Sound: a valid value outside a narrowed change is valid on the wire and comes back as it was', () => {
  holds('sound', (source, seed) => findUnsoundness(source, seed, { to: 'gemini' }))
})

test('Law 2, Sound: also as the parameters of a tool', () => {
  holds('sound', (source, seed) => findUnsoundness(source, seed, { to: 'gemini', root: 'object' }))
})

test('Law 2, Sound: also where something else stands in the place of a schema', () => {
  holds('sound', (source, seed) => findUnsoundness(source, seed, { to: 'gemini' }), arbitrarySlips, 0.5)
})
