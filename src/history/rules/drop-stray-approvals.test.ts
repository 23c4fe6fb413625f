import { expect, test } from 'vitest'
import { assistant, call, request, response, result, results, runRule, user } from '../../../test/history/messages.ts'
import { dropStrayApprovals } from './drop-stray-approvals.ts'

test('returns a history as it is whose requests stand beside their calls, before their responses', () => {
  const messages = [user('1'), assistant(call('a'), request('p', 'a')), results(response('p', true), result('a'))]
  expect(runRule(dropStrayApprovals, messages)).toEqual({ messages, repairs: [], isSame: true })
})

test('removes a request whose call stands in another message, and the response to it', () => {
  const { messages, repairs } = runRule(dropStrayApprovals, [
    assistant(call('a')),
    assistant(request('p', 'a')),
    results(response('p', true), result('a')),
  ])
  expect(messages).toEqual([assistant(call('a')), results(result('a'))])
  expect(repairs).toMatchObject([
    { at: 1, action: 'removed', problem: 'A request for approval does not stand beside its call.', toolCallId: 'a' },
    { at: 2, action: 'removed', problem: 'An approval answers no request.', item: response('p', true) },
  ])
})

test('removes a message of which nothing is left', () => {
  expect(runRule(dropStrayApprovals, [user('1'), results(response('p', true))]).messages).toEqual([user('1')])
})
