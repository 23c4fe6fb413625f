import { expect, test } from 'vitest'
import { assistant, reasoning, runRule, said, text, user } from '../../../test/history/messages.ts'
import type { AnyModelMessage } from '../../core/message.ts'
import { dropEmpty } from './drop-empty.ts'

const signed = { ...text(''), providerOptions: { google: { thoughtSignature: 'c2ln' } } }

test('returns a history with content in every message as it is', () => {
  const messages = [user('1'), said(' '), assistant(text('2'))]
  expect(runRule(dropEmpty, messages)).toEqual({ messages, repairs: [], isSame: true })
})

test('removes messages without text or parts', () => {
  const { messages, repairs } = runRule(dropEmpty, [user('1'), said(''), assistant(), user('')])
  expect(messages).toEqual([user('1')])
  expect(repairs.map(({ at, action, problem }) => [at, action, problem])).toEqual([
    [1, 'removed', 'A message of the assistant is empty.'],
    [2, 'removed', 'A message of the assistant is empty.'],
    [3, 'removed', 'A message of the user is empty.'],
  ])
})

test('removes an empty text and keeps the other parts', () => {
  const { messages, repairs } = runRule(dropEmpty, [assistant(text(''), text('2'), reasoning(''))])
  expect(messages).toEqual([assistant(text('2'))])
  expect(repairs).toMatchObject([
    { problem: 'A text is empty.', item: text('') },
    { problem: 'A text is empty.', item: reasoning('') },
  ])
})

test('keeps an empty text with a signature of the provider, and removes it for another provider', () => {
  const messages = [user('1'), assistant(text('Yes.'), signed)]
  expect(runRule(dropEmpty, messages).isSame).toBe(true)
  expect(runRule(dropEmpty, messages, { profile: 'anthropic' }).messages).toEqual([user('1'), assistant(text('Yes.'))])
})

test('removes an empty text of the user whatever data it carries, because only models sign', () => {
  const messages: AnyModelMessage[] = [{ role: 'user', content: [signed] }, user('So?')]
  expect(runRule(dropEmpty, messages).messages).toEqual([user('So?')])
})

test('keeps reasoning without text that has data of a provider', () => {
  const redacted = { ...reasoning(''), providerOptions: { anthropic: { redactedData: 'x' } } }
  expect(runRule(dropEmpty, [assistant(redacted, text('2'))], { profile: 'anthropic' }).isSame).toBe(true)
})

test('treats white space as empty where the provider does', () => {
  expect(runRule(dropEmpty, [user('1'), said(' \n')], { profile: 'anthropic' }).messages).toEqual([user('1')])
})
