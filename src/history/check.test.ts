import { expect, test } from 'vitest'
import { assistant, call, result, results, said, user } from '../../test/history/messages.ts'
import { checkHistory } from './check.ts'
import { profiles } from './profile.ts'
import { pruneHistory } from './prune.ts'
import { repairHistory } from './repair.ts'

test('finds what one provider refuses and another accepts', () => {
  const rulesFor = (profile: keyof typeof profiles) =>
    checkHistory([said('Hello! ')], profile).map(({ rule, at }) => [rule, at])
  expect(rulesFor('openai-chat')).toEqual([])
  expect(rulesFor('gemini')).toEqual([['open-with-user', 0]])
  expect(rulesFor('anthropic')).toEqual([
    ['open-with-user', 0],
    ['trim-final-text', 0],
  ])
})

test('quotes the provider’s error message', () => {
  expect(checkHistory([user('1'), results(result('a'))], 'openai-chat')).toEqual([
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

test('finds nothing wrong with pending calls where they are allowed', () => {
  const messages = [user('1'), assistant(call('a'))]
  expect(checkHistory(messages, 'gemini')).toMatchObject([{ rule: 'answer-calls', at: 1, toolCallId: 'a' }])
  expect(checkHistory(messages, 'gemini', { allowPending: true })).toEqual([])
})

test('takes a profile as data', () => {
  const strict = { ...profiles['openai-chat'], id: 'strict', systemFirst: true }
  const messages = [user('1'), { role: 'system', content: 'Be brief.' } as const]
  expect(checkHistory(messages, strict)).toMatchObject([{ rule: 'lift-system', at: 1 }])
})

test.each([[{}], ['abc'], [null], [undefined]])('%j is not a history without violations (X260)', (given) => {
  const unreadable = expect.objectContaining({ code: 'history-unreadable' })
  expect(() => checkHistory(given as never, 'gemini')).toThrow(unreadable)
  expect(() => repairHistory(given as never, 'gemini')).toThrow(unreadable)
  expect(() => pruneHistory(given as never, { maxMessages: 1 })).toThrow(unreadable)
})
