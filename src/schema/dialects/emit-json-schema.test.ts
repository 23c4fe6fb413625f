import { expect, test } from 'vitest'
import { compileSchema } from '../compile.ts'

test('types stand in a list where each has one shape', () => {
  const source = { type: ['integer', 'object'], minimum: 1, required: ['a'] }
  expect(compileSchema({ type: 'object', properties: { value: source } }, { to: 'anthropic' }).schema).toEqual({
    type: 'object',
    properties: { value: { type: ['integer', 'object'], minimum: 1, required: ['a'] } },
  })
})

test('types stand apart where one of them has several shapes', () => {
  const source = {
    type: ['integer', 'object'],
    anyOf: [{ required: ['a'] }, { properties: { b: { type: 'string' } } }],
  }
  expect(compileSchema({ type: 'object', properties: { value: source } }, { to: 'anthropic' }).schema).toEqual({
    type: 'object',
    properties: {
      value: {
        anyOf: [
          { type: 'integer' },
          { type: 'object', required: ['a'] },
          { type: 'object', properties: { b: { type: 'string' } } },
        ],
      },
    },
  })
})

test('dependencies are written as JSON Schema has them: lists of names, and schemas by name', () => {
  const source = {
    type: 'object',
    properties: { '': { type: 'string' }, a: { type: 'string' } },
    dependentRequired: { a: 'b', c: ['d', 1], e: 5 },
    dependentSchemas: { '': { required: ['a'] }, f: 'string' },
  }
  expect(compileSchema(source, { to: 'json-schema' }).schema).toMatchObject({
    dependentRequired: { a: ['b'], c: ['d'] },
    dependentSchemas: { '': { required: ['a'] } },
  })
  expect(compileSchema({ type: 'object', dependentSchemas: { a: 'string' } }, { to: 'anthropic' }).schema).toEqual({
    type: 'object',
  })
})
