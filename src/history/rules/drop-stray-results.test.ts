import { expect, test } from 'vitest'
import { assistant, call, result, results, runRule, user } from '../../../test/history/messages.ts'
import { dropStrayResults } from './drop-stray-results.ts'

test('returns a history as it is in which every result has its call before it', () => {
  const messages = [user('1'), assistant(call('a')), results(result('a'))]
  expect(runRule(dropStrayResults, messages)).toEqual({ messages, repairs: [], isSame: true })
})

test('removes a result without a call, and invents no call for it', () => {
  const { messages, repairs } = runRule(dropStrayResults, [user('1'), results(result('gone')), user('2')])
  expect(messages).toEqual([user('1'), user('2')])
  expect(repairs).toEqual([
    {
      rule: 'drop-stray-results',
      action: 'removed',
      at: 1,
      problem: 'A result has no call before it.',
      toolCallId: 'gone',
      item: result('gone'),
    },
  ])
})

test('never takes a result for the answer to a later call', () => {
  const messages = [user('1'), results(result('a')), user('2'), assistant(call('a'))]
  expect(runRule(dropStrayResults, messages).repairs).toMatchObject([{ at: 1, action: 'removed' }])
})

test('turns a result without a call into a marked text of the user on request', () => {
  const { messages, repairs } = runRule(dropStrayResults, [results(result('gone', '31 degrees'))], { orphans: 'text' })
  expect(messages).toEqual([
    {
      role: 'user',
      content: 'Result of the tool "read", whose call is no longer part of this conversation:\n31 degrees',
      providerOptions: { toolfit: { synthetic: 'orphan' } },
    },
  ])
  expect(repairs).toMatchObject([{ action: 'changed', item: result('gone', '31 degrees') }])
})

test('keeps the first of two results of one call, or the last on request', () => {
  const messages = [user('1'), assistant(call('a')), results(result('a', 'first'), result('a', 'last'))]
  expect(runRule(dropStrayResults, messages).messages[2]).toEqual(results(result('a', 'first')))
  expect(runRule(dropStrayResults, messages, { duplicates: 'last' }).messages[2]).toEqual(results(result('a', 'last')))
  expect(runRule(dropStrayResults, messages).repairs).toMatchObject([
    { problem: 'A call has more than one result.', item: result('a', 'last') },
  ])
})

test('matches results without an id to the calls of their tool, in order', () => {
  const messages = [
    user('1'),
    assistant(call('', 'read'), call('', 'write')),
    results(result('', 'x', 'write'), result('', 'y', 'read'), result('', 'z', 'read')),
  ]
  expect(runRule(dropStrayResults, messages).repairs).toMatchObject([{ item: result('', 'z', 'read') }])
})
