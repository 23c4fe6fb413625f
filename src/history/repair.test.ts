import { describe, expect, test } from 'vitest'
import type { AnyModelMessage } from '../core/message.ts'
import { checkHistory } from './check.ts'
import { repairHistory } from './repair.ts'

const user = (content: string): AnyModelMessage => ({ role: 'user', content })
const call = (toolCallId: string, toolName = 'read') => ({
  type: 'tool-call' as const,
  toolCallId,
  toolName,
  input: {},
})
const result = (toolCallId: string, toolName = 'read') => ({
  type: 'tool-result' as const,
  toolCallId,
  toolName,
  output: { type: 'text' as const, value: 'done' },
})
const rulesOf = (messages: readonly AnyModelMessage[], profile: 'gemini' | 'openai-chat' | 'anthropic') =>
  checkHistory(messages, profile).map(({ rule, at }) => [rule, at])

describe('repairHistory', () => {
  test('D4: an interrupted call is answered, marked, and without a claim of success', () => {
    const { messages, repairs } = repairHistory([user('1'), { role: 'assistant', content: [call('a')] }], 'gemini')
    expect(messages[2]).toEqual({
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'a',
          toolName: 'read',
          output: { type: 'error-text', value: expect.stringContaining('Do not assume that it succeeded.') },
          providerOptions: { toolfit: { synthetic: 'interrupted' } },
        },
      ],
    })
    expect(repairs).toMatchObject([{ rule: 'answer-calls', action: 'added', at: 1, toolCallId: 'a' }])
  })

  test('a call that the user refused is answered with the refusal', () => {
    const { messages } = repairHistory(
      [
        user('1'),
        {
          role: 'assistant',
          content: [call('a'), { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'a' }],
        },
        {
          role: 'tool',
          content: [{ type: 'tool-approval-response', approvalId: 'p', approved: false, reason: 'too dear' }],
        },
      ],
      'gemini',
    )
    expect(messages[2]).toMatchObject({
      content: [
        { toolCallId: 'a', output: { type: 'execution-denied', reason: 'too dear' } },
        { type: 'tool-approval-response' },
      ],
    })
  })

  test('an approval that is asked for under an id that is used twice follows its own call', () => {
    const request = (approvalId: string) => ({ type: 'tool-approval-request' as const, approvalId, toolCallId: 'a' })
    const answer: AnyModelMessage = {
      role: 'tool',
      content: [{ type: 'tool-approval-response', approvalId: 'p', approved: false }, result('a')],
    }
    const { messages } = repairHistory(
      [
        user('1'),
        { role: 'assistant', content: [call('a'), request('p')] },
        answer,
        user('2'),
        { role: 'assistant', content: [call('a'), request('q')] },
      ],
      'openai-chat',
    )
    expect(messages[4]).toMatchObject({
      content: [{ toolCallId: 'call_1' }, { approvalId: 'q', toolCallId: 'call_1' }],
    })
    expect(messages[5]).toMatchObject({ content: [{ toolCallId: 'call_1', output: { type: 'error-text' } }] })
  })

  test('the result of a provider’s own tool stands beside its call', () => {
    const executed = { ...call('a'), providerExecuted: true }
    const { messages } = repairHistory(
      [
        user('1'),
        { role: 'assistant', content: [executed, { type: 'text', text: 'So.' }] },
        { role: 'tool', content: [result('a')] },
      ],
      'anthropic',
    )
    expect(messages).toEqual([
      user('1'),
      { role: 'assistant', content: [executed, result('a'), { type: 'text', text: 'So.' }] },
    ])
  })

  test('ids that the provider does not take are changed on both sides, with the given function', () => {
    let count = 0
    const nextId = () => `id-${count++}`
    const messages: AnyModelMessage[] = [
      user('1'),
      { role: 'assistant', content: [call('id-0'), call('functions.read:0')] },
      { role: 'tool', content: [result('id-0'), result('functions.read:0')] },
    ]
    expect(repairHistory(messages, 'anthropic', { nextId }).messages.slice(1)).toEqual([
      { role: 'assistant', content: [call('id-0'), call('id-1')] },
      { role: 'tool', content: [result('id-0'), result('id-1')] },
    ])
    expect(() => repairHistory(messages, 'anthropic', { nextId: () => 'id-0' })).toThrow(/nextId returns no unused id/)
  })

  test('a result never answers a call that came after it', () => {
    const { repairs } = repairHistory(
      [user('1'), { role: 'tool', content: [result('a')] }, user('2'), { role: 'assistant', content: [call('a')] }],
      'gemini',
    )
    expect(repairs.map(({ rule, at }) => [rule, at])).toEqual([
      ['drop-stray-results', 1],
      ['answer-calls', 3],
    ])
  })

  test('options of a message go to its last part when it is joined to another', () => {
    const first: AnyModelMessage = {
      role: 'assistant',
      content: 'Let me see.',
      providerOptions: { anthropic: { a: 1 } },
    }
    const { messages } = repairHistory(
      [user('1'), first, { role: 'assistant', content: [call('a')] }, { role: 'tool', content: [result('a')] }],
      'gemini',
    )
    expect(messages[1]).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'Let me see.', providerOptions: { anthropic: { a: 1 } } }, call('a')],
    })
  })
})

test('approvals are not sent, so what stands around them are neighbours', () => {
  const asking: AnyModelMessage = {
    role: 'assistant',
    content: [
      { ...call('a'), providerExecuted: true },
      { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'a' },
    ],
  }
  const approval: AnyModelMessage = {
    role: 'tool',
    content: [{ type: 'tool-approval-response', approvalId: 'p', approved: true }],
  }
  const { messages } = repairHistory(
    [
      user('1'),
      asking,
      approval,
      { role: 'assistant', content: [call('b')] },
      { role: 'tool', content: [result('b')] },
    ],
    'gemini',
  )
  expect(messages).toEqual([
    user('1'),
    { role: 'assistant', content: [...(asking.content as []), call('b')] },
    approval,
    { role: 'tool', content: [result('b')] },
  ])
})

describe('checkHistory', () => {
  test('what one provider takes another may refuse', () => {
    const greeting: AnyModelMessage[] = [{ role: 'assistant', content: 'Hello! ' }]
    expect(rulesOf(greeting, 'openai-chat')).toEqual([])
    expect(rulesOf(greeting, 'gemini')).toEqual([['open-with-user', 0]])
    expect(rulesOf(greeting, 'anthropic')).toEqual([
      ['open-with-user', 0],
      ['trim-final-text', 0],
    ])
  })

  test('says what the provider would answer', () => {
    expect(checkHistory([user('1'), { role: 'tool', content: [result('a')] }], 'openai-chat')).toEqual([
      {
        rule: 'drop-stray-results',
        at: 1,
        problem: 'A result has no call before it.',
        toolCallId: 'a',
        refusal:
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
      },
    ])
  })

  test('a signed empty text stays for the provider that signed it', () => {
    const signed: AnyModelMessage = {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Yes.' },
        { type: 'text', text: '', providerOptions: { google: { thoughtSignature: 'c2ln' } } },
      ],
    }
    expect(rulesOf([user('1'), signed], 'gemini')).toEqual([])
    expect(rulesOf([user('1'), signed], 'anthropic')).toEqual([['drop-empty', 1]])
  })

  test('an unknown profile is an error that names those there are', () => {
    expect(() => checkHistory([], 'mistral' as never)).toThrow(/There are: gemini, openai-chat/)
  })
})
