import { expect, test } from 'vitest'
import { assistant, call, request, response, result, results, said, system, user } from '../../test/history/messages.ts'
import { repairHistory } from './repair.ts'

test('returns a new list with the same messages where nothing is wrong', () => {
  const messages = [system('Be brief.'), user('1'), assistant(call('a')), results(result('a')), said('2'), user('3')]
  const repaired = repairHistory(messages, 'gemini')
  expect(repaired.repairs).toEqual([])
  expect(repaired.messages).not.toBe(messages)
  expect(repaired.messages.every((message, index) => message === messages[index])).toBe(true)
})

test('applies the rules in order and reports each with the index of the input', () => {
  const { messages, repairs } = repairHistory(
    [said('Hello!'), user('1'), system('Be brief.'), results(result('gone')), assistant(call('a')), said('Reading.')],
    'gemini',
  )
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user', 'assistant', 'tool'])
  expect(repairs.map(({ rule, at }) => [rule, at])).toEqual([
    ['drop-stray-results', 3],
    ['lift-system', 2],
    ['join-split-calls', 5],
    ['answer-calls', 4],
    ['open-with-user', 0],
  ])
})

test('answers a call under a reused id by its own approval', () => {
  const denied = results(response('p', false), result('a'))
  const { messages } = repairHistory(
    [user('1'), assistant(call('a'), request('p', 'a')), denied, user('2'), assistant(call('a'), request('q', 'a'))],
    'openai-chat',
  )
  expect(messages[4]).toEqual(assistant(call('call_1'), request('q', 'call_1')))
  expect(messages[5]).toMatchObject({ content: [{ toolCallId: 'call_1', output: { type: 'error-text' } }] })
})

test('refuses an unknown profile and lists the known ones', () => {
  expect(() => repairHistory([], 'mistral' as never)).toThrow(
    'There is no history profile "mistral". There are: gemini, openai-chat, openai-responses, anthropic.',
  )
})
