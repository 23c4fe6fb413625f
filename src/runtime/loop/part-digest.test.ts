import { expect, test } from 'vitest'
import type { TextStreamPart } from '../result/stream-part.ts'
import { GrowingText, PartDigest } from './part-digest.ts'

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

test('a text of many pieces is all of them in their order', () => {
  const pieces = Array.from({ length: 5_000 }, (_, index) => `${index} `)
  const text = new GrowingText()
  for (const piece of pieces) text.push(piece)
  expect(text.toString()).toBe(pieces.join(''))
})

test('a text that was read may grow on', () => {
  const text = new GrowingText()
  expect(text.toString()).toBe('')
  text.push('a')
  expect(text.toString()).toBe('a')
  text.push('b')
  text.push('c')
  expect(text.toString()).toBe('abc')
})
