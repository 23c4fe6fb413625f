import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { mergeIntersections } from '../simplify/merge-intersections.ts'
import { encodeTuples } from './encode-tuples.ts'

test('sends a tuple as an object', () => {
  const { tree, changes } = runPass(encodeTuples, {
    type: 'array',
    prefixItems: [{ type: 'string' }, { type: 'number' }],
    items: false,
    minItems: 1,
  })
  expect(tree).toEqual({
    kind: 'object',
    encoding: 'tuple',
    fields: { item_0: { kind: 'string' }, 'item_1?': { kind: 'number', integer: false } },
  })
  expect(changes).toEqual([
    ' prefixItems: tuple-to-object, encoded',
    ' items: tuple-to-object, encoded',
    ' minItems: tuple-to-object, encoded',
  ])
})

test('sends further items as a list', () => {
  const { tree, changes } = runPass(encodeTuples, {
    type: 'array',
    prefixItems: [{ type: 'string' }],
    items: { type: 'number' },
    minItems: 2,
    maxItems: 4,
  })
  expect(tree).toEqual({
    kind: 'object',
    encoding: 'tuple',
    fields: {
      item_0: { kind: 'string' },
      rest: { kind: 'array', items: { kind: 'number', integer: false }, minItems: 1, maxItems: 3 },
    },
  })
  expect(changes).toEqual([
    ' prefixItems: tuple-to-object, encoded',
    ' items: tuple-to-object, encoded',
    ' minItems: tuple-to-object, encoded',
    ' maxItems: tuple-to-object, encoded',
  ])
})

test('closes an open tuple, and reports it as narrowed', () => {
  const { tree, changes } = runPass(encodeTuples, { type: 'array', prefixItems: [{ type: 'string' }], minItems: 1 })
  expect(tree).toEqual({ kind: 'object', encoding: 'tuple', fields: { item_0: { kind: 'string' } } })
  expect(changes).toEqual([
    ' prefixItems: tuple-to-object, encoded',
    ' minItems: tuple-to-object, encoded',
    ' prefixItems: open-tuple-closed, narrowed',
  ])
})

test('leaves tuples to a dialect that has them', () => {
  expect(
    runPass(encodeTuples, { type: 'array', prefixItems: [{ type: 'string' }] }, { supports: ['tuples'] }).isSame,
  ).toBe(true)
})

test('says that items come first at every place that lists positions', () => {
  const { changes } = runPass(
    encodeTuples,
    {
      allOf: [
        { type: 'array', prefixItems: [{ type: 'string' }], items: {} },
        { type: 'array', prefixItems: [{ minLength: 1 }, { type: 'number' }], items: { type: 'boolean' } },
      ],
    },
    { after: [mergeIntersections] },
  )
  expect(changes.filter((each) => each.includes('described'))).toEqual([
    '/allOf/0 prefixItems: constraint-described, described',
    '/allOf/1 prefixItems: constraint-described, described',
  ])
})

test('asks for further items where the list must contain one that no position may hold', () => {
  const { tree } = runPass(encodeTuples, {
    type: 'array',
    prefixItems: [{ type: 'number' }],
    contains: { type: 'string' },
  })
  expect(tree).toMatchObject({
    encoding: 'tuple',
    fields: { 'item_0?': { kind: 'number' }, 'rest?': { kind: 'array', items: { encoding: 'json-text' } } },
  })
})
