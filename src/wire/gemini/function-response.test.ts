import { expect, test } from 'vitest'
import { escapeReferences, unescapeReferences } from './function-response.ts'

test('a key $ref gets a _ wherever it stands, and so does one that has some already', () => {
  const value = { $ref: '#/x', list: [{ _$ref: 1, $reference: 2 }], __$ref: null }
  const escaped = { _$ref: '#/x', list: [{ __$ref: 1, $reference: 2 }], ___$ref: null }
  expect(escapeReferences(value)).toEqual(escaped)
  expect(unescapeReferences(escaped)).toEqual(value)
})

test('what has no such key is the same object, and a value $ref is no key', () => {
  const value = { a: ['$ref', { b: '$ref' }] }
  expect(escapeReferences(value)).toBe(value)
})

test('__proto__ stays a key', () => {
  const value = JSON.parse('{"__proto__":{"$ref":1}}')
  expect(JSON.stringify(escapeReferences(value))).toBe('{"__proto__":{"_$ref":1}}')
})
