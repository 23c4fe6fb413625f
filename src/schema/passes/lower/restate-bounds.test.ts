import { describe, expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { dropSafeBounds, restateBounds, restateCounts } from './restate-bounds.ts'

describe('restateBounds', () => {
  test('says an exclusive bound of an integer by an inclusive one', () => {
    const { tree, changes } = runPass(restateBounds, { type: 'integer', exclusiveMinimum: 1.5, exclusiveMaximum: 9 })
    expect(tree).toEqual({ kind: 'number', integer: true, minimum: 2, maximum: 8 })
    expect(changes).toEqual([
      ' exclusiveMinimum: bound-made-inclusive, rewritten',
      ' exclusiveMaximum: bound-made-inclusive, rewritten',
    ])
  })

  test('describes an exclusive bound of a number', () => {
    const { tree, changes } = runPass(restateBounds, { type: 'number', exclusiveMinimum: 0 })
    expect(tree).toEqual({ kind: 'number', says: ['Must be greater than 0.'], integer: false, minimum: 0 })
    expect(changes).toEqual([' exclusiveMinimum: constraint-described, described'])
  })

  test('drops an exclusive bound that an inclusive one implies', () => {
    const { tree, changes } = runPass(restateBounds, { type: 'integer', minimum: 5, exclusiveMinimum: 2 })
    expect(tree).toEqual({ kind: 'number', integer: true, minimum: 5 })
    expect(changes).toEqual([' exclusiveMinimum: bound-made-inclusive, rewritten'])
  })

  test('leaves exclusive bounds to a dialect that has them', () => {
    expect(
      runPass(restateBounds, { type: 'integer', exclusiveMinimum: 1 }, { supports: ['exclusiveBounds'] }).isSame,
    ).toBe(true)
  })
})

describe('dropSafeBounds', () => {
  test('leaves out bounds of integers that every safe integer meets', () => {
    const { tree, changes } = runPass(dropSafeBounds, {
      type: 'integer',
      minimum: -9007199254740991,
      maximum: 9007199254740991,
    })
    expect(tree).toEqual({ kind: 'number', integer: true })
    expect(changes).toEqual([' minimum: bound-restated, rewritten', ' maximum: bound-restated, rewritten'])
  })

  test('leaves other bounds, and those of numbers', () => {
    expect(runPass(dropSafeBounds, { type: 'integer', minimum: 0, maximum: 9007199254740990 }).isSame).toBe(true)
    expect(runPass(dropSafeBounds, { type: 'number', maximum: 9007199254740991 }).isSame).toBe(true)
  })
})

describe('restateCounts', () => {
  test('leaves out counts that nothing falls below', () => {
    const { tree, changes } = runPass(restateCounts, { type: 'string', minLength: 0, maxLength: 9 })
    expect(tree).toEqual({ kind: 'string', maxLength: 9 })
    expect(changes).toEqual([' minLength: bound-restated, rewritten'])
  })

  test('rounds counts that are not whole', () => {
    const { tree, changes } = runPass(restateCounts, { type: 'string', minLength: 1.5, maxLength: 3.5 })
    expect(tree).toEqual({ kind: 'string', minLength: 2, maxLength: 3 })
    expect(changes).toEqual([' minLength: bound-restated, rewritten', ' maxLength: bound-restated, rewritten'])
  })

  test('leaves whole counts', () => {
    expect(runPass(restateCounts, { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2 }).isSame).toBe(
      true,
    )
  })
})
