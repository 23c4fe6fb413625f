import { expect, test } from 'vitest'
import { assistant, call, reasoning, request, runRule, text, user } from '../../../test/history/messages.ts'
import { dropLoneReasoning } from './drop-lone-reasoning.ts'

test.each([
  ['no reasoning', [user('1'), assistant(text('2'))]],
  ['reasoning before a text', [user('1'), assistant(reasoning('hm'), text('2'))]],
  ['reasoning before a call', [user('1'), assistant(reasoning('hm'), call('a'))]],
])('returns a history as it is that has %s', (_, messages) => {
  expect(runRule(dropLoneReasoning, messages, { profile: 'anthropic' })).toEqual({
    messages,
    repairs: [],
    isSame: true,
  })
})

test('removes a message of nothing but reasoning, for every provider', () => {
  const { messages, repairs } = runRule(dropLoneReasoning, [user('1'), assistant(reasoning('hm'))])
  expect(messages).toEqual([user('1')])
  expect(repairs).toEqual([
    {
      rule: 'drop-lone-reasoning',
      action: 'removed',
      at: 1,
      problem: 'Reasoning is not followed by what it led to.',
      item: reasoning('hm'),
    },
  ])
})

test('removes reasoning at the end of a message where the provider needs what follows it', () => {
  const messages = [user('1'), assistant(reasoning('a'), text('2'), reasoning('b'))]
  expect(runRule(dropLoneReasoning, messages, { profile: 'openai-responses' }).messages).toEqual([
    user('1'),
    assistant(reasoning('a'), text('2')),
  ])
  expect(runRule(dropLoneReasoning, messages, { profile: 'gemini' }).isSame).toBe(true)
})

test('does not count a request for approval as what reasoning led to', () => {
  const { messages } = runRule(dropLoneReasoning, [user('1'), assistant(reasoning('hm'), request('p', 'a'))])
  expect(messages).toEqual([user('1'), assistant(request('p', 'a'))])
})

test('leaves a block that only its provider can read: it is no thought', () => {
  const block = { ...reasoning(''), providerOptions: { anthropic: { block: { type: 'hologram' } } } }
  const messages = [user('1'), assistant(block)]
  expect(runRule(dropLoneReasoning, messages, { profile: 'anthropic' }).isSame).toBe(true)
})
