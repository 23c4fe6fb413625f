import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { declareConditionalFields } from './declare-conditional-fields.ts'

test('declares a property that only a condition names', () => {
  const { tree, changes } = runPass(declareConditionalFields, {
    type: 'object',
    properties: { a: { type: 'string' } },
    if: { required: ['a'] },
    then: { properties: { b: { type: 'number' } } },
  })
  expect(tree).toEqual({
    kind: 'object',
    rules: ['if'],
    fields: { 'a?': { kind: 'string' }, 'b?': { kind: 'number', integer: false } },
  })
  expect(changes).toEqual([])
})

test('offers a property that two conditions name as a union', () => {
  const { tree, changes } = runPass(declareConditionalFields, {
    type: 'object',
    properties: { a: { type: 'string' } },
    if: { required: ['a'] },
    then: { properties: { b: { type: 'number' } } },
    else: { properties: { b: { type: 'string' } } },
  })
  expect(tree).toEqual({
    kind: 'object',
    rules: ['if'],
    fields: {
      'a?': { kind: 'string' },
      'b?': { kind: 'union', keyword: 'anyOf', options: [{ kind: 'number', integer: false }, { kind: 'string' }] },
    },
  })
  expect(changes).toEqual([])
})

test('declares nothing in an object that declares nothing', () => {
  expect(
    runPass(declareConditionalFields, {
      type: 'object',
      if: { required: ['a'] },
      then: { properties: { b: { type: 'number' } } },
    }).isSame,
  ).toBe(true)
})

test('declares nothing where the dialect has open objects', () => {
  expect(
    runPass(
      declareConditionalFields,
      {
        type: 'object',
        properties: { a: { type: 'string' } },
        if: { required: ['a'] },
        then: { properties: { b: { type: 'number' } } },
      },
      { supports: ['openObjects'] },
    ).isSame,
  ).toBe(true)
})
