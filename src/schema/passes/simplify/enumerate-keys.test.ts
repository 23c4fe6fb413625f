import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { enumerateKeys } from './enumerate-keys.ts'

test('declares the keys of a record that are listed', () => {
  const { tree, changes } = runPass(enumerateKeys, {
    type: 'object',
    additionalProperties: { type: 'number' },
    propertyNames: { enum: ['a', 'b'] },
    required: ['a'],
  })
  expect(tree).toEqual({
    kind: 'object',
    fields: { a: { kind: 'number', integer: false }, 'b?': { kind: 'number', integer: false } },
    extras: { kind: 'never' },
  })
  expect(changes).toEqual([
    ' propertyNames: keys-enumerated, rewritten',
    ' additionalProperties: keys-enumerated, rewritten',
  ])
})

test('leaves keys that are not listed', () => {
  expect(
    runPass(enumerateKeys, {
      type: 'object',
      additionalProperties: { type: 'number' },
      propertyNames: { pattern: '^a' },
    }).isSame,
  ).toBe(true)
})

test('leaves an object that declares properties', () => {
  expect(
    runPass(enumerateKeys, {
      type: 'object',
      properties: { a: { type: 'string' } },
      propertyNames: { enum: ['a', 'b'] },
    }).isSame,
  ).toBe(true)
})

test('leaves an object of which unevaluatedProperties says what the listed keys hold', () => {
  const schema = { type: 'object', propertyNames: { enum: ['a', 'b'] }, unevaluatedProperties: false }
  expect(runPass(enumerateKeys, schema).isSame).toBe(true)
})
