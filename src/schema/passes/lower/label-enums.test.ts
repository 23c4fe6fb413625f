import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { labelEnums, typeEnums } from './label-enums.ts'

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

test('says both booleans by their type', () => {
  const { tree, changes } = runPass(typeEnums, { type: 'boolean', enum: [true, false] })
  expect(tree).toEqual({ kind: 'boolean', listed: [true, false] })
  expect(changes).toEqual([' enum: enum-to-type, rewritten'])
})

test('says in words which boolean it is', () => {
  const { tree, changes } = runPass(typeEnums, { const: true })
  expect(tree).toEqual({ kind: 'boolean', listed: [true], says: ['Must be true.'] })
  expect(changes).toEqual([' const: constraint-described, described'])
})

test('says integers in a row by their bounds, in whatever order they are listed', () => {
  const { tree, changes } = runPass(typeEnums, { type: 'integer', enum: [3, 1, 2] })
  expect(tree).toEqual({ kind: 'number', integer: true, minimum: 1, maximum: 3, listed: [3, 1, 2] })
  expect(changes).toEqual([' enum: enum-to-type, rewritten'])
})

test('says one number by its bounds', () => {
  expect(runPass(typeEnums, { const: 0.5 }).tree).toEqual({
    kind: 'number',
    integer: false,
    minimum: 0.5,
    maximum: 0.5,
    listed: [0.5],
  })
})

test.each([[[1, 2, 4]], [[1, '2']], [[0.5, 1.5]], [['a']], [[true, 'false']]])('gives %j no other type', (values) => {
  expect(runPass(typeEnums, { enum: values }).isSame).toBe(true)
})
