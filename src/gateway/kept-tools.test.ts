import { expect, test } from 'vitest'
import { isFrozenJson } from '../core/frozen-json.ts'
import { parseTools } from './kept-tools.ts'

test('the same text is the same list, which nobody can change', () => {
  const text = '[{"type":"function","function":{"name":"a"}}]'
  const tools = parseTools(text) as object
  expect(tools).toEqual([{ type: 'function', function: { name: 'a' } }])
  expect(parseTools(`${text}`)).toBe(tools)
  expect(isFrozenJson(tools)).toBe(true)
  expect(parseTools(`${text} `)).not.toBe(tools)
})

test('what is not used for long is forgotten, and long lists are never kept', () => {
  const first = parseTools('[0.5]')
  for (let index = 0; index < 63; index++) parseTools(`[${index}]`)
  expect(parseTools('[0.5]')).toBe(first)
  for (let index = 0; index < 64; index++) parseTools(`["${index}"]`)
  expect(parseTools('[0.5]')).not.toBe(first)
  const long = `["${'x'.repeat(200_000)}"]`
  expect(parseTools(long)).not.toBe(parseTools(long))
})

test('a text that is no JSON is refused as the platform does', () => {
  expect(() => parseTools('[,]')).toThrow(SyntaxError)
})
