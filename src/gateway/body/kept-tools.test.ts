import { expect, test } from 'vitest'
import { isFrozenJson } from '../../core/frozen-json.ts'
import { findTools, parseTools } from './kept-tools.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const read = (text: string) =>
  findTools(bytesOf(text), 0)?.value ?? parseTools(text, bytesOf(text), { depth: 1, containers: 1 })

test('the same text is the same list, which nobody can change', () => {
  const text = '[{"type":"function","function":{"name":"a"}}]'
  const tools = read(text) as object
  expect(tools).toEqual([{ type: 'function', function: { name: 'a' } }])
  expect(read(text)).toBe(tools)
  expect(isFrozenJson(tools)).toBe(true)
  expect(read(text.replace('a', 'b'))).not.toBe(tools)
})

test('a list is found where it stands, and nowhere else', () => {
  const tools = read('[{"name":"found"}]')
  const body = bytesOf('{"tools":[{"name":"found"}],"n":1}')
  expect(findTools(body, 9)?.value).toBe(tools)
  expect(findTools(body, 8)).toBeUndefined()
  expect(findTools(bytesOf('{"tools":[{"name":"found"}'), 9)).toBeUndefined()
})

test('what is not used for long is forgotten, and long lists are never kept', () => {
  const first = read('[0.5]')
  for (let index = 0; index < 63; index++) read(`[${index}]`)
  expect(read('[0.5]')).toBe(first)
  for (let index = 0; index < 64; index++) read(`["${index}"]`)
  expect(read('[0.5]')).not.toBe(first)
  const long = `["${'x'.repeat(200_000)}"]`
  expect(read(long)).not.toBe(read(long))
})

test('an empty list is nothing to keep', () => {
  const first = read('[{"name":"kept"}]')
  for (let index = 0; index < 64; index++) read('[]')
  expect(read('[{"name":"kept"}]')).toBe(first)
})

test('a text that is no JSON is refused as the platform does', () => {
  expect(() => read('[,]')).toThrow(SyntaxError)
})
