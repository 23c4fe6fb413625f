import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { applyCertainConditions } from './apply-certain-conditions.ts'

const a = { type: 'string' }
const b = { type: 'number' }

test('applies what holds for every value', () => {
  const { tree, changes } = runPass(applyCertainConditions, {
    type: 'object',
    properties: { kind: { const: 'x' }, b },
    required: ['kind'],
    if: { properties: { kind: { const: 'x' } } },
    then: { required: ['b'] },
  })
  expect(tree).toEqual({
    kind: 'object',
    fields: { kind: { kind: 'enum', keyword: 'const', values: ['x'] }, b: { kind: 'number', integer: false } },
  })
  expect(changes).toEqual([' if: condition-applied, rewritten', ' then: condition-applied, rewritten'])
})

test('leaves a condition whose answer depends on the value', () => {
  const source = {
    type: 'object',
    properties: { kind: { enum: ['x', 'y'] }, b },
    if: { properties: { kind: { const: 'x' } } },
    then: { required: ['b'] },
  }
  expect(runPass(applyCertainConditions, source).isSame).toBe(true)
})

test('leaves a condition about a property that may be absent', () => {
  const source = {
    type: 'object',
    properties: { kind: { const: 'x' }, b },
    if: { properties: { kind: { const: 'x' } }, required: ['kind'] },
    then: { required: ['b'] },
  }
  expect(runPass(applyCertainConditions, source).isSame).toBe(true)
})

test('applies the dependencies of a property that is required, and leaves the others', () => {
  const { tree, changes } = runPass(applyCertainConditions, {
    type: 'object',
    properties: { a, b },
    required: ['a'],
    dependentRequired: { a: ['b', 'c'], c: ['d'] },
  })
  expect(tree).toEqual({
    kind: 'object',
    rules: ['dependentRequired'],
    requiredElsewhere: ['c'],
    fields: { a: { kind: 'string' }, b: { kind: 'number', integer: false } },
  })
  expect(changes).toEqual([' dependentRequired: condition-applied, rewritten'])
})

test('leaves a dependency that asks for a name among typed extras to words', () => {
  const source = {
    type: 'object',
    properties: { a: { type: 'string' } },
    required: ['a'],
    additionalProperties: { type: 'string' },
    dependentRequired: { a: ['b'] },
  }
  expect(runPass(applyCertainConditions, source).isSame).toBe(true)
})

test('keeps the null of nullable, which no condition takes back', () => {
  const source = { type: 'object', properties: { a }, if: {}, then: { type: 'object', required: ['a'] } }
  expect(runPass(applyCertainConditions, { ...source, nullable: true }).tree).toMatchObject({ nullable: true })
  expect(runPass(applyCertainConditions, { ...source, type: ['object', 'null'] }).tree).not.toHaveProperty('nullable')
})

test('leaves a dependency that asks for a forbidden name to words', () => {
  const source = {
    type: 'object',
    properties: { a },
    required: ['a'],
    unevaluatedProperties: false,
    dependentRequired: { a: ['b'] },
  }
  expect(runPass(applyCertainConditions, source).isSame).toBe(true)
})
