import { describe, expect, test } from 'vitest'
import { convertToModelMessages } from './convert-to-model-messages.ts'

const call = { type: 'tool-weather', toolCallId: 'c1', input: { city: 'Rome' } } as const
const assistant = (...parts: object[]) => [{ role: 'assistant', parts }] as never

describe('convertToModelMessages', () => {
  test('makes a message of each step, and one of its results', async () => {
    const converted = await convertToModelMessages(
      assistant(
        { type: 'step-start' },
        { type: 'text', text: 'Let me look.' },
        { ...call, state: 'output-available', output: { celsius: 31 } },
        { type: 'step-start' },
        { type: 'text', text: 'Sunny.' },
      ),
    )
    expect(converted).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Let me look.' },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: { city: 'Rome' } },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c1',
            toolName: 'weather',
            output: { type: 'json', value: { celsius: 31 } },
          },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'Sunny.' }] },
    ])
  })

  test('shows the model of a result what toModelOutput does, and nothing of a result whose tool is gone', async () => {
    const weather = { toModelOutput: () => ({ type: 'text', value: 'warm' }) } as never
    const done = { ...call, state: 'output-available', output: { secret: 1 } }
    const gone = { ...done, type: 'dynamic-tool', toolName: 'gone', dynamic: false, toolCallId: 'c2' }
    const [, message] = await convertToModelMessages(assistant(done, gone), { tools: { weather } })
    expect(message).toMatchObject({
      content: [
        { output: { type: 'text', value: 'warm' } },
        { output: { type: 'text', value: 'Tool output omitted because the tool is no longer available.' } },
      ],
    })
  })

  test('is a list at once, as in ai 5, and can be awaited, as in ai 6 and 7', async () => {
    const converted = convertToModelMessages([{ role: 'user', parts: [{ type: 'text', text: 'Hi.' }] }])
    expect(converted).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Hi.' }] }])
    expect(Object.keys(converted)).toEqual(['0'])
    expect(await converted).toEqual([...converted])
    expect(await converted.finally(() => undefined)).toHaveLength(1)
  })

  test('is a promise where a tool has toModelOutput, and rejects with its error', async () => {
    const done = { ...call, state: 'output-available', output: 1 }
    const convert = (toModelOutput: () => Promise<unknown>) =>
      convertToModelMessages(assistant(done, done), { tools: { weather: { toModelOutput } as never } })
    const [, message] = await convert(async () => ({ type: 'text', value: 'warm' }))
    const output = { type: 'text', value: 'warm' }
    expect(message).toMatchObject({ content: [{ output }, { output }] })
    const failing = convert(() => Promise.reject(new Error('broken')))
    expect(Array.isArray(failing)).toBe(false)
    await expect(failing).rejects.toThrow('broken')
  })

  test('answers a denied call, and leaves out a request that a later question supersedes', async () => {
    const denied = { ...call, state: 'approval-responded', approval: { id: 'p1', approved: false, reason: 'no' } }
    const asked = { ...call, toolCallId: 'c2', state: 'approval-requested', approval: { id: 'p2' } }
    const question = { role: 'user', parts: [{ type: 'text', text: 'Go on.' }] }
    const converted = await convertToModelMessages([...assistant(denied, asked), question] as never)
    expect(converted.map(({ role }) => role)).toEqual(['assistant', 'tool', 'user'])
    expect(converted[1]).toMatchObject({
      content: [
        { type: 'tool-approval-response', approvalId: 'p1', approved: false, reason: 'no' },
        { type: 'tool-result', output: { type: 'execution-denied', reason: 'no' } },
      ],
    })
  })

  test.each([
    ['{"messages":[]}', 'The messages are not a list of UI messages.'],
    [[{ role: 'user', content: 'Hi.' }], 'messages[0] has no parts, so it is not a UI message.'],
    [[null], 'messages[0] has no parts'],
  ])('refuses %j', async (messages, message) => {
    await expect(convertToModelMessages(messages as never)).rejects.toThrow(message)
  })

  test.each([
    [null],
    [{}],
    [{ type: 5 }],
    [{ type: 'file', mediaType: 'image/png', url: 'nope' }],
    [{ type: 'reasoning-file', mediaType: 'image/png' }],
    [{ type: 'steering-message', id: 's1' }],
    [{ type: 'steering-message', id: 's1', parts: [null] }],
  ])('refuses the part %j with the message that holds it (X256)', async (part) => {
    const error = await convertToModelMessages([{ role: 'assistant', parts: [part] }] as never).then(
      undefined,
      (it) => it,
    )
    expect(error).toMatchObject({ code: 'prompt-invalid', name: 'AI_MessageConversionError' })
  })

  test('refuses a role that does not exist', async () => {
    const wrong = [{ role: 'wizard', parts: [] }] as never
    await expect(convertToModelMessages(wrong)).rejects.toThrow('Unsupported role: wizard')
  })
})
