import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import type { JsonObject } from '../../../core/json.ts'
import { describeOverlap } from './describe-overlap.ts'

test('reports a oneOf without overlap as rewritten', () => {
  const { tree, changes } = runPass(describeOverlap, { oneOf: [{ type: 'string' }, { type: 'number' }] })
  expect(tree).toEqual({
    kind: 'union',
    keyword: 'oneOf',
    options: [{ kind: 'string' }, { kind: 'number', integer: false }],
  })
  expect(changes).toEqual([' oneOf: one-of-disjoint, rewritten'])
})

test('describes a oneOf whose branches overlap', () => {
  const { tree, changes } = runPass(describeOverlap, {
    oneOf: [
      { type: 'number', minimum: 1 },
      { type: 'number', maximum: 5 },
    ],
  })
  expect(tree).toEqual({
    kind: 'union',
    says: ['Must fit exactly one of the alternatives.'],
    keyword: 'oneOf',
    options: [
      { kind: 'number', integer: false, minimum: 1 },
      { kind: 'number', integer: false, maximum: 5 },
    ],
  })
  expect(changes).toEqual([' oneOf: one-of-widened, described'])
})

test('leaves oneOf to a dialect that has it', () => {
  expect(
    runPass(describeOverlap, { oneOf: [{ type: 'string' }, { type: 'number' }] }, { supports: ['oneOf'] }).isSame,
  ).toBe(true)
})

test('leaves anyOf', () => {
  expect(runPass(describeOverlap, { anyOf: [{ type: 'string' }, { type: 'number' }] }).isSame).toBe(true)
})

const needs = (name: string, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: { [name]: { type: 'string' } },
  required: [name],
  ...more,
})
const overlapOf = (...oneOf: JsonObject[]) => runPass(describeOverlap, { oneOf }).changes.at(-1)

test('no object that is sent fits two branches that each need what the other does not declare', () => {
  expect(overlapOf(needs('id'), needs('key'))).toBe(' oneOf: one-of-disjoint, rewritten')
})

test('an object that is sent may fit a branch that needs less, or one that takes any name', () => {
  const both = { type: 'object', properties: { id: {}, key: {} }, required: ['id', 'key'] }
  expect(overlapOf(both, needs('id'))).toBe(' oneOf: one-of-widened, described')
  expect(overlapOf(needs('id'), needs('key', { additionalProperties: true }))).toBe(' oneOf: one-of-widened, described')
  expect(overlapOf(needs('id'), needs('key', { dependentSchemas: { key: { properties: { id: {} } } } }))).toBe(
    ' oneOf: one-of-widened, described',
  )
  expect(overlapOf(needs('id'), { type: 'object', properties: { key: {} }, required: ['key', 'id'] })).toBe(
    ' oneOf: one-of-widened, described',
  )
})
