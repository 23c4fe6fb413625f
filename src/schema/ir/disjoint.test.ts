import { expect, test } from 'vitest'
import { createBase, createEnum, createObject, createString } from './create-node.ts'
import { findOverlap } from './disjoint.ts'

const base = createBase('', [])
const reading = { objects: 'wire', definitions: new Map() } as const
const constants = (values: readonly (string | number)[]) => createEnum(base, { keyword: 'enum', values })
const list = <T>(length: number, make: (index: number) => T) => Array.from({ length }, (_, index) => make(index))

test('thousands of constants are told apart with one look at each', () => {
  const pairs: unknown[] = []
  const note = (...pair: number[]) => pairs.push(pair) > 0
  expect(
    findOverlap(
      list(5_000, (index) => constants([index])),
      reading,
      note,
    ),
  ).toBeUndefined()
  const tagged = list(5_000, (index) =>
    createObject(base, { fields: [{ name: 'kind', value: constants([`k${index}`]), required: true }] }),
  )
  expect(findOverlap(tagged, reading, note)).toBeUndefined()
  expect(pairs).toEqual([])
})

test('a constant that is in two enums is an overlap', () => {
  const nodes = [constants([1, 2]), constants([3]), constants([2])]
  expect(findOverlap(nodes, reading)).toEqual([nodes[0], nodes[2]])
})

test('a list that is too long to compare all pairs may overlap', () => {
  let pairs = 0
  const nodes = list(5_000, (index) => createString(base, { minLength: 2 * index, maxLength: 2 * index + 1 }))
  expect(findOverlap(nodes, reading, () => ++pairs > 0)).toBeDefined()
  expect(pairs).toBeLessThan(10_002 + 64 * 5_000)
  expect(findOverlap(nodes.slice(0, 100), reading)).toBeUndefined()
})
