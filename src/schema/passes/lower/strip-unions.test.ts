import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { stripUnions } from './strip-unions.ts'

test('joins listed values into one list', () => {
  const { tree, changes } = runPass(stripUnions, { anyOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] })
  expect(tree).toEqual({ kind: 'enum', keyword: 'enum', values: ['a', 'b', 'c'] })
  expect(changes).toEqual([' anyOf: any-of-simplified, rewritten'])
})

test('sends any other union as JSON text', () => {
  const { tree, changes } = runPass(stripUnions, { anyOf: [{ type: 'string' }, { type: 'number' }] })
  expect(tree).toEqual({
    kind: 'string',
    says: ['A string, or JSON text of type number.', 'One of: string | number.'],
    encoding: 'json-text',
  })
  expect(changes).toEqual([' anyOf: union-to-json-text, encoded', ' anyOf: composition-stripped, described'])
})

test('leaves unions to a dialect that has them', () => {
  expect(
    runPass(stripUnions, { anyOf: [{ type: 'string' }, { type: 'number' }] }, { supports: ['anyOf'] }).isSame,
  ).toBe(true)
})
