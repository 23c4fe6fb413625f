import { expect, test } from 'vitest'
import { checkedTools, keepChecked, parseTools } from './tool-lists.ts'

const json = '[{"type":"function","function":{"name":"look"}}]'
const checked = { tools: [], nodes: 3 }

test('the same text of one client is one list', () => {
  const list = parseTools(json, 'client-1')
  expect(list).toEqual(JSON.parse(json))
  expect(parseTools(json, 'client-1')).toBe(list)
  expect(checkedTools(list)).toBeUndefined()
  keepChecked(list, checked)
  expect(checkedTools(parseTools(json, 'client-1'))).toBe(checked)
})

test('clients share no list, and a list in other words is another one', () => {
  const list = parseTools(json, 'client-2')
  keepChecked(list, checked)
  for (const other of [parseTools(json, 'client-3'), parseTools(` ${json}`, 'client-2')]) {
    expect(other).toEqual(list)
    expect(other).not.toBe(list)
    expect(checkedTools(other)).toBeUndefined()
  }
})

test('the list that was used least recently is dropped', () => {
  const list = parseTools(json, 'client-4')
  for (let index = 0; index < 31; index++) parseTools(`[${index}]`, 'client-4')
  expect(parseTools(json, 'client-4')).toBe(list)
  for (let index = 0; index < 32; index++) parseTools(`[${index},1]`, 'client-4')
  expect(parseTools(json, 'client-4')).not.toBe(list)
})

test.each(['[]', 'null', '5', '{"a":1}', `["${'x'.repeat(250_000)}"]`])(
  'no list, an empty one and a long one are parsed each time',
  (text) => {
    expect(parseTools(text, 'client-5')).toEqual(JSON.parse(text))
    keepChecked(parseTools(text, 'client-5'), checked)
    expect(checkedTools(parseTools(text, 'client-5'))).toBeUndefined()
  },
)

test('text that is not JSON is a syntax error', () => {
  expect(() => parseTools('[1', 'client-6')).toThrow(SyntaxError)
})
