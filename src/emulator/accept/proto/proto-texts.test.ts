import { describe, expect, test } from 'vitest'
import { base64Problem, durationProblem, printScalar, timestampProblem } from './proto-texts.ts'

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
    expect(base64Problem(text)).toBeUndefined()
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
  ])('%j is none: %s', (text, problem) => {
    expect(base64Problem(text)).toBe(problem)
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
