import { expect, test } from 'vitest'
import { compileSchema } from '../../index.ts'

function sent(source: unknown) {
  return compileSchema(source, { to: 'gemini-json', root: 'object' }).schema
}

test('takes a root that says nothing about its properties for a tool without parameters', () => {
  expect(sent({ type: 'object' })).toEqual({ type: 'object', additionalProperties: false })
  expect(sent({ type: 'object', minProperties: 0 })).toMatchObject({ type: 'object', additionalProperties: false })
})

test('leaves the arguments open where some property is asked for, whichever that is', () => {
  expect(sent({ type: 'object', minProperties: 1 })).toEqual({
    type: 'object',
    additionalProperties: true,
    description: 'Must not be empty.',
  })
})

test('leaves the arguments open where a condition asks for properties', () => {
  expect(sent({ type: 'object', if: { minProperties: 0 }, then: { required: ['a'] } })).toEqual({
    type: 'object',
    additionalProperties: true,
    description: 'If it is object, it must be an object with "a".',
  })
})
