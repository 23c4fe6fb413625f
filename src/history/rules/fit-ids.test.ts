import { expect, test } from 'vitest'
import { assistant, call, request, response, result, results, runRule, user } from '../../../test/history/messages.ts'
import { fitIds } from './fit-ids.ts'

const pair = (id: string) => [user('1'), assistant(call(id)), results(result(id))]

test('returns a history with unique ids that the provider accepts as it is', () => {
  const messages = [...pair('a'), ...pair('b')]
  expect(runRule(fitIds, messages)).toEqual({ messages, repairs: [], isSame: true })
})

test('gives a call and its result a new id where an id is used again', () => {
  const { messages, repairs } = runRule(fitIds, [...pair('a'), ...pair('a')])
  expect(messages.slice(4)).toEqual([assistant(call('call_1')), results(result('call_1'))])
  expect(repairs).toMatchObject([
    { action: 'changed', at: 4, problem: 'The id of a call was used before.', toolCallId: 'a', item: call('a') },
  ])
})

test('gives calls without an id one, and their results in order', () => {
  const messages = [user('1'), assistant(call(''), call('')), results(result('', 'one'), result('', 'two'))]
  expect(runRule(fitIds, messages).messages.slice(1)).toEqual([
    assistant(call('call_1'), call('call_2')),
    results(result('call_1', 'one'), result('call_2', 'two')),
  ])
})

test('replaces ids that are too long, or have characters that the provider does not accept', () => {
  const long = 'x'.repeat(41)
  expect(runRule(fitIds, pair(long), { profile: 'openai-chat' }).repairs).toMatchObject([
    { problem: 'The provider does not accept the id of a call.', toolCallId: long },
  ])
  expect(runRule(fitIds, pair(long), { profile: 'gemini' }).isSame).toBe(true)
  expect(runRule(fitIds, pair('functions.read:0'), { profile: 'anthropic' }).messages[1]).toEqual(
    assistant(call('call_1')),
  )
})

test('asks nextId until it returns an unused id, and throws if it never does', () => {
  let count = 0
  const messages = [user('1'), assistant(call('id-0'), call('a.b')), results(result('id-0'), result('a.b'))]
  const { messages: repaired } = runRule(fitIds, messages, { profile: 'anthropic', nextId: () => `id-${count++}` })
  expect(repaired.slice(1)).toEqual([assistant(call('id-0'), call('id-1')), results(result('id-0'), result('id-1'))])
  expect(() => runRule(fitIds, messages, { profile: 'anthropic', nextId: () => 'id-0' })).toThrow(
    'nextId returns no unused id that the provider accepts.',
  )
})

test('changes a request for approval with its own call', () => {
  const turn = (approvalId: string) => [
    assistant(call('a'), request(approvalId, 'a')),
    results(response(approvalId, true), result('a')),
  ]
  const { messages } = runRule(fitIds, [user('1'), ...turn('p'), user('2'), ...turn('q')])
  expect(messages[1]).toEqual(assistant(call('a'), request('p', 'a')))
  expect(messages[4]).toEqual(assistant(call('call_1'), request('q', 'call_1')))
})

test('keeps the ids of pending calls, and renames earlier ones', () => {
  const messages = [...pair('a'), user('2'), assistant(call('a'))]
  const { messages: repaired } = runRule(fitIds, messages, { allowPending: true })
  expect(repaired[1]).toEqual(assistant(call('call_1')))
  expect(repaired[4]).toEqual(assistant(call('a')))
})
