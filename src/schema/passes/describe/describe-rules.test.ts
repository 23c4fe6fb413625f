import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { compileSchema } from '../../compile.ts'
import { mergeIntersections } from '../simplify/merge-intersections.ts'
import { describeRules } from './describe-rules.ts'

test('describes a negation', () => {
  const { tree, changes } = runPass(describeRules, { type: 'string', not: { enum: ['a'] } })
  expect(tree).toEqual({ kind: 'string', says: ['Must not be "a".'] })
  expect(changes).toEqual([' not: constraint-described, described'])
})

test('describes a condition', () => {
  const { tree, changes } = runPass(describeRules, {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string' } },
    if: { required: ['a'] },
    then: { required: ['b'] },
  })
  expect(tree).toEqual({
    kind: 'object',
    says: ['If a is given, give b.'],
    fields: { 'a?': { kind: 'string' }, 'b?': { kind: 'string' } },
  })
  expect(changes).toEqual([' if: constraint-described, described', ' then: constraint-described, described'])
})

test('describes dependencies', () => {
  const { tree, changes } = runPass(describeRules, {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string' } },
    dependentRequired: { a: ['b'] },
  })
  expect(tree).toEqual({
    kind: 'object',
    says: ['If a is given, give b.'],
    fields: { 'a?': { kind: 'string' }, 'b?': { kind: 'string' } },
  })
  expect(changes).toEqual([' dependentRequired: constraint-described, described'])
})

test('describes contains and propertyNames', () => {
  const { tree, changes } = runPass(describeRules, {
    type: 'object',
    properties: { l: { type: 'array', contains: { type: 'number' } } },
    propertyNames: { pattern: '^l' },
  })
  expect(tree).toEqual({
    kind: 'object',
    says: ['Every property name must be a string matching ^l.'],
    fields: { 'l?': { kind: 'array', says: ['Must contain an item that is a number.'] } },
  })
  expect(changes).toEqual([
    ' propertyNames: constraint-described, described',
    '/properties/l contains: constraint-described, described',
  ])
})

test('leaves rules to a dialect that has them', () => {
  expect(runPass(describeRules, { type: 'string', not: { enum: ['a'] } }, { supports: ['not'] }).isSame).toBe(true)
})

test('says nothing of names that only have to be strings', () => {
  const { tree, changes } = runPass(describeRules, { type: 'object', propertyNames: { type: 'string' } })
  expect(tree).toEqual({ kind: 'object' })
  expect(changes).toEqual([' propertyNames: keyword-cannot-bind, dropped'])
})

test('says which properties a schema forbids that another one declares', () => {
  const { tree } = runPass(
    describeRules,
    { allOf: [{ properties: { foo: { type: 'string' } } }, { unevaluatedProperties: false }] },
    { after: [mergeIntersections] },
  )
  expect(tree).toMatchObject({ says: ['Leave out foo.'] })
})

test.each([
  [{ minContains: 1 }, ['Must contain an item that is a number.']],
  [{ minContains: 2 }, ['Must contain at least 2 items that are each a number.']],
  [{ maxContains: 1 }, ['Must contain exactly 1 item that is a number.']],
  [{ minContains: 1, maxContains: 3 }, ['Must contain 1 to 3 items that are each a number.']],
  [{ minContains: 0, maxContains: 1 }, ['Must contain at most 1 item that is a number.']],
  [{ minContains: 0 }, undefined],
])('says how many items contains asks for: %j', (bounds, says) => {
  const { tree } = runPass(describeRules, { type: 'array', contains: { type: 'number' }, ...bounds })
  expect((tree as { says?: string[] }).says).toEqual(says)
})

test('says nothing of a condition that asks for nothing', () => {
  const { tree, changes } = runPass(describeRules, { if: { type: 'string' }, then: {} })
  expect((tree as { says?: string[] }).says).toBeUndefined()
  expect(changes).toEqual([' if: keyword-cannot-bind, dropped', ' then: keyword-cannot-bind, dropped'])
})

test.each([
  {
    where: 'in a definition',
    source: { dependentSchemas: { k: { $ref: '#/$defs/more' } }, $defs: { more: { properties: { x: {} } } } },
  },
  {
    where: 'under several conditions',
    source: {
      dependentSchemas: { k: { properties: { x: { type: 'number' } } }, x: { properties: { x: { type: 'string' } } } },
    },
  },
])('says that what is declared $where is allowed only there, beside unevaluatedProperties: false', ({ source }) => {
  const { schema, changes } = compileSchema(
    { type: 'object', properties: { k: { type: 'string' } }, unevaluatedProperties: false, ...source },
    { to: 'gemini-json' },
  )
  expect(schema['description']).toContain('Properties that belong to a condition only where it holds.')
  expect(changes).toContainEqual(expect.objectContaining({ keyword: 'unevaluatedProperties', effect: 'described' }))
})
