import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { mergeIntersections } from '../simplify/merge-intersections.ts'
import { closeUnevaluated } from './close-unevaluated.ts'

test('closes an object', () => {
  const { tree, changes } = runPass(closeUnevaluated, {
    type: 'object',
    properties: { a: { type: 'string' } },
    unevaluatedProperties: false,
  })
  expect(tree).toEqual({ kind: 'object', fields: { 'a?': { kind: 'string' } }, extras: { kind: 'never' } })
  expect(changes).toEqual([' unevaluatedProperties: closed-object-implied, rewritten'])
})

test('closes a tuple', () => {
  const { tree, changes } = runPass(closeUnevaluated, {
    type: 'array',
    prefixItems: [{ type: 'string' }],
    unevaluatedItems: false,
  })
  expect(tree).toEqual({ kind: 'array', prefix: [{ kind: 'string' }], items: { kind: 'never' } })
  expect(changes).toEqual([' unevaluatedItems: closed-object-implied, rewritten'])
})

test('leaves unevaluated properties beside another rule', () => {
  expect(
    runPass(closeUnevaluated, {
      type: 'object',
      properties: { a: { type: 'string' } },
      unevaluatedProperties: false,
      if: { required: ['a'] },
      then: { properties: { b: {} } },
    }).isSame,
  ).toBe(true)
})

test('leaves unevaluated properties that have a schema', () => {
  expect(runPass(closeUnevaluated, { type: 'object', unevaluatedProperties: { type: 'string' } }).isSame).toBe(true)
})

test('does not close over a property that another schema declares', () => {
  const { isSame } = runPass(
    closeUnevaluated,
    {
      allOf: [{ properties: { foo: { type: 'string' } } }, { unevaluatedProperties: false }],
    },
    { after: [mergeIntersections] },
  )
  expect(isSame).toBe(true)
})

test.each([
  ['a reference that leads nowhere', { $ref: 'https://example.com/other' }],
  ['an `if` alone', { if: { properties: { b: { type: 'string' } } } }],
])('says that the model cannot write what %s may evaluate', (_, beside) => {
  const { changes } = runPass(
    closeUnevaluated,
    { type: 'object', properties: { a: { type: 'string' } }, unevaluatedProperties: false, ...beside },
    { after: [mergeIntersections] },
  )
  expect(changes).toContain(' unevaluatedProperties: open-object-closed, narrowed')
})
