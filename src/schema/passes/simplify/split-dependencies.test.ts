import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { splitDependencies } from './split-dependencies.ts'

test('turns a dependency into a branch with the property and one without', () => {
  const { tree, changes } = runPass(
    splitDependencies,
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, dependentRequired: { a: ['b'] } },
    { supports: ['anyOf'] },
  )
  expect(tree).toEqual({
    kind: 'union',
    keyword: 'dependentRequired',
    options: [
      { kind: 'object', fields: { a: { kind: 'string' }, b: { kind: 'string' } } },
      { kind: 'object', fields: { 'b?': { kind: 'string' } } },
    ],
  })
  expect(changes).toEqual([' dependentRequired: dependency-split, rewritten'])
})

test('applies a dependency at once if its property is required', () => {
  const { tree, changes } = runPass(
    splitDependencies,
    {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      required: ['a'],
      dependentRequired: { a: ['b'] },
    },
    { supports: ['anyOf'] },
  )
  expect(tree).toEqual({ kind: 'object', fields: { a: { kind: 'string' }, b: { kind: 'string' } } })
  expect(changes).toEqual([' dependentRequired: dependency-split, rewritten'])
})

test('leaves several dependencies, which would double the branches each', () => {
  expect(
    runPass(
      splitDependencies,
      {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        dependentRequired: { a: ['b'], b: ['a'] },
      },
      { supports: ['anyOf'] },
    ).isSame,
  ).toBe(true)
})

test('leaves dependencies to a dialect without unions', () => {
  expect(
    runPass(splitDependencies, {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      dependentRequired: { a: ['b'] },
    }).isSame,
  ).toBe(true)
})
