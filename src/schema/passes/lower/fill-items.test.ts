import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { fillItems } from './fill-items.ts'

test('gives a list without items any JSON text', () => {
  const { tree, changes } = runPass(fillItems, { type: 'array' })
  expect(tree).toEqual({
    kind: 'array',
    items: { kind: 'string', says: ['Any JSON value, as JSON text.'], encoding: 'json-text' },
  })
  expect(changes).toEqual([' type: free-form-to-json-text, encoded'])
})

test('gives a list that must be empty a placeholder', () => {
  const { tree, changes } = runPass(fillItems, { type: 'array', items: false })
  expect(tree).toEqual({ kind: 'array', items: { kind: 'string' } })
  expect(changes).toEqual([])
})

test('leaves items', () => {
  expect(runPass(fillItems, { type: 'array', items: { type: 'string' } }).isSame).toBe(true)
})

test('leaves missing items to a dialect with free form', () => {
  expect(runPass(fillItems, { type: 'array' }, { supports: ['freeForm'] }).isSame).toBe(true)
})
