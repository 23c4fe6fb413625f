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
  user,
} from '../../../test/history/messages.ts'
import { answerCalls } from './answer-calls.ts'

const interrupted = (toolCallId: string) => ({
  type: 'tool-result',
  toolCallId,
  toolName: 'read',
  output: {
    type: 'error-text',
    value:
      'This call was interrupted and no result was recorded. It may or may not have taken effect. Do not assume that it succeeded.',
  },
  providerOptions: { toolfit: { synthetic: 'interrupted' } },
})

test('returns a history in which every call has a result as it is', () => {
  const messages = [user('1'), assistant(call('a')), results(result('a')), assistant(executedCall('b'))]
  expect(runRule(answerCalls, messages)).toEqual({ messages, repairs: [], isSame: true })
})

test('answers an open call with a marked error that claims no success', () => {
  const { messages, repairs } = runRule(answerCalls, [user('1'), assistant(call('a')), user('2')])
  expect(messages).toEqual([user('1'), assistant(call('a')), { role: 'tool', content: [interrupted('a')] }, user('2')])
  expect(repairs).toEqual([
    {
      rule: 'answer-calls',
      action: 'added',
      at: 1,
      problem: 'A call has no result.',
      toolCallId: 'a',
      item: interrupted('a'),
    },
  ])
})

test('adds the missing result to those that are there, in the order of the calls', () => {
  const { messages } = runRule(answerCalls, [user('1'), assistant(call('a'), call('b')), results(result('b'))])
  expect(messages[2]).toEqual({ role: 'tool', content: [interrupted('a'), result('b')] })
})

test('answers a call that the user denied with the denial and its reason', () => {
  const { messages } = runRule(answerCalls, [
    user('1'),
    assistant(call('a'), request('p', 'a')),
    results(response('p', false, 'too dear')),
  ])
  expect(messages[2]).toEqual({
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'a',
        toolName: 'read',
        output: { type: 'execution-denied', reason: 'too dear' },
        providerOptions: { toolfit: { synthetic: 'denied' } },
      },
      response('p', false, 'too dear'),
    ],
  })
})

test('uses the text of the caller', () => {
  const { messages } = runRule(answerCalls, [user('1'), assistant(call('a'))], { interruptedText: 'Lost.' })
  expect(messages[2]).toMatchObject({ content: [{ output: { type: 'error-text', value: 'Lost.' } }] })
})

test('leaves the last calls open if they may be pending, and answers earlier ones', () => {
  const messages = [user('1'), assistant(call('a')), user('2'), assistant(call('b'))]
  expect(runRule(answerCalls, messages, { allowPending: true }).repairs).toMatchObject([{ toolCallId: 'a' }])
  expect(runRule(answerCalls, messages).repairs).toMatchObject([{ toolCallId: 'a' }, { toolCallId: 'b' }])
})
