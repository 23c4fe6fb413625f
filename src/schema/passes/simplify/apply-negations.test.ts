import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { applyNegations } from './apply-negations.ts'

test('removes null', () => {
  const { tree, changes } = runPass(applyNegations, { type: ['string', 'null'], not: { type: 'null' } })
  expect(tree).toEqual({ kind: 'string' })
  expect(changes).toEqual([' not: negation-applied, rewritten'])
})

test('removes the branches of a union that the negation forbids', () => {
  const { tree, changes } = runPass(applyNegations, { type: ['string', 'number'], not: { type: 'number' } })
  expect(tree).toEqual({ kind: 'union', keyword: 'type', options: [{ kind: 'string' }, { kind: 'never' }] })
  expect(changes).toEqual([' not: negation-applied, rewritten'])
})

test('removes a property that must be absent', () => {
  const { tree, changes } = runPass(applyNegations, {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string' } },
    not: { required: ['b'] },
  })
  expect(tree).toEqual({ kind: 'object', fields: { 'a?': { kind: 'string' } } })
  expect(changes).toEqual([' not: negation-applied, rewritten'])
})

test('leaves a negation that it cannot apply exactly', () => {
  expect(runPass(applyNegations, { type: 'string', not: { pattern: '^a' } }).isSame).toBe(true)
})

test('leaves negations to a dialect that has them', () => {
  expect(
    runPass(applyNegations, { type: ['string', 'null'], not: { type: 'null' } }, { supports: ['not'] }).isSame,
  ).toBe(true)
})
