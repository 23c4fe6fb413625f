import { expect, test } from 'vitest'
import { measureInPieces, measureJson } from './json-size.ts'

test.each([
  ['1', 0, 1],
  ['[]', 1, 2],
  ['{"a":[1,2,3]}', 2, 5],
  ['[[[]],{"a":{"b":1}}]', 3, 7],
  ['["[[[[,,,,", "\\\\", "\\"[[", "]"]', 1, 5],
])('measures %s: depth %i, at most %i values', (json, depth, values) => {
  expect(measureJson(json)).toMatchObject({ depth, values })
})

test('counts the characters that are not in a string', () => {
  expect(measureJson('{"a":[1,2,3]}').outside).toBe(10)
  expect(measureJson('  ["x y z", 12]').outside).toBe(8)
})

test('stops beyond a limit', () => {
  const json = `[${'[1,2],'.repeat(1_000)}1]`
  expect(measureJson(json, undefined, { values: 100 }).values).toBe(101)
  expect(measureJson('['.repeat(1_000), undefined, { depth: 10 }).depth).toBe(11)
  expect(measureJson(' '.repeat(1_000), undefined, { outside: 10 }).outside).toBe(11)
})

test.each([
  ['{"tools":[1,{"tools":2}],"a":3}', '[1,{"tools":2}]'],
  ['{ "a" : "}" , "tools" : [ "]", "," ] }', ' [ "]", "," ] '],
  ['{"a":{"tools":1},"tools":null}', 'null'],
  ['{"a":1}', undefined],
  ['{"a":{"tools":1}}', undefined],
  ['["tools",1]', undefined],
  // The parser decides which of them counts.
  ['{"tools":1,"tools":2}', undefined],
  ['{"tools":1,"to\\u006fls":2}', undefined],
  ['{"tools":1', undefined],
])('finds the tools of %s: %s', (json, tools) => {
  const { member } = measureJson(json, 'tools')
  expect(member && json.slice(member.start, member.end)).toBe(tools)
})

test.each(['"', '["a', '["a\\', '["a\\"', ']]]', '{"a":"'])('measures what is not JSON: %s', (text) => {
  expect(measureJson(text).depth).toBeLessThan(2)
})

test('does not hang on many quotes and backslashes', { timeout: 30_000 }, () => {
  for (const piece of ['\\"', '\\\\', '"']) measureJson(`["${piece.repeat(2_000_000)}"]`)
})

test('counts the members of the object that has the most, and stops beyond a limit', () => {
  expect(measureJson('[1,2,3,4]').members).toBe(0)
  expect(measureJson('{"a":1,"b":[1,2,3,4],"c":{"d":1}}').members).toBe(3)
  const json = `{"a":{${Array.from({ length: 100 }, (_, index) => `"m${index}":1`).join()}},"b":[1,2,3]}`
  expect(measureJson(json, undefined, { members: 10 })).toMatchObject({ members: 11, values: 13 })
})

test('measures with pauses, also within a string', async () => {
  const million = 1_000_000
  const texts = [' '.repeat(8 * million), `"${'\\"'.repeat(4 * million)}"`, `[${'1,'.repeat(4 * million)}1]`]
  for (const json of texts) {
    let pauses = 0
    const size = await measureInPieces(json, undefined, {}, () => void pauses++)
    expect(size).toEqual(measureJson(json))
    expect(pauses).toBeGreaterThanOrEqual(7)
  }
})
