import { describe, expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import type { JsonObject } from '../../../core/json.ts'
import { mergeIntersections } from './merge-intersections.ts'

test('merges the parts of allOf into their intersection', () => {
  const { tree, changes } = runPass(mergeIntersections, {
    allOf: [
      { type: 'string', minLength: 2 },
      { type: 'string', minLength: 3, maxLength: 9 },
    ],
  })
  expect(tree).toEqual({ kind: 'string', minLength: 3, maxLength: 9 })
  expect(changes).toEqual(['/allOf/0 minLength: bound-restated, rewritten', ' allOf: all-of-merged, rewritten'])
})

test('merges the properties of objects', () => {
  const { tree, changes } = runPass(mergeIntersections, {
    type: 'object',
    properties: { a: { type: 'number', minimum: 1 } },
    allOf: [{ properties: { a: { maximum: 5 }, b: { type: 'string' } }, required: ['b'] }],
  })
  expect(tree).toEqual({
    kind: 'object',
    fields: { 'a?': { kind: 'number', integer: false, minimum: 1, maximum: 5 }, b: { kind: 'string' } },
  })
  expect(changes).toEqual([' allOf: all-of-merged, rewritten'])
})

test('moves what stands beside anyOf into the branches', () => {
  const { tree, changes } = runPass(
    mergeIntersections,
    {
      type: 'object',
      properties: { id: { type: 'string' } },
      anyOf: [{ required: ['id'] }, { properties: { n: { type: 'number' } } }],
    },
    { supports: ['anyOf'] },
  )
  expect(tree).toEqual({
    kind: 'union',
    keyword: 'anyOf',
    options: [
      { kind: 'object', fields: { id: { kind: 'string' } } },
      { kind: 'object', fields: { 'n?': { kind: 'number', integer: false }, 'id?': { kind: 'string' } } },
    ],
  })
  expect(changes).toEqual([' type: any-of-distributed, rewritten', ' properties: any-of-distributed, rewritten'])
})

test('makes a rule of a union that a dialect without unions cannot multiply out', () => {
  const { tree, changes } = runPass(mergeIntersections, {
    type: 'object',
    properties: { id: { type: 'string' } },
    anyOf: [{ required: ['id'] }, { minProperties: 2 }],
  })
  expect(tree).toEqual({ kind: 'object', rules: ['anyOf'], fields: { 'id?': { kind: 'string' } } })
  expect(changes).toEqual([])
})

test('finds parts that contradict each other impossible', () => {
  const { tree, changes } = runPass(mergeIntersections, { allOf: [{ type: 'string' }, { type: 'number' }] })
  expect(tree).toEqual({ kind: 'never' })
  expect(changes).toEqual([' allOf: all-of-merged, rewritten'])
})

describe('alternatives beside an object', () => {
  const merge = (options: readonly JsonObject[]) =>
    runPass(
      mergeIntersections,
      { type: 'object', properties: { id: { type: 'string' }, data: { type: 'object' } }, anyOf: options },
      { supports: ['anyOf'] },
    ).tree['kind']

  test.each([
    ['only need properties', [{ required: ['id'] }, { required: ['data'] }]],
    ['name values of a property', [{ properties: { id: { const: 'x' } } }, { required: ['data'] }]],
    ['need what they declare', [{ required: ['id'] }, { properties: { n: { type: 'number' } }, required: ['n'] }]],
  ])('stay a rule of the object where they %s', (_, options) => {
    expect(merge(options)).toBe('object')
  })

  test.each([
    ['declare more than they need', [{ required: ['id'] }, { properties: { n: { type: 'number' } } }]],
    [
      'are told apart by a value, and declare properties',
      [
        { properties: { t: { const: 'a' }, m: { type: 'string' } }, required: ['t', 'm'] },
        { properties: { t: { const: 'b' }, n: { type: 'string' } }, required: ['t', 'n'] },
      ],
    ],
    [
      'give a property a shape',
      [{ properties: { data: { properties: { m: { type: 'string' } } } } }, { required: ['id'] }],
    ],
    ['close the object', [{ properties: { id: true }, additionalProperties: false }, { required: ['data'] }]],
  ])('are shapes of their own where they %s', (_, options) => {
    expect(merge(options)).toBe('union')
  })
})

test('takes a union of which a branch says nothing about the type beside it for no constraint', () => {
  const { tree, changes } = runPass(
    mergeIntersections,
    { type: 'string', anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    { supports: ['anyOf'] },
  )
  expect(tree).toEqual({ kind: 'string' })
  expect(changes).toContain(' anyOf: keyword-cannot-bind, dropped')
})

test('keeps what a schema without a type says of several types together with each branch of a union', () => {
  const { tree } = runPass(
    mergeIntersections,
    {
      allOf: [{ items: { type: 'string' }, minProperties: 1 }, { anyOf: [{ required: ['a'] }, { maxProperties: 2 }] }],
    },
    { supports: ['anyOf'] },
  )
  expect(tree).toMatchObject({
    kind: 'union',
    keyword: 'anyOf',
    options: [
      { kind: 'union', keyword: 'type', options: [{ kind: 'array' }, { kind: 'object', minProperties: 1 }] },
      { kind: 'union', keyword: 'type', options: [{ kind: 'array' }, { kind: 'object', maxProperties: 2 }] },
    ],
  })
})

test('schemas that name no type take null only as they take any other value', () => {
  const needs = (name: string) => ({ required: [name] })
  const { tree } = runPass(mergeIntersections, {
    anyOf: [needs('min'), needs('max')],
    allOf: [{ dependentRequired: { min: ['max'] } }],
  })
  expect(tree).not.toHaveProperty('nullable')
})

test.each([[[true]], [[true, false]], [[{ minLength: 2 }, { type: 'integer' }]]])(
  'null stays where one branch of a oneOf takes it: %j',
  (oneOf) => {
    const { tree } = runPass(mergeIntersections, { type: ['string', 'null'], oneOf }, { supports: ['anyOf'] })
    expect(tree).toHaveProperty('nullable', true)
  },
)

test('null goes where two branches of a oneOf take it', () => {
  const schema = { type: ['string', 'null'], oneOf: [{ minLength: 2 }, { maxLength: 1 }] }
  const { tree } = runPass(mergeIntersections, schema, { supports: ['anyOf'] })
  expect(tree).not.toHaveProperty('nullable')
})

test('null goes where a condition of a branch refuses it', () => {
  const refuses = { if: { type: 'string' }, else: { type: 'number' } }
  const { tree } = runPass(mergeIntersections, { type: ['number', 'null'], allOf: [refuses] })
  expect(tree).toEqual({ kind: 'number', integer: false, rules: ['if'] })
})
