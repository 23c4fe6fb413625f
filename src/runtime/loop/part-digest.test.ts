import { expect, test } from 'vitest'
import type { TextStreamPart } from '../result/stream-part.ts'
import { PartDigest } from './part-digest.ts'

test('a digest holds what went through, and pieces of one text that follow each other are one', () => {
  const digest = new PartDigest()
  const metadata = { scripted: { signature: 's' } }
  const parts: TextStreamPart[] = [
    { type: 'start' },
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', text: 'a' },
    { type: 'text-delta', id: '1', text: 'b' },
    { type: 'text-delta', id: '2', text: 'c' },
    { type: 'reasoning-delta', id: '2', text: 'd' },
    { type: 'reasoning-delta', id: '2', text: '', providerMetadata: metadata },
    { type: 'tool-input-delta', id: '3', delta: '{' },
    { type: 'tool-input-delta', id: '3', delta: '}' },
    { type: 'text-end', id: '1' },
    { type: 'text-delta', id: '1', text: 'e' },
  ]
  for (const part of parts) digest.add(part)
  const kept: TextStreamPart[] = [
    { type: 'start' },
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', text: 'ab' },
    { type: 'text-delta', id: '2', text: 'c' },
    { type: 'reasoning-delta', id: '2', text: 'd' },
    { type: 'reasoning-delta', id: '2', text: '', providerMetadata: metadata },
    { type: 'tool-input-delta', id: '3', delta: '{}' },
    { type: 'text-end', id: '1' },
    { type: 'text-delta', id: '1', text: 'e' },
  ]
  expect(digest.parts()).toEqual(kept)
  expect(digest.parts()).toEqual(kept)
})
