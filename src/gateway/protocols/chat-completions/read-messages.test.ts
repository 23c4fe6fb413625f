import { describe, expect, test } from 'vitest'
import { createResourceAccess } from '../../access/project-resources.ts'
import { readMessages } from './read-messages.ts'

const options = { strict: false, maxJsonDepth: 20, maxJsonValues: 100_000, resources: createResourceAccess() }
const read = (...messages: object[]) => readMessages(messages, options)
const calls = (...list: object[]) => ({ role: 'assistant', tool_calls: list })
const call = (args: unknown, id: unknown = 'a') => ({ id, type: 'function', function: { name: 'f', arguments: args } })

describe('messages', () => {
  test('are decoded, and arguments become objects', () => {
    const user = { role: 'user', content: 'Hi.' }
    const { messages, repaired, ignored } = read(user, calls(call('{"a":1}')))
    expect(messages[0]).toEqual(user)
    expect(messages[1]).toMatchObject({ content: [{ toolCallId: 'a', toolName: 'f', input: { a: 1 } }] })
    expect([repaired.size, ignored.size]).toEqual([0, 0])
  })

  test('fields without an equivalent are named once', () => {
    const named = { role: 'user', content: 'Hi.', name: 'Ada' }
    const { ignored } = read(named, named, { role: 'assistant', content: 'x', audio: { id: 'a' } })
    expect([...ignored]).toEqual(['messages[].name', 'messages[].audio'])
  })

  test('calls without ids get one each, and arguments that are objects are taken', () => {
    const { messages, repaired } = read(calls(call({ a: 1 }, null), call('{}', '')))
    expect(messages[0]).toMatchObject({ content: [{ toolCallId: 'unnamed_0' }, { toolCallId: 'unnamed_1' }] })
    expect([...repaired]).toEqual(['repair-arguments', 'name-call'])
    expect(() => readMessages([calls(call('{}', null))], { ...options, strict: true })).toThrow('tool_calls[0].id')
  })

  test('thoughts may be parts of the content', () => {
    const thought = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }
    const { messages } = read({ role: 'assistant', content: [thought, { type: 'text', text: 'Yes.' }] })
    expect(messages[0]).toEqual({
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm.' },
        { type: 'text', text: 'Yes.' },
      ],
    })
  })

  test('a refusal is what the model said', () => {
    const { messages } = read({ role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] })
    expect(messages[0]).toEqual({ role: 'assistant', content: 'No.' })
  })

  test.each([
    [
      'deep arguments',
      calls(call(`${'{"a":'.repeat(30)}1${'}'.repeat(30)}`)),
      'messages[0].tool_calls[0].function.arguments',
    ],
    ['a call of another type', calls({ id: 'a', type: 'custom', custom: {} }), 'messages[0].tool_calls[0].type'],
    ['a call without a function', calls({ id: 'a' }), 'messages[0].tool_calls[0].function'],
    ['a call without a name', calls({ id: 'a', function: {} }), 'messages[0].tool_calls[0].function.name'],
    ['calls that are no list', { role: 'assistant', tool_calls: {} }, 'messages[0].tool_calls'],
    [
      'an image of the assistant',
      { role: 'assistant', content: [{ type: 'image_url' }] },
      'messages[0].content[0].type',
    ],
    ['a result without its call', { role: 'tool', content: 'x' }, 'messages[0].tool_call_id'],
    [
      'a result with a bad image',
      {
        role: 'tool',
        tool_call_id: 'a',
        content: [
          { type: 'text', text: 'x' },
          { type: 'image_url', image_url: { url: 'x' } },
        ],
      },
      'messages[0].content[1].image_url.url',
    ],
  ])('%s are refused with their place', (_, message, param) => {
    expect(() => read(message)).toThrow(
      expect.objectContaining({ wire: expect.objectContaining({ param, statusCode: 400 }) }),
    )
  })

  test('the input is not changed', () => {
    const message = Object.freeze(calls(Object.freeze(call('{"a":1}'))))
    read(message, { role: 'tool', tool_call_id: 'a', content: Object.freeze({ b: 1 }) })
    expect(message.tool_calls[0]).toMatchObject({ function: { arguments: '{"a":1}' } })
  })
})

describe('limits', () => {
  const options = { strict: false, maxJsonDepth: 200, maxJsonValues: 1_000, resources: createResourceAccess() }
  const calling = (args: string, id = 'a') => ({
    role: 'assistant',
    tool_calls: [{ id, type: 'function', function: { name: 'look', arguments: args } }],
  })
  const refused = (code: string) => expect.objectContaining({ wire: expect.objectContaining({ code }) })

  test('too many messages, parts or calls are refused (B13)', () => {
    const user = { role: 'user', content: 'x' }
    expect(() => readMessages(Array(10_001).fill(user), options)).toThrow(refused('array_above_max_length'))
    const parts = { role: 'user', content: Array(8_000).fill({ type: 'text', text: 'x' }) }
    expect(() => readMessages([parts], options)).not.toThrow()
    expect(() => readMessages([parts, parts], options)).toThrow(refused('array_above_max_length'))
    const calls = { role: 'assistant', tool_calls: Array(15_001).fill(calling('{}').tool_calls[0]) }
    expect(() => readMessages([calls], options)).toThrow(refused('array_above_max_length'))
  })

  test('only so much text is repaired in one request (B4)', () => {
    const broken = `{"a":"${'x'.repeat(20_000)}`
    expect(() => readMessages([calling(broken)], options)).not.toThrow()
    expect(() => readMessages([calling(broken), calling(broken)], options)).toThrow(refused('invalid_value'))
    // JSON needs no repair.
    expect(() => readMessages([calling(broken), calling(`${broken}"}`)], options)).not.toThrow()
  })

  test('arguments with too many values, of all calls together, are refused (B4)', () => {
    const many = `{"a":[${'{},'.repeat(300)}0]}`
    expect(() => readMessages([calling(many)], options)).not.toThrow()
    expect(() => readMessages([calling(many), calling(many)], options)).toThrow(refused('invalid_value'))
  })

  test('a number that no double holds is refused, also in arguments that are an object (J10)', () => {
    expect(() => readMessages([calling('{"a":[1e400]}')], options)).toThrow(refused('invalid_value'))
    const given = {
      role: 'assistant',
      tool_calls: [{ id: 'a', function: { name: 'x', arguments: { a: Number.POSITIVE_INFINITY } } }],
    }
    expect(() => readMessages([given], options)).toThrow(refused('invalid_value'))
  })
})
