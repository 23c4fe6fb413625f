import { describe, expect, test } from 'vitest'
import { protoRegistry } from './proto-registry.ts'
import { readEnum, readScalar } from './proto-scalars.ts'
import type { EnumType } from './proto-type.ts'

describe('an int64 field', () => {
  test.each([
    [5, 5],
    [0, 0],
    [-0, 0],
    [-3, -3],
    ['1000', 1000],
    ['-7', -7],
    ['+7', 7],
    ['007', 7],
    ['\t7\n', 7],
    [10n, 10],
    ['9223372036854775807', 2 ** 63],
    ['-9223372036854775808', -(2 ** 63)],
  ])('takes %s', (value, read) => {
    expect(readScalar('int64', value, true)).toBe(read)
  })
  test.each([
    1.5,
    '1e3',
    'abc',
    '',
    ' 5',
    '5 ',
    '1.0',
    '0x10',
    true,
    2 ** 63,
    2n ** 63n,
    1e300,
    '9223372036854775808',
    '-9223372036854775809',
    '9'.repeat(100_000),
    `${'0'.repeat(100_000)}x`,
  ])('refuses %s', (value) => {
    expect(readScalar('int64', value, false)).toBeUndefined()
  })
})

describe('an int32 field', () => {
  test.each([2 ** 31 - 1, -(2 ** 31), 5n, '5'])('takes %s', (value) => {
    expect(readScalar('int32', value, true)).toBe(Number(value))
  })
  test.each([2 ** 31, -(2 ** 31) - 1, 0.5, '2147483648', true, 'x'])('refuses %s', (value) => {
    expect(readScalar('int32', value, false)).toBeUndefined()
  })
})

describe('a double field', () => {
  test.each([1.5, '1.5', -2, '1e3', '.5', '5.', '+1', 'Infinity', 12345678901234567890n])('takes %s', (value) => {
    expect(readScalar('double', value, true)).toBe(Number(value))
  })
  test.each(['', 'abc', '1e999', ' 1', '1,5', '0x10', true])('refuses %s', (value) => {
    expect(readScalar('double', value, false)).toBeUndefined()
  })
})

test('a float field takes what a double does, as far as it reaches', () => {
  expect(readScalar('float', 0.7, true)).toBe(0.7)
  expect(readScalar('float', 'Infinity', true)).toBe(Number.POSITIVE_INFINITY)
  for (const value of [3.5e38, '-3.5e38', 'x', false]) expect(readScalar('float', value, false)).toBeUndefined()
})

test('a bool field takes true and false, also as words, and nothing else that is recorded', () => {
  const values = [true, false, 'true', 'false']
  expect(values.map((value) => readScalar('bool', value, true))).toEqual([true, false, true, false])
  for (const value of [1, 0, '', 'yes', 'TRUE', 'null']) expect(readScalar('bool', value, true)).toBeUndefined()
})

test('a bool field takes more words and numbers when it is read leniently', () => {
  expect(['yes', 'T', 1, 'NO', 'f', 0].map((value) => readScalar('bool', value, false))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
  for (const value of [2, '', 'null', 'yeſ']) expect(readScalar('bool', value, false)).toBeUndefined()
})

test('a string field takes strings only', () => {
  expect(readScalar('string', '', true)).toBe('')
  for (const value of [5, 5n, true]) expect(readScalar('string', value, false)).toBeUndefined()
})

test('a bytes field takes base64, and keeps it as it was sent', () => {
  expect(readScalar('bytes', 'QUJD', true)).toBe('QUJD')
  for (const value of ['!', 5, true]) expect(readScalar('bytes', value, false)).toBeUndefined()
})

describe('the Type enum', () => {
  const field = protoRegistry('ai-studio', true).message('Schema').fields.get('type')
  const type = field?.type as EnumType
  test.each([
    ['STRING', 'STRING'],
    ['string', 'STRING'],
    ['String', 'STRING'],
    ['1', 'STRING'],
    [1, 'STRING'],
    ['null', 'NULL'],
    [7, 'NULL'],
    ['type-unspecified', 'TYPE_UNSPECIFIED'],
    [0, 'TYPE_UNSPECIFIED'],
  ] as const)('reads %s as %s', (value, name) => {
    expect(readEnum(type, value, true)).toBe(name)
  })
  test.each([
    '',
    'any',
    'int',
    'float',
    'list',
    'string ',
    'enum',
    'text',
    'ſtring',
    '8',
    '-1',
    '__proto__',
    true,
    1.5,
    2 ** 31,
  ])('refuses %s', (value) => {
    expect(readEnum(type, value, false)).toBeUndefined()
  })
  test('keeps a number that it does not declare only when read leniently', () => {
    expect(readEnum(type, 8, false)).toBe(8)
    expect(readEnum(type, 8, true)).toBeUndefined()
  })
})
