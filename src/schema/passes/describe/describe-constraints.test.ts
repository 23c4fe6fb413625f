import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { describeConstraints } from './describe-constraints.ts'

test('describes multipleOf', () => {
  const { tree, changes } = runPass(describeConstraints, { type: 'number', multipleOf: 5 })
  expect(tree).toEqual({ kind: 'number', says: ['Must be a multiple of 5.'], integer: false })
  expect(changes).toEqual([' multipleOf: constraint-described, described'])
})

test('drops a multipleOf that every integer satisfies', () => {
  const { tree, changes } = runPass(describeConstraints, { type: 'integer', multipleOf: 0.5 })
  expect(tree).toEqual({ kind: 'number', integer: true })
  expect(changes).toEqual([' multipleOf: bound-restated, rewritten'])
})

test('describes uniqueItems', () => {
  const { tree, changes } = runPass(describeConstraints, {
    type: 'array',
    items: { type: 'string' },
    uniqueItems: true,
  })
  expect(tree).toEqual({ kind: 'array', says: ['Items must be unique.'], items: { kind: 'string' } })
  expect(changes).toEqual([' uniqueItems: constraint-described, described'])
})

test('leaves constraints to a dialect that has them', () => {
  expect(runPass(describeConstraints, { type: 'number', multipleOf: 5 }, { supports: ['multipleOf'] }).isSame).toBe(
    true,
  )
})
