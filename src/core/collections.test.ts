import { describe, expect, test } from 'vitest'
import { getOrInsert, mapSame } from './collections.ts'

test('the same list where nothing changes', () => {
  const list = [1, 2, 3]
  expect(mapSame(list, (item) => item)).toBe(list)
  expect(mapSame([], () => 1)).toEqual([])
})

test('a new list where something does, and the old one as it was', () => {
  const list = [1, 2, 3, 4]
  expect(mapSame(list, (item) => (item % 2 === 0 ? -item : item))).toEqual([1, -2, 3, -4])
  expect(list).toEqual([1, 2, 3, 4])
})

test('undefined leaves an item out', () => {
  expect(mapSame([1, 2, 3, 4], (item) => (item % 2 === 0 ? undefined : item))).toEqual([1, 3])
})

describe('getOrInsert', () => {
  test('makes a value once', () => {
    const map = new Map<string, number[]>()
    getOrInsert(map, 'a', () => []).push(1)
    getOrInsert(map, 'a', () => []).push(2)
    expect([...map]).toEqual([['a', [1, 2]]])
  })

  test('returns an undefined that is stored', () => {
    const map = new Map<string, number | undefined>([['a', undefined]])
    expect(getOrInsert(map, 'a', () => 1)).toBe(undefined)
  })
})
