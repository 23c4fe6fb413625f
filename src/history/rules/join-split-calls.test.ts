import { expect, test } from 'vitest'
import { assistant, call, executedCall, result, results, runRule, said, user } from '../../../test/history/messages.ts'
import { joinSplitCalls } from './join-split-calls.ts'

test.each([
  ['without calls', [user('1'), said('2'), said('3')]],
  ['with calls after a text', [user('1'), said('2'), assistant(call('a')), results(result('a'))]],
  ['whose call is answered beside it', [user('1'), assistant(executedCall('a'), result('a')), said('2')]],
])('returns adjacent assistant messages as they are: %s', (_, messages) => {
  expect(runRule(joinSplitCalls, messages)).toEqual({ messages, repairs: [], isSame: true })
})

test('joins parallel calls that were stored as two messages, the signed call first', () => {
  const signed = { ...call('a'), providerOptions: { google: { thoughtSignature: 'c2ln' } } }
  const tools = results(result('a'), result('b'))
  const { messages, repairs } = runRule(joinSplitCalls, [user('1'), assistant(signed), assistant(call('b')), tools])
  expect(messages).toEqual([user('1'), assistant(signed, call('b')), tools])
  expect(repairs).toEqual([
    {
      rule: 'join-split-calls',
      action: 'joined',
      at: 2,
      problem: 'An assistant message follows one with open calls.',
      item: assistant(call('b')),
    },
  ])
})

test('joins a text to the open call before it', () => {
  expect(runRule(joinSplitCalls, [user('1'), assistant(call('a')), said('Reading.')]).messages).toEqual([
    user('1'),
    assistant(call('a'), { type: 'text', text: 'Reading.' }),
  ])
})
