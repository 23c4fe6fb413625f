import { describe, expect, test } from 'vitest'
import { type EnumType, protoRegistry } from './proto-registry.ts'
import { durationProblem, isBase64, printScalar, readEnum, readScalar, timestampProblem } from './proto-scalars.ts'

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

describe('base64', () => {
  test.each([
    '',
    'QQ',
    'QQ==',
    'QUI',
    'QUI=',
    'QUJD',
    '+/+/',
    '-_-_',
    // The two values that skip the check of signatures happen to be base64.
    'skip_thought_signature_validator',
    'context_engineering_is_the_way_to_go',
  ])('%j is one', (text) => {
    expect(isBase64(text)).toBe(true)
  })
  test.each([
    ['Q', 'length'],
    ['QUJDQ', 'length'],
    ['QQ=', 'padding'],
    ['QUJD=', 'padding'],
    ['QUI==', 'padding'],
    ['====', 'alphabet'],
    ['Q=Q=', 'alphabet'],
    ['QU JD', 'alphabet'],
    ['+_+_', 'alphabet'],
    ['QUJD\n', 'alphabet'],
    // The end of `QQ==` and of `QUI=`, with bits that no byte has.
    ['QR==', 'bits'],
    ['QUJ=', 'bits'],
    ['Es4DCssDAb4+9vufO4J', 'bits'],
  ])('%j is none, by its %s', (text) => {
    expect(isBase64(text)).toBe(false)
  })
})

describe('a Duration', () => {
  test.each(['5s', '-1.5s', '0s', '315576000000s', '1.123456789s', '1.s'])('may be %j', (value) => {
    expect(durationProblem(value)).toBeUndefined()
  })
  test.each([
    ['5', "Illegal duration format; duration must end with 's'"],
    [5, 'Invalid data type for duration, value is 5'],
    [true, 'Invalid data type for duration, value is true'],
    ['s', 'Invalid duration format, failed to parse seconds'],
    ['--1s', 'Invalid duration format, failed to parse seconds'],
    ['1.xs', 'Invalid duration format, failed to parse nano seconds'],
    ['315576000001s', 'Duration value exceeds limits'],
    ['1.1234567891s', 'Duration value exceeds limits'],
  ])('may not be %j', (value, problem) => {
    expect(durationProblem(value)).toBe(problem)
  })
})

describe('a Timestamp', () => {
  test.each([
    '2026-01-31T23:59:59Z',
    '2024-02-29T00:00:00.5Z',
    '2000-02-29T00:00:00+01:00',
    '0001-01-01T00:00:00Z',
    '0004-02-29T00:00:00Z',
  ])('may be %j', (value) => {
    expect(timestampProblem(value)).toBeUndefined()
  })
  test.each([
    '2026-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01',
    '2026-01-01T00:00:00',
    '0000-01-01T00:00:00Z',
    'now',
  ])('may not be %j', (value) => {
    expect(timestampProblem(value)).toBe(`Invalid time format: ${value}`)
  })
  test('must be a string', () => {
    expect(timestampProblem(5)).toBe('Invalid data type for timestamp, value is 5')
  })
})

test('errors print strings in quotes and as they are, numbers and booleans bare', () => {
  expect(['a"b\\', 2, 1.5, true, null, -0, 12345678901234567890n].map((value) => printScalar(value))).toEqual([
    '"a"b\\"',
    '2',
    '1.5',
    'true',
    'null',
    '0',
    '12345678901234567890',
  ])
})

test('errors print doubles as C does: 15 digits, or 17 where they are needed', () => {
  expect([0.1, 0.1 + 0.2, 1e-7, 0.0001, 0.00001, 1e20, 1.5e300, -2.5, 123456.789].map(printScalar)).toEqual([
    '0.1',
    '0.30000000000000004',
    '1e-07',
    '0.0001',
    '1e-05',
    '1e+20',
    '1.5e+300',
    '-2.5',
    '123456.789',
  ])
})
