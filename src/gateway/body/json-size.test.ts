import { expect, test } from 'vitest'
import { measureJson } from './json-size.ts'

test.each([
  ['1', 0, 1],
  ['[]', 1, 2],
  ['{"a":[1,2,3]}', 2, 5],
  ['[[[]],{"a":{"b":1}}]', 3, 7],
  ['["[[[[,,,,", "\\\\", "\\"[[", "]"]', 1, 5],
])('measures %s: depth %i, at most %i values', (json, depth, values) => {
  expect(measureJson(json)).toEqual({ depth, values })
})

test.each(['"', '["a', '["a\\', '["a\\"', ']]]', '{"a":"'])('measures what is not JSON: %s', (text) => {
  expect(measureJson(text).depth).toBeLessThan(2)
})

test('needs no more than linear time for quotes and backslashes', () => {
  for (const piece of ['\\"', '\\\\', '"']) {
    const started = performance.now()
    measureJson(`["${piece.repeat(2_000_000)}"]`)
    expect(performance.now() - started).toBeLessThan(2_000)
  }
})
