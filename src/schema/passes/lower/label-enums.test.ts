import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { labelEnums } from './label-enums.ts'

test('sends numbers as strings', () => {
  const { tree, changes } = runPass(labelEnums, { enum: [1, 2, 30] })
  expect(tree).toEqual({ kind: 'enum', encoding: 'labels', keyword: 'enum', values: ['1', '2', '30'] })
  expect(changes).toEqual([' enum: enum-to-strings, encoded'])
})

test('quotes strings that look like other members', () => {
  const { tree, changes } = runPass(labelEnums, { enum: ['1', 1, 'plain', ''] })
  expect(tree).toEqual({ kind: 'enum', encoding: 'labels', keyword: 'enum', values: ['"1"', '1', 'plain', '""'] })
  expect(changes).toEqual([' enum: enum-to-strings, encoded'])
})

test('makes a const an enum of one', () => {
  const { tree, changes } = runPass(labelEnums, { const: 'a' })
  expect(tree).toEqual({ kind: 'enum', keyword: 'enum', values: ['a'] })
  expect(changes).toEqual([' const: const-to-enum, rewritten'])
})

test('makes a const that needs a label an enum of one, too', () => {
  const { tree, changes } = runPass(labelEnums, { const: true })
  expect(tree).toEqual({ kind: 'enum', encoding: 'labels', keyword: 'enum', values: ['true'] })
  expect(changes).toEqual([' const: enum-to-strings, encoded'])
})

test('leaves strings', () => {
  expect(runPass(labelEnums, { enum: ['a', 'b'] }).isSame).toBe(true)
})

test('leaves numbers to a dialect that lists them', () => {
  expect(runPass(labelEnums, { enum: [1, 2] }, { supports: ['numericEnums'] }).isSame).toBe(true)
})
