import { expect, test } from 'vitest'
import { createToolLists } from './tool-lists.ts'

const json = '[{"type":"function","function":{"name":"look"}}]'
const checked = { tools: [], nodes: 3 }

test('the same text of one client is one list', () => {
  const lists = createToolLists(1)
  const list = lists.parse(json, 'alice')
  expect(list).toEqual(JSON.parse(json))
  expect(lists.parse(json, 'alice')).toBe(list)
  expect(lists.checked(list)).toBeUndefined()
  lists.setChecked(list, checked)
  expect(lists.checked(lists.parse(json, 'alice'))).toBe(checked)
})

test('clients share no list, nor do gateways, and a list with other spaces is another one', () => {
  const lists = createToolLists(2)
  const list = lists.parse(json, 'alice')
  lists.setChecked(list, checked)
  for (const other of [
    lists.parse(json, 'bob'),
    lists.parse(` ${json}`, 'alice'),
    createToolLists(2).parse(json, 'alice'),
  ]) {
    expect(other).toEqual(list)
    expect(other).not.toBe(list)
    expect(lists.checked(other)).toBeUndefined()
  }
})

test('a client drops its own list that was used least recently, and never the list of another client (X140)', () => {
  const lists = createToolLists(2)
  const mine = lists.parse(json, 'alice')
  const other = lists.parse(json, 'bob')
  for (let index = 0; index < 31; index++) lists.parse(`[${index}]`, 'alice')
  expect(lists.parse(json, 'alice')).toBe(mine)
  for (let index = 0; index < 1_000; index++) lists.parse(`[${index},1]`, 'alice')
  expect(lists.parse(json, 'alice')).not.toBe(mine)
  expect(lists.parse(json, 'bob')).toBe(other)
})

test('the memory is divided by the number of clients', () => {
  const long = (letter: string) => `["${letter.repeat(100_000)}"]`
  const isCached = (clients: number, after: number) => {
    const lists = createToolLists(clients)
    const first = lists.parse(long('a'), 'alice')
    for (let index = 1; index <= after; index++) lists.parse(long(String.fromCharCode(97 + index)), 'alice')
    return lists.parse(long('a'), 'alice') === first
  }
  expect([isCached(1, 20), isCached(100, 2), isCached(100, 3), isCached(400, 0)]).toEqual([true, true, false, false])
})

test.each(['[]', 'null', '5', '{"a":1}', `["${'x'.repeat(250_000)}"]`])(
  'no list, an empty one and a long one are parsed each time',
  (text) => {
    const lists = createToolLists(1)
    expect(lists.parse(text, 'alice')).toEqual(JSON.parse(text))
    lists.setChecked(lists.parse(text, 'alice'), checked)
    expect(lists.checked(lists.parse(text, 'alice'))).toBeUndefined()
  },
)

test('text that is not JSON is a syntax error', () => {
  expect(() => createToolLists(1).parse('[1', 'alice')).toThrow(SyntaxError)
})
