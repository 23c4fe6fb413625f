import { expect, test } from 'vitest'
import { isFrozenJson } from '../../core/frozen-json.ts'
import { expectAgain, expectMessage, findMessage, keepMessage } from './kept-messages.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const read = (text: string) =>
  findMessage(text) ?? keepMessage(text, JSON.parse(text), bytesOf(text), { depth: 1, containers: 1 })

test('the same text is the same message, which nobody can change', () => {
  const text = '{"role":"user","content":[{"type":"text","text":"Hi"}]}'
  const message = read(text)!
  expect(message.value).toEqual({ role: 'user', content: [{ type: 'text', text: 'Hi' }] })
  expect(read(`${text}`)).toBe(message)
  expect(isFrozenJson(message.value)).toBe(true)
  expect(read(`${text} `)).not.toBe(message)
})

test('a message is expected where it came before, if it is there', () => {
  const conversation = ['{"a":1}', '{"b":2}', '{"c":3}'].map(read)
  expectAgain(conversation)
  const body = bytesOf('[{"a":1},{"b":2},{"c":4}]')
  expect(expectMessage(body, 1, undefined)).toBe(conversation[0])
  expect(expectMessage(body, 9, conversation[0])).toBe(conversation[1])
  expect(expectMessage(body, 17, conversation[1])).toBeUndefined()
  expect(expectMessage(body, 17, conversation[2])).toBeUndefined()
  expect(expectMessage(bytesOf('[{"a":1'), 1, undefined)).toBeUndefined()
  expectAgain([conversation[1], undefined, conversation[0]])
  expect(expectMessage(body, 1, undefined)).toBeUndefined()
  expect(expectMessage(body, 9, undefined)).toBe(conversation[1])
  expect(expectMessage(body, 9, conversation[0])).toBe(conversation[1])
  expectAgain([undefined, conversation[0]])
  expect(expectMessage(body, 9, undefined)).toBe(conversation[1])
})

test('what is used stays, what is not is forgotten, and long messages are never kept', () => {
  const filler = (index: number) => read(JSON.stringify({ index, text: 'x'.repeat(30_000) }))
  const [used, unused] = [read('{"used":1}'), read('{"unused":1}')]
  expectAgain([used, unused, used])
  for (let index = 0; index < 300; index++) {
    filler(index)
    if (index % 50 === 0) expect(read('{"used":1}')).toBe(used)
  }
  expect(read('{"used":1}')).toBe(used)
  expect(unused?.next).toBeUndefined()
  expect(read('{"unused":1}')).not.toBe(unused)
  expect(read(JSON.stringify({ text: 'x'.repeat(40_000) }))).toBeUndefined()
})
