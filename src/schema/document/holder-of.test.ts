import { expect, test } from 'vitest'
import { holderOf, isInPlace, valueHolderOf } from './holder-of.ts'

test.each([
  ['/properties/a', '', 'properties'],
  ['/properties/properties', '', 'properties'],
  ['/properties/properties/items', '/properties/properties', 'items'],
  ['/items/0', '', 'items'],
  ['/items/properties/a~1b/allOf/1', '/items/properties/a~1b', 'allOf'],
  ['/$defs/a/not', '/$defs/a', 'not'],
])('%s is held by %s with %s', (pointer, at, keyword) => {
  expect(holderOf(pointer)).toEqual({ at, keyword })
})

test('nothing holds the root', () => {
  expect(holderOf('')).toBeUndefined()
})

test('a branch speaks about the value of the schema around it, a property about a part of it', () => {
  expect(isInPlace('/properties/a/allOf/1')).toBe(true)
  expect(isInPlace('/properties/allOf')).toBe(false)
  expect(isInPlace('')).toBe(false)
})

test('the value of a branch of a property stands in the object that declares the property', () => {
  expect(valueHolderOf('/items/properties/a/anyOf/0/then')).toEqual({ at: '/items', keyword: 'properties' })
  expect(valueHolderOf('/allOf/0')).toBeUndefined()
})

test('a definition stands in no other value', () => {
  expect(valueHolderOf('/$defs/a/allOf/0')).toBeUndefined()
  expect(valueHolderOf('/components/schemas/a')).toBeUndefined()
  expect(valueHolderOf('/properties/$defs')).toEqual({ at: '', keyword: 'properties' })
})
