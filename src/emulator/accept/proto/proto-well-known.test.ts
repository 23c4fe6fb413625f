import { describe, expect, test } from 'vitest'
import { durationProblem, timestampProblem } from './proto-well-known.ts'

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
