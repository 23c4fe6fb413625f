import { expect, test } from 'vitest'
import { assistant, call, runRule, said, text, user } from '../../../test/history/messages.ts'
import { trimFinalText } from './trim-final-text.ts'

const anthropic = { profile: 'anthropic' } as const

test.each([
  ['without white space at its end', [user('1'), said('Hello!')]],
  ['with white space in an earlier message', [said('Hello! '), user('1 ')]],
  ['with a call at its end', [user('1'), assistant(text('2 '), call('a'))]],
])('returns a history as it is %s', (_, messages) => {
  expect(runRule(trimFinalText, messages, anthropic)).toEqual({ messages, repairs: [], isSame: true })
})

test('trims the end of a last message of the assistant', () => {
  const { messages, repairs } = runRule(trimFinalText, [user('1'), said(' Hello! \n')], anthropic)
  expect(messages).toEqual([user('1'), said(' Hello!')])
  expect(repairs).toEqual([
    {
      rule: 'trim-final-text',
      action: 'changed',
      at: 1,
      problem: 'The last message of the assistant ends in white space.',
      item: said(' Hello! \n'),
    },
  ])
})

test('trims the last text part, and removes the signature that covered it', () => {
  const signed = { ...text('Hello! '), providerOptions: { anthropic: { signature: 'x' } } }
  expect(runRule(trimFinalText, [assistant(text('a '), signed)], anthropic).messages).toEqual([
    assistant(text('a '), text('Hello!')),
  ])
})

test('keeps the other options of the text that it trims (X164)', () => {
  const cached = { cacheControl: { type: 'ephemeral' } }
  const google = { thoughtSignature: 'x' }
  const marked = {
    ...text('Hello! '),
    providerOptions: { anthropic: { ...cached, signature: 'x' }, google, app: { id: 1 } },
  }
  expect(runRule(trimFinalText, [assistant(marked)], anthropic).messages).toEqual([
    assistant({ ...text('Hello!'), providerOptions: { anthropic: cached, app: { id: 1 } } }),
  ])
})

test('changes nothing where the provider accepts white space', () => {
  expect(runRule(trimFinalText, [said('Hello! ')], { profile: 'openai-chat' }).isSame).toBe(true)
})
