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
