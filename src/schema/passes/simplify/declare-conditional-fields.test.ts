import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { declareConditionalFields } from './declare-conditional-fields.ts'

test('declares a property that only a condition names', () => {
  const { tree, changes } = runPass(declareConditionalFields, {
    type: 'object',
    properties: { a: { type: 'string' } },
    if: { required: ['a'] },
    then: { properties: { b: { type: 'number' } } },
  })
  expect(tree).toEqual({
    kind: 'object',
    rules: ['if'],
    fields: { 'a?': { kind: 'string' }, 'b?': { kind: 'number', integer: false } },
  })
  expect(changes).toEqual([])
})

test('offers a property that two conditions name as a union', () => {
  const { tree, changes } = runPass(declareConditionalFields, {
    type: 'object',
    properties: { a: { type: 'string' } },
    if: { required: ['a'] },
    then: { properties: { b: { type: 'number' } } },
    else: { properties: { b: { type: 'string' } } },
  })
  expect(tree).toEqual({
    kind: 'object',
    rules: ['if'],
    fields: {
      'a?': { kind: 'string' },
      'b?': { kind: 'union', keyword: 'anyOf', options: [{ kind: 'number', integer: false }, { kind: 'string' }] },
    },
  })
  expect(changes).toEqual([])
})

test('declares nothing in an object that declares nothing', () => {
  expect(
    runPass(declareConditionalFields, {
      type: 'object',
      if: { required: ['a'] },
      then: { properties: { b: { type: 'number' } } },
    }).isSame,
  ).toBe(true)
})

test('declares nothing where the dialect has open objects', () => {
  expect(
    runPass(
      declareConditionalFields,
      {
        type: 'object',
        properties: { a: { type: 'string' } },
        if: { required: ['a'] },
        then: { properties: { b: { type: 'number' } } },
      },
      { supports: ['openObjects'] },
    ).isSame,
  ).toBe(true)
})

test('requires what every case requires', () => {
  const { tree } = runPass(declareConditionalFields, {
    type: 'object',
    properties: { kind: { enum: ['x', 'y'] }, a: { type: 'string' } },
    required: ['kind'],
    if: { properties: { kind: { const: 'x' } } },
    then: { required: ['a', 'b'] },
    else: { required: ['a'] },
  })
  expect(tree).toEqual({
    kind: 'object',
    rules: ['if'],
    fields: {
      kind: { kind: 'enum', keyword: 'enum', values: ['x', 'y'] },
      a: { kind: 'string' },
      'b?': { kind: 'any' },
    },
  })
})

test('gives a property without a shape those that it has in the cases', () => {
  const shape = (name: string) => ({
    properties: { data: { type: 'object', properties: { [name]: { type: 'string' } } } },
  })
  const { tree } = runPass(declareConditionalFields, {
    type: 'object',
    properties: { kind: { type: 'boolean' }, data: { type: 'object', description: 'The data.' } },
    required: ['kind'],
    if: { properties: { kind: { const: true } } },
    then: shape('m'),
    else: shape('n'),
  })
  expect(tree).toMatchObject({
    fields: {
      'data?': {
        kind: 'union',
        description: 'The data.',
        options: [
          { kind: 'object', fields: { 'm?': { kind: 'string' } } },
          { kind: 'object', fields: { 'n?': { kind: 'string' } } },
        ],
      },
    },
  })
})

test('makes room for properties inside of a property', () => {
  const { tree } = runPass(declareConditionalFields, {
    type: 'object',
    properties: { data: { type: 'object', properties: { m: { type: 'string' } } } },
    if: { required: ['data'] },
    then: { properties: { data: { properties: { n: { type: 'string' } }, required: ['n'] } } },
  })
  expect(tree).toMatchObject({
    fields: { 'data?': { kind: 'object', fields: { 'm?': { kind: 'string' }, 'n?': { kind: 'string' } } } },
  })
})
