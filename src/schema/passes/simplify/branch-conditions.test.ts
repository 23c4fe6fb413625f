import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { branchConditions } from './branch-conditions.ts'

test('makes a condition that names the types a union of the two', () => {
  const { tree, changes } = runPass(
    branchConditions,
    { if: { type: 'string' }, then: { minLength: 2 }, else: { type: 'number' } },
    { supports: ['anyOf'] },
  )
  expect(tree).toEqual({
    kind: 'union',
    keyword: 'if',
    options: [
      { kind: 'string', minLength: 2 },
      { kind: 'number', integer: false },
    ],
  })
  expect(changes).toEqual([
    ' if: condition-applied, rewritten',
    ' then: condition-applied, rewritten',
    ' else: condition-applied, rewritten',
  ])
})

test('keeps a condition that both branches may fit, to be said in words', () => {
  const { tree } = runPass(
    branchConditions,
    { if: { minLength: 5 }, then: { type: 'string' }, else: { type: ['string', 'number'] } },
    { supports: ['anyOf'] },
  )
  expect(tree).toMatchObject({ kind: 'union', keyword: 'if', rules: ['if'] })
})

test.each([
  { if: { type: 'string' }, then: { minLength: 2 } },
  { if: { type: 'string' }, then: { minLength: 2 }, else: true },
])('leaves a condition of which a branch may be anything: %j', (schema) => {
  expect(runPass(branchConditions, schema, { supports: ['anyOf'] }).isSame).toBe(true)
})

test('leaves a condition to a dialect that has conditions', () => {
  const schema = { if: { type: 'string' }, then: { minLength: 2 }, else: { type: 'number' } }
  expect(runPass(branchConditions, schema, { supports: ['anyOf', 'conditions'] }).isSame).toBe(true)
})

test('offers the type that a case names beside keywords that only speak of another', () => {
  const { tree } = runPass(
    branchConditions,
    { items: { type: 'string' }, if: { properties: { kind: { const: 'u' } } }, then: { type: 'integer' } },
    { supports: ['anyOf'] },
  )
  expect(tree).toMatchObject({ kind: 'union', options: [{ kind: 'number', integer: true }, { kind: 'array' }] })
})

test.each([
  [{ if: { type: 'number', nullable: true }, then: { type: 'number' }, else: { type: 'string', nullable: true } }],
  [{ if: { type: 'number', minimum: 0 }, then: { type: 'number' }, else: { type: 'string' }, properties: { a: {} } }],
])('keeps a condition that the two branches do not say all of, to be said in words: %j', (schema) => {
  const { tree } = runPass(branchConditions, schema, { supports: ['anyOf'] })
  expect(tree).toMatchObject({ kind: 'union', keyword: 'if', rules: ['if'] })
})
