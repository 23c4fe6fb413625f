import { describe, expect, test } from 'vitest'
import { createResourceAccess } from '../../access/project-resources.ts'
import { readMessages } from './read-messages.ts'

const options = { strict: false, maxJsonDepth: 20, maxJsonValues: 100_000, resources: createResourceAccess() }
const read = (...messages: object[]) => readMessages(messages, options)
const calls = (...list: object[]) => ({ role: 'assistant', tool_calls: list })
const call = (args: unknown, id: unknown = 'a') => ({ id, type: 'function', function: { name: 'f', arguments: args } })

describe('messages', () => {
  test('are decoded, and arguments become objects', async () => {
    const user = { role: 'user', content: 'Hi.' }
    const { messages, repaired, ignored } = await read(user, calls(call('{"a":1}')))
    expect(messages[0]).toEqual(user)
    expect(messages[1]).toMatchObject({ content: [{ toolCallId: 'a', toolName: 'f', input: { a: 1 } }] })
    expect([repaired.size, ignored.size]).toEqual([0, 0])
  })

  test('fields without an equivalent are named once', async () => {
    const named = { role: 'user', content: 'Hi.', name: 'Ada' }
    const { ignored } = await read(named, named, { role: 'assistant', content: 'x', audio: { id: 'a' } })
    expect([...ignored]).toEqual(['messages[].name', 'messages[].audio'])
  })

  test('calls without ids get one each, and arguments that are objects are taken', async () => {
    const { messages, repaired } = await read(calls(call({ a: 1 }, null), call('{}', '')))
    expect(messages[0]).toMatchObject({ content: [{ toolCallId: 'unnamed_0' }, { toolCallId: 'unnamed_1' }] })
    expect([...repaired]).toEqual(['repair-arguments', 'name-call'])
    await expect(readMessages([calls(call('{}', null))], { ...options, strict: true })).rejects.toThrow(
      'tool_calls[0].id',
    )
  })

  test('thoughts may be parts of the content', async () => {
    const thought = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }
    const { messages } = await read({ role: 'assistant', content: [thought, { type: 'text', text: 'Yes.' }] })
    expect(messages[0]).toEqual({
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm.' },
        { type: 'text', text: 'Yes.' },
      ],
    })
  })

  test('a refusal is what the model said', async () => {
    const { messages } = await read({ role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] })
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
  ])('%s are refused with their place', async (_, message, param) => {
    await expect(read(message)).rejects.toThrow(
      expect.objectContaining({ wire: expect.objectContaining({ param, statusCode: 400 }) }),
    )
  })

  test('the input is not changed', async () => {
    const message = Object.freeze(calls(Object.freeze(call('{"a":1}'))))
    await read(message, { role: 'tool', tool_call_id: 'a', content: Object.freeze({ b: 1 }) })
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

  test('too many messages, parts or calls are refused (B13)', async () => {
    const user = { role: 'user', content: 'x' }
    await expect(readMessages(Array(10_001).fill(user), options)).rejects.toThrow(refused('array_above_max_length'))
    const parts = { role: 'user', content: Array(9_000).fill({ type: 'text', text: 'x' }) }
    await expect(readMessages([parts], options)).resolves.toBeDefined()
    await expect(readMessages([parts, parts], options)).rejects.toThrow(refused('array_above_max_length'))
    const forEight = (messages: unknown[]) => readMessages(messages, options, undefined, 8)
    await expect(forEight(Array(2_500).fill(user))).resolves.toBeDefined()
    await expect(forEight(Array(2_501).fill(user))).rejects.toThrow(refused('array_above_max_length'))
    await expect(forEight([parts])).rejects.toThrow(refused('array_above_max_length'))
    const calls = (count: number) => ({ role: 'assistant', tool_calls: Array(count).fill(calling('{}').tool_calls[0]) })
    await expect(readMessages([calls(4_000)], { ...options, maxJsonValues: 50_000 })).resolves.toBeDefined()
    await expect(readMessages([calls(4_001)], options)).rejects.toThrow(refused('array_above_max_length'))
  })

  test('only so much text is repaired in one request (B4)', async () => {
    const broken = `{"a":"${'x'.repeat(12_000)}`
    await expect(readMessages([calling(broken)], options)).resolves.toBeDefined()
    await expect(readMessages([calling(broken), calling(broken)], options)).rejects.toThrow(refused('invalid_value'))
    // JSON needs no repair.
    await expect(readMessages([calling(broken), calling(`${broken}"}`)], options)).resolves.toBeDefined()
  })

  test('arguments with too many values, of all calls together, are refused (B4)', async () => {
    const many = `{"a":[${'{},'.repeat(300)}0]}`
    await expect(readMessages([calling(many)], options)).resolves.toBeDefined()
    await expect(readMessages([calling(many), calling(many)], options)).rejects.toThrow(refused('invalid_value'))
  })

  test('arguments of one message may have four million characters (X180)', async () => {
    const long = `{"a":"${'x'.repeat(3_000_000)}"}`
    await expect(readMessages([calling(long), calling(long)], options)).resolves.toBeDefined()
    const both = { role: 'assistant', tool_calls: [...calling(long).tool_calls, ...calling(long, 'b').tool_calls] }
    await expect(readMessages([both], options)).rejects.toThrow(refused('string_above_max_length'))
  })

  test('others have a turn after each message (X150)', async () => {
    let turns = 0
    const pause = () => {
      turns++
      return undefined
    }
    await readMessages(Array(7).fill({ role: 'user', content: 'x' }), options, pause)
    expect(turns).toBe(7)
  })

  test('a number that no double holds is refused, also in arguments that are an object (J10)', async () => {
    await expect(readMessages([calling('{"a":[1e400]}')], options)).rejects.toThrow(refused('invalid_value'))
    const given = {
      role: 'assistant',
      tool_calls: [{ id: 'a', function: { name: 'x', arguments: { a: Number.POSITIVE_INFINITY } } }],
    }
    await expect(readMessages([given], options)).rejects.toThrow(refused('invalid_value'))
  })
})
