import { expect, test } from 'vitest'
import { jsonTextCodec } from './json-text.ts'
import { nativeCodec } from './native.ts'

const plain = jsonTextCodec(undefined)

test.each([
  [1, '1'],
  [null, 'null'],
  [[{ a: ['x'] }], '[{"a":["x"]}]'],
  ['hello', 'hello'],
  ['', ''],
  ['{not json', '{not json'],
  ['1', '"1"'],
  ['"q"', '"\\"q\\""'],
  [' 12 ', '" 12 "'],
  ['true', '"true"'],
])('sends %j as %j and restores it', (value, wire) => {
  expect(plain.encode(value)).toBe(wire)
  expect(plain.decode(wire)).toEqual(value)
})

test('returns a value without JSON text unchanged', () => {
  expect(plain.encode(12n)).toBe(12n)
  expect(plain.encode(undefined)).toBe(undefined)
})

test('accepts a value that a model sends as it is, instead of as text', () => {
  expect(plain.decode({ a: 1 })).toEqual({ a: 1 })
})

test('applies the codec of the shape inside the text', () => {
  const codec = jsonTextCodec(nativeCodec('date', undefined))
  const date = new Date('2024-05-06T07:08:09.010Z')
  expect(codec.encode(date)).toBe('2024-05-06T07:08:09.010Z')
  expect(codec.decode('"2024-05-06T07:08:09.010Z"')).toEqual(date)
})
