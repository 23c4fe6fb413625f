import { expect, test } from 'vitest'
import { joinBytes } from './bytes.ts'

test('joins pieces in their order, and returns a single piece as it is', () => {
  expect(joinBytes([new Uint8Array([1, 2]), new Uint8Array([]), new Uint8Array([3])], 3)).toEqual(
    new Uint8Array([1, 2, 3]),
  )
  expect(joinBytes([], 0)).toEqual(new Uint8Array(0))
  const only = new Uint8Array([1])
  expect(joinBytes([only], 1)).toBe(only)
})
