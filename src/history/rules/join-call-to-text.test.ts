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
import { joinCallToText } from './join-call-to-text.ts'

test('returns a history as it is whose calls follow the user or results', () => {
  const messages = [user('1'), said('2'), said('3'), user('4'), assistant(call('a')), results(result('a'))]
  expect(runRule(joinCallToText, messages)).toEqual({ messages, repairs: [], isSame: true })
})

test('joins a call with the assistant messages before it', () => {
  const { messages, repairs } = runRule(joinCallToText, [user('1'), said('Let me'), said('see.'), assistant(call('a'))])
  expect(messages).toEqual([user('1'), assistant(text('Let me'), text('see.'), call('a'))])
  expect(repairs).toMatchObject([
    { action: 'joined', at: 2, problem: 'A call follows a message of the assistant.', item: said('see.') },
    { action: 'joined', at: 1, item: said('Let me') },
  ])
})

test('changes nothing where the provider accepts a call after an assistant message', () => {
  const messages = [user('1'), said('Let me see.'), assistant(call('a'))]
  expect(runRule(joinCallToText, messages, { profile: 'openai-chat' }).isSame).toBe(true)
})

test('moves the options of a joined message to its last part', () => {
  const first = { ...said('Let me see.'), providerOptions: { anthropic: { a: 1 } } }
  expect(runRule(joinCallToText, [user('1'), first, assistant(call('a'))]).messages[1]).toEqual(
    assistant({ ...text('Let me see.'), providerOptions: { anthropic: { a: 1 } } }, call('a')),
  )
})

test('treats messages around approvals as adjacent, because approvals are not sent', () => {
  const asking = [executedCall('a'), request('p', 'a')]
  const { messages } = runRule(joinCallToText, [
    user('1'),
    assistant(...asking),
    results(response('p', true)),
    assistant(call('b')),
    results(result('b')),
  ])
  expect(messages).toEqual([
    user('1'),
    assistant(...asking, call('b')),
    results(response('p', true)),
    results(result('b')),
  ])
})
