import { expect, test } from 'vitest'
import { runRule, said, system, user } from '../../../test/history/messages.ts'
import { liftSystem } from './lift-system.ts'

test('returns a history with its system messages at the start as it is', () => {
  const messages = [system('a'), system('b'), user('1')]
  expect(runRule(liftSystem, messages)).toEqual({ messages, repairs: [], isSame: true })
})

test('moves late system messages behind the first ones, in their order', () => {
  const { messages, repairs } = runRule(liftSystem, [system('a'), user('1'), system('b'), said('2'), system('c')])
  expect(messages).toEqual([system('a'), system('b'), system('c'), user('1'), said('2')])
  expect(repairs).toMatchObject([
    {
      action: 'moved',
      at: 2,
      problem: 'A system message stands after the start of the conversation.',
      item: system('b'),
    },
    { action: 'moved', at: 4, item: system('c') },
  ])
})

test('leaves late system messages where the provider accepts them', () => {
  expect(runRule(liftSystem, [user('1'), system('b')], { profile: 'openai-chat' }).isSame).toBe(true)
})
