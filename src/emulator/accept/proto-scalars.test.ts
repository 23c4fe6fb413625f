import { describe, expect, test } from 'vitest'
import { printScalar, readScalar, readType } from './proto-scalars.ts'

describe('an int64 field', () => {
  test.each([5, 0, -3, 2.0, '1000', '-7', '007', 10n, '9223372036854775807', '-9223372036854775808'])(
    'takes %s',
    (value) => {
      expect(readScalar('int64', value)).toBe(BigInt(value))
    },
  )
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
    1e300,
    '9223372036854775808',
    '-9223372036854775809',
    '9'.repeat(100_000),
  ])('refuses %s', (value) => {
    expect(readScalar('int64', value)).toBeUndefined()
  })
})

describe('a double field', () => {
  test.each([1.5, '1.5', -2, '1e3', '.5', '5.', '+1', 'Infinity'])('takes %s', (value) => {
    expect(readScalar('double', value)).toBe(Number(value))
  })
  test.each(['', 'abc', '1e999', ' 1', '1,5', '0x10', true])('refuses %s', (value) => {
    expect(readScalar('double', value)).toBeUndefined()
  })
})

test('a bool field takes true and false, also as words, and nothing else', () => {
  expect([true, false, 'true', 'false'].map((value) => readScalar('bool', value))).toEqual([true, false, true, false])
  for (const value of [1, 0, '', 'yes', 'TRUE', 'null']) expect(readScalar('bool', value)).toBeUndefined()
})

test('a string field takes strings only', () => {
  expect(readScalar('string', '')).toBe('')
  for (const value of [5, 5n, true]) expect(readScalar('string', value)).toBeUndefined()
})

describe('the Type enum', () => {
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
    expect(readType(value, true)).toBe(name)
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
    expect(readType(value, false)).toBeUndefined()
  })
  test('keeps a number that it does not declare only when read leniently', () => {
    expect(readType(8, false)).toBe('UNRECOGNIZED')
    expect(readType(8, true)).toBeUndefined()
  })
})

test('errors print strings quoted, numbers and booleans bare', () => {
  expect(['a"b', 2, 1.5, true, null, -0, 12345678901234567890n].map((value) => printScalar(value))).toEqual([
    '"a\\"b"',
    '2',
    '1.5',
    'true',
    'null',
    '0',
    '12345678901234567890',
  ])
})
