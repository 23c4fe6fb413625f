import { expect, test } from 'vitest'
import { losesNumbers } from './exact-numbers.ts'

test.each([
  '{"a":9007199254740993}',
  '{"a":1234567890123456789}',
  '[1e400]',
  '[-1E+999]',
  '{"a":-0}',
  '[-0.0]',
  '[0.1234567890123456789]',
  '{"\\"":[{"b":12345678901234567.5}]}',
  '[1e-400]',
])('%s would not be written as it was (J10)', (json) => {
  expect(losesNumbers(json)).toBe(true)
})

test.each([
  '{"a":9007199254740992}',
  '[0,1,-1,1.5,-1.50,100,1e3,1.5E-7,1e21,0.1,123456789012345]',
  '{"a":"9007199254740993","b":"-0","c":"\\"1e400"}',
  '["1e400 \\\\",1]',
  '{"9007199254740993":-0.5}',
  '[100000000000000000000]',
  '[0e10,0.0]',
])('%s means the same when it is written again (J10)', (json) => {
  expect(losesNumbers(json)).toBe(false)
})

test('a number of any length is looked at once (J10)', () => {
  expect(losesNumbers(`[1${'0'.repeat(1_000_000)}1]`)).toBe(true)
  expect(losesNumbers(`["${'1e400'.repeat(200_000)}"]`)).toBe(false)
})
