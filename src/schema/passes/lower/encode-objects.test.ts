import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { encodeFreeForm } from './encode-free-form.ts'
import { encodeObjects } from './encode-objects.ts'

test('sends a record as entries', () => {
  const { tree, changes } = runPass(encodeObjects, { type: 'object', additionalProperties: { type: 'number' } })
  expect(tree).toEqual({
    kind: 'array',
    encoding: 'entries',
    items: { kind: 'object', fields: { key: { kind: 'string' }, value: { kind: 'number', integer: false } } },
  })
  expect(changes).toEqual([' additionalProperties: record-to-entries, encoded'])
})

test('sends undeclared properties as entries beside the declared ones', () => {
  const { tree, changes } = runPass(encodeObjects, {
    type: 'object',
    properties: { id: { type: 'string' } },
    additionalProperties: { type: 'number' },
  })
  expect(tree).toEqual({
    kind: 'object',
    encoding: 'extras',
    fields: {
      'id?': { kind: 'string' },
      'extra_properties?': {
        kind: 'array',
        description: 'Further properties, as a list of { key, value }.',
        items: { kind: 'object', fields: { key: { kind: 'string' }, value: { kind: 'number', integer: false } } },
      },
    },
  })
  expect(changes).toEqual([' additionalProperties: extras-to-entries, encoded'])
})

test('sends an open object as JSON text', () => {
  const { tree, changes } = runPass(encodeObjects, { type: 'object' })
  expect(tree).toEqual({ kind: 'string', says: ['JSON text of type object.'], encoding: 'json-text' })
  expect(changes).toEqual([' type: free-form-to-json-text, encoded'])
})

test('gives an empty object a placeholder', () => {
  const { tree, changes } = runPass(encodeObjects, { type: 'object', properties: {}, additionalProperties: false })
  expect(tree).toEqual({
    kind: 'object',
    encoding: 'nothing',
    fields: { 'value?': { kind: 'boolean', description: 'Not used. Leave it out.' } },
  })
  expect(changes).toEqual([' additionalProperties: empty-object-placeholder, encoded'])
})

test('closes an object that allows undeclared properties of any value', () => {
  const { tree, changes } = runPass(
    encodeObjects,
    { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: true },
    { after: [encodeFreeForm] },
  )
  expect(tree).toEqual({ kind: 'object', fields: { 'a?': { kind: 'string' } } })
  expect(changes).toEqual([' additionalProperties: open-object-closed, narrowed'])
})

test('leaves an object that declares its properties', () => {
  expect(runPass(encodeObjects, { type: 'object', properties: { a: { type: 'string' } } }).isSame).toBe(true)
})
