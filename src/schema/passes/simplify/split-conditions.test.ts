import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { splitConditions } from './split-conditions.ts'

test('turns a condition over listed values into two branches', () => {
  const { tree, changes } = runPass(
    splitConditions,
    {
      type: 'object',
      properties: { kind: { enum: ['a', 'b'] }, n: { type: 'number' } },
      required: ['kind'],
      if: { properties: { kind: { const: 'a' } } },
      then: { required: ['n'] },
    },
    { supports: ['anyOf'] },
  )
  expect(tree).toEqual({
    kind: 'union',
    keyword: 'if',
    options: [
      {
        kind: 'object',
        fields: { kind: { kind: 'enum', keyword: 'enum', values: ['a'] }, n: { kind: 'number', integer: false } },
      },
      {
        kind: 'object',
        fields: { kind: { kind: 'enum', keyword: 'enum', values: ['b'] }, 'n?': { kind: 'number', integer: false } },
      },
    ],
  })
  expect(changes).toEqual([
    ' if: condition-split, rewritten',
    ' then: condition-split, rewritten',
    '/properties/kind enum: enum-filtered, rewritten',
    '/properties/kind enum: enum-filtered, rewritten',
  ])
})

test('leaves a condition over values that are not listed', () => {
  expect(
    runPass(
      splitConditions,
      {
        type: 'object',
        properties: { kind: { type: 'string' }, n: { type: 'number' } },
        if: { properties: { kind: { const: 'a' } } },
        then: { required: ['n'] },
      },
      { supports: ['anyOf'] },
    ).isSame,
  ).toBe(true)
})

test('leaves conditions to a dialect without unions', () => {
  expect(
    runPass(splitConditions, {
      type: 'object',
      properties: { kind: { enum: ['a', 'b'] } },
      if: { properties: { kind: { const: 'a' } } },
      then: { required: ['kind'] },
    }).isSame,
  ).toBe(true)
})
