import { expect, test } from 'vitest'
import { isFrozenJson } from '../../core/frozen-json.ts'
import { cameBefore, countContainers, expectAgain, expectMessage, findMessage, keepMessage } from './kept-messages.ts'

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

test('what is kept is a copy, and holds on to nothing else', () => {
  const body = bytesOf(`{"large":"${'x'.repeat(100_000)}"}{"copied":1}`)
  // As it is with buffers of Node: a slice of them is no copy.
  const own = Object.assign(body.subarray(-12), { slice: () => body.subarray(-12) })
  const kept = keepMessage('{"copied":1}', { copied: 1 }, own, { depth: 1, containers: 1 })
  expect(kept?.bytes.buffer.byteLength).toBe(own.length)
})

test('a conversation that is too large for the bound leaves nothing behind', () => {
  const messages = Array.from({ length: 400 }, (_, index) => read(JSON.stringify({ index, chain: 'x'.repeat(30_000) })))
  expectAgain(messages)
  expect(messages[0]?.isForgotten).toBe(true)
  expect(messages[0]?.next).toBeUndefined()
  expect(expectMessage(bytesOf(JSON.stringify(messages[0]?.value)), 0, undefined)).toBeUndefined()
})

test('arrays and objects are counted in texts of texts too', () => {
  expect(countContainers(bytesOf('{"arguments":"{\\"a\\":[1,{}]}"}'))).toBe(4)
  expect(countContainers(bytesOf('{"content":"\\u005b\\u005d"}'))).toBe(3)
})

test('what comes for the second time came before', () => {
  const texts = Array.from({ length: 500 }, (_, index) => bytesOf(`{"n":${index}}`))
  expect(texts.filter(cameBefore)).toHaveLength(0)
  // A few share a place.
  expect(texts.filter(cameBefore).length).toBeGreaterThan(450)
})
