import { expect, test } from 'vitest'
import { changesOf, readForPass, show } from '../../../../test/schema/run-pass.ts'
import { trimEnums } from './trim-enums.ts'

const { forest } = readForPass({
  type: 'object',
  properties: { long: { enum: ['a', 'b', 'c'] }, short: { enum: [1, 2] } },
})

test('describes the longest lists until the rest is within the limit', () => {
  const { root } = trimEnums(forest, 3, false)
  expect(show(root)).toEqual({
    kind: 'object',
    fields: {
      'long?': { kind: 'string', says: ['One of: "a", "b", "c".'] },
      'short?': { kind: 'enum', keyword: 'enum', values: [1, 2] },
    },
  })
  expect(changesOf(root)).toEqual(['/properties/long enum: enum-too-long, described'])
})

test('leaves lists within the limit', () => {
  expect(trimEnums(forest, 5, false)).toBe(forest)
})

test('counts the null that stands for an absent property', () => {
  expect(trimEnums(forest, 6, true)).not.toBe(forest)
  expect(trimEnums(forest, 7, true)).toBe(forest)
})
