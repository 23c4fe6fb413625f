import { expect, test } from 'vitest'
import { assistant, call, result, results, runRule, user } from '../../../test/history/messages.ts'
import { matchNames } from './match-names.ts'

test('returns results with the names of their calls as they are', () => {
  const messages = [user('1'), assistant(call('a', 'read')), results(result('a', 'x', 'read'))]
  expect(runRule(matchNames, messages)).toEqual({ messages, repairs: [], isSame: true })
})

test('gives a result the tool name of its call', () => {
  const { messages, repairs } = runRule(matchNames, [
    user('1'),
    assistant(call('a', 'read'), call('b', 'write')),
    results(result('a', 'x', 'read'), result('b', 'y', 'unknown')),
  ])
  expect(messages[2]).toEqual(results(result('a', 'x', 'read'), result('b', 'y', 'write')))
  expect(repairs).toEqual([
    {
      rule: 'match-names',
      action: 'changed',
      at: 2,
      problem: 'A result names the tool "unknown", its call "write".',
      toolCallId: 'b',
      item: result('b', 'y', 'unknown'),
    },
  ])
})
