import { expect, test } from 'vitest'
import { joinBytes } from './join-bytes.ts'

test('joins pieces in their order, in the memory that is given, and hands a single one on', () => {
  expect(joinBytes([new Uint8Array([1, 2]), new Uint8Array([]), new Uint8Array([3])], 3)).toEqual(
    new Uint8Array([1, 2, 3]),
  )
  expect(joinBytes([], 0)).toEqual(new Uint8Array(0))
  const into = new Uint8Array(8)
  const joined = joinBytes([new Uint8Array([1]), new Uint8Array([2])], 2, into)
  expect([joined, joined.buffer]).toEqual([new Uint8Array([1, 2]), into.buffer])
  const only = new Uint8Array([1])
  expect(joinBytes([only], 1)).toBe(only)
})
