import { expect, test } from 'vitest'
import { joinPointer, splitPointer, valueAt } from './pointer.ts'

test('tokens with / and ~ survive', () => {
  const pointer = joinPointer(joinPointer('', 'a/b'), 'c~d')
  expect(pointer).toBe('/a~1b/c~0d')
  expect(splitPointer(pointer)).toEqual(['a/b', 'c~d'])
})

test('only own properties are followed', () => {
  expect(valueAt({ a: [{ b: 5 }] }, '/a/0/b')).toBe(5)
  expect(valueAt({}, '/constructor')).toBeUndefined()
})
