import { describe, expect, test } from 'vitest'
import { mendMessages } from './repair-messages.ts'

const options = { strict: false, maxJsonDepth: 20 }
const mend = (...messages: object[]) => mendMessages(messages, options)
const calls = (...list: object[]) => ({ role: 'assistant', tool_calls: list })
const call = (args: unknown, id: unknown = 'a') => ({ id, type: 'function', function: { name: 'f', arguments: args } })

describe('messages', () => {
  test('that are right stay, but for arguments, which become objects', () => {
    const user = { role: 'user', content: 'Hi.' }
    const { messages, repaired, ignored } = mend(user, calls(call('{"a":1}')))
    expect(messages[0]).toBe(user)
    expect(messages[1]).toMatchObject({ tool_calls: [{ id: 'a', function: { name: 'f', arguments: { a: 1 } } }] })
    expect([repaired.size, ignored.size]).toEqual([0, 0])
  })

  test('fields without an equivalent are named once', () => {
    const named = { role: 'user', content: 'Hi.', name: 'Ada' }
    const { ignored } = mend(named, named, { role: 'assistant', content: 'x', audio: { id: 'a' } })
    expect([...ignored]).toEqual(['messages[].name', 'messages[].audio'])
  })

  test('calls without ids get one each, and arguments that are objects are taken', () => {
    const { messages, repaired } = mend(calls(call({ a: 1 }, null), call('{}', '')))
    expect(messages[0]).toMatchObject({ tool_calls: [{ id: 'unnamed_0' }, { id: 'unnamed_1' }] })
    expect([...repaired]).toEqual(['mend-arguments', 'name-call'])
    expect(() => mendMessages([calls(call('{}', null))], { ...options, strict: true })).toThrow('tool_calls[0].id')
  })

  test('a refusal is what the model said', () => {
    const { messages } = mend({ role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] })
    expect(messages[0]).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'No.' }] })
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
    expect(() => mend(message)).toThrow(
      expect.objectContaining({ wire: expect.objectContaining({ param, statusCode: 400 }) }),
    )
  })

  test('what is given is not changed', () => {
    const message = Object.freeze(calls(Object.freeze(call('{"a":1}'))))
    mend(message, { role: 'tool', tool_call_id: 'a', content: Object.freeze({ b: 1 }) })
    expect(message.tool_calls[0]).toMatchObject({ function: { arguments: '{"a":1}' } })
  })
})

describe('limits', () => {
  const options = { strict: false, maxJsonDepth: 200 }
  const calling = (args: string, id = 'a') => ({
    role: 'assistant',
    tool_calls: [{ id, type: 'function', function: { name: 'look', arguments: args } }],
  })
  const refused = (code: string) => expect.objectContaining({ wire: expect.objectContaining({ code }) })

  test('more messages, parts or calls than anybody has are refused (B13)', () => {
    const user = { role: 'user', content: 'x' }
    expect(() => mendMessages(Array(10_001).fill(user), options)).toThrow(refused('array_above_max_length'))
    const parts = { role: 'user', content: Array(8_000).fill({ type: 'text', text: 'x' }) }
    expect(() => mendMessages([parts], options)).not.toThrow()
    expect(() => mendMessages([parts, parts], options)).toThrow(refused('array_above_max_length'))
    const calls = { role: 'assistant', tool_calls: Array(15_001).fill(calling('{}').tool_calls[0]) }
    expect(() => mendMessages([calls], options)).toThrow(refused('array_above_max_length'))
  })

  test('only so much text is mended in one request (B4)', () => {
    const broken = `{"a":"${'x'.repeat(20_000)}`
    expect(() => mendMessages([calling(broken)], options)).not.toThrow()
    expect(() => mendMessages([calling(broken), calling(broken)], options)).toThrow(refused('invalid_value'))
    // What is JSON needs no mending.
    expect(() => mendMessages([calling(broken), calling(`${broken}"}`)], options)).not.toThrow()
  })

  test('a number that no double holds is refused, also in arguments that are an object (J10)', () => {
    expect(() => mendMessages([calling('{"a":[1e400]}')], options)).toThrow(refused('invalid_value'))
    const given = {
      role: 'assistant',
      tool_calls: [{ id: 'a', function: { name: 'x', arguments: { a: Number.POSITIVE_INFINITY } } }],
    }
    expect(() => mendMessages([given], options)).toThrow(refused('invalid_value'))
  })
})
