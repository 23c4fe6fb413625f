import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { compileSchema } from '../../compile.ts'
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

test('declares what conditions declare and test in an object that declares nothing itself', () => {
  const { tree } = runPass(declareConditionalFields, {
    type: 'object',
    if: { required: ['a'] },
    then: { properties: { b: { type: 'number' } } },
  })
  expect(tree).toMatchObject({ fields: { 'b?': { kind: 'number' }, 'a?': { kind: 'any' } } })
})

test('leaves an object open of which conditions declare nothing', () => {
  const conditions = { if: { required: ['a'] }, then: { required: ['b'] } }
  expect(runPass(declareConditionalFields, { type: 'object', ...conditions }).isSame).toBe(true)
})

test('declares a property that a condition tests, and one that a dependency waits for', () => {
  const { tree } = runPass(declareConditionalFields, {
    type: 'object',
    properties: { a: { type: 'string' } },
    if: { properties: { kind: { const: 'u' } } },
    then: { required: ['a'] },
    dependentRequired: { b: ['a'] },
  })
  expect(tree).toMatchObject({ fields: { 'a?': { kind: 'string' }, 'kind?': { kind: 'any' }, 'b?': { kind: 'any' } } })
})

test('declares in each branch what the conditions beside a union declare', () => {
  const { tree } = runPass(declareConditionalFields, {
    properties: { kind: { enum: ['u', 's'] } },
    items: { type: 'string' },
    if: { properties: { kind: { const: 'u' } } },
    then: { properties: { b: { type: 'number' } } },
  })
  expect(tree).toMatchObject({
    kind: 'union',
    options: [{ kind: 'object', fields: { 'kind?': { kind: 'enum' }, 'b?': { kind: 'number' } } }, { kind: 'array' }],
  })
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

test('declares what a condition tests beside unevaluatedProperties, but not what is only required', () => {
  const { tree } = runPass(declareConditionalFields, {
    type: 'object',
    if: { properties: { a: { const: 'x' } }, required: ['a', 'c'] },
    then: { properties: { b: { type: 'string' } } },
    unevaluatedProperties: false,
  })
  expect(Object.keys(tree['fields'] as object)).toEqual(['b?', 'a?'])
})

test('keeps the type of a property where conditions speak of other types only', () => {
  const { tree } = runPass(declareConditionalFields, {
    type: 'object',
    properties: { kind: { enum: ['x', 'y'] }, b: { type: 'object' } },
    if: { properties: { kind: { const: 'x' } } },
    then: { properties: { b: { minLength: 2 } } },
    else: { properties: { b: { minLength: 3 } } },
  })
  expect(tree['fields']).toMatchObject({ 'b?': { kind: 'object' } })
})

test('a property that another schema declares with any value keeps it', () => {
  const kinds = { properties: { kind: { enum: ['u', 's'] } } }
  const then = { properties: { max: { type: 'object', properties: { q: { type: 'string' } } } } }
  const conditions = { ...kinds, allOf: [{ if: { properties: { kind: { const: 'u' } } }, then }] }
  const source = { $ref: '#/$defs/m', type: 'object', properties: { max: {} }, $defs: { m: conditions } }
  const { schema } = compileSchema(source, { to: 'gemini' })
  expect(schema['properties']).toMatchObject({ max: { type: 'STRING', description: 'Any JSON value, as JSON text.' } })
})

test('declares names that alternatives ask for in every branch of a union beside them', () => {
  const { schema } = compileSchema(
    {
      type: 'object',
      properties: { kind: { type: 'string' } },
      anyOf: [{ properties: { kind: { enum: ['a'] } } }, {}],
      allOf: [{ anyOf: [{ required: ['min'] }, { required: ['max'] }] }],
    },
    { to: 'gemini' },
  )
  const branches = schema['anyOf'] as { properties: object }[]
  expect(branches.map(({ properties }) => Object.keys(properties))).toEqual([
    ['kind', 'min', 'max'],
    ['kind', 'min', 'max'],
  ])
})
