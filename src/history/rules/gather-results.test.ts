import { expect, test } from 'vitest'
import {
  assistant,
  call,
  executedCall,
  request,
  response,
  result,
  results,
  runRule,
  said,
  text,
  user,
} from '../../../test/history/messages.ts'
import { gatherResults } from './gather-results.ts'

test.each([
  ['in one message', [user('1'), assistant(call('a'), call('b')), results(result('a'), result('b'))]],
  ['in several', [user('1'), assistant(call('a'), call('b')), results(result('a')), results(result('b'))]],
])('returns results in the order of their calls as they are: %s', (_, messages) => {
  expect(runRule(gatherResults, messages)).toEqual({ messages, repairs: [], isSame: true })
})

test('moves a late result to its call', () => {
  const { messages, repairs } = runRule(gatherResults, [
    user('1'),
    assistant(call('a')),
    user('2'),
    results(result('a', 'late')),
    said('Done.'),
  ])
  expect(messages).toEqual([user('1'), assistant(call('a')), results(result('a', 'late')), user('2'), said('Done.')])
  expect(repairs).toEqual([
    {
      rule: 'gather-results',
      action: 'moved',
      at: 3,
      problem: 'A result does not follow its call in the order of the calls.',
      toolCallId: 'a',
      item: result('a', 'late'),
    },
  ])
})

test('sorts results by their calls into one message, and keeps approvals behind them', () => {
  const { messages } = runRule(gatherResults, [
    assistant(call('a'), call('b'), request('p', 'a')),
    results(response('p', true), result('b')),
    results(result('a')),
  ])
  expect(messages[1]).toEqual(results(result('a'), result('b'), response('p', true)))
  expect(messages).toHaveLength(2)
})

test('moves the result of a provider’s own tool beside its call', () => {
  const { messages } = runRule(gatherResults, [
    user('1'),
    assistant(executedCall('a'), text('So.')),
    results(result('a')),
  ])
  expect(messages).toEqual([user('1'), assistant(executedCall('a'), result('a'), text('So.'))])
})

test('leaves the results of pending calls where they are', () => {
  const messages = [user('1'), assistant(call('a'), call('b')), results(result('b'), result('a'))]
  expect(runRule(gatherResults, messages, { allowPending: true }).isSame).toBe(true)
  expect(runRule(gatherResults, messages).messages[2]).toEqual(results(result('a'), result('b')))
})
