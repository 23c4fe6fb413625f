import { expect, test } from 'vitest'
import { runRule, said, system, user } from '../../../test/history/messages.ts'
import { openWithUser } from './open-with-user.ts'

const opening = (content: string) => ({
  role: 'user',
  content,
  providerOptions: { toolfit: { synthetic: 'opening' } },
})

test.each([
  ['the user', [system('a'), user('1'), said('2')]],
  ['no message', [system('a')]],
])('returns a conversation as it is that is opened by %s', (_, messages) => {
  expect(runRule(openWithUser, messages)).toEqual({ messages, repairs: [], isSame: true })
})

test('adds a marked message of the user before the first message of the assistant', () => {
  const { messages, repairs } = runRule(openWithUser, [system('a'), said('Hello!')])
  const added = opening('(The conversation begins with the assistant.)')
  expect(messages).toEqual([system('a'), added, said('Hello!')])
  expect(repairs).toEqual([
    {
      rule: 'open-with-user',
      action: 'added',
      at: 1,
      problem: 'The conversation does not begin with the user.',
      item: added,
    },
  ])
})

test('uses the text of the caller', () => {
  expect(runRule(openWithUser, [said('Hello!')], { openingText: '(cut)' }).messages[0]).toEqual(opening('(cut)'))
})

test('adds nothing where the assistant may speak first', () => {
  expect(runRule(openWithUser, [said('Hello!')], { profile: 'openai-chat' }).isSame).toBe(true)
})
