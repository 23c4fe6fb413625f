import { expect, test } from 'vitest'
import { labelsCodec, listedCodec } from './labels.ts'

const codec = labelsCodec(['1', '"1"', 'true', '{"a":1,"b":2}'], [1, '1', true, { a: 1, b: 2 }])

test.each([
  [1, '1'],
  ['1', '"1"'],
  [true, 'true'],
  [{ a: 1, b: 2 }, '{"a":1,"b":2}'],
])('sends %j as its label %j and restores it', (value, label) => {
  expect(codec.encode(value)).toBe(label)
  expect(codec.decode(label)).toEqual(value)
})

test('finds an object whatever the order of its keys', () => {
  expect(codec.encode({ b: 2, a: 1 })).toBe('{"a":1,"b":2}')
})

test.each([[2], ['other'], [null], [{ a: 1 }]])('returns %j, which is not listed, unchanged', (value) => {
  expect(codec.encode(value)).toEqual(value)
  expect(codec.decode(value)).toEqual(value)
})

test('decodes the labels of values that are sent as they are today', () => {
  const codec = listedCodec([1, 2])
  expect(codec.encode(2)).toBe(2)
  expect(codec.decode(2)).toBe(2)
  expect(codec.decode('2')).toBe(2)
  expect(codec.decode('3')).toBe('3')
})
