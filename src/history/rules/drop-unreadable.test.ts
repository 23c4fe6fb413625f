import { expect, test } from 'vitest'
import { assistant, call, result, results, runRule, system, text, user } from '../../../test/history/messages.ts'
import type { AnyModelMessage } from '../../core/message.ts'
import { dropUnreadable } from './drop-unreadable.ts'

const run = (messages: readonly unknown[]) => runRule(dropUnreadable, messages as AnyModelMessage[])

test('returns readable messages as they are, also with parts that are not known', () => {
  const messages = [
    system('Be brief.'),
    user('1'),
    assistant(text('2'), call('a')),
    results(result('a')),
    { role: 'user', content: [{ type: 'hologram', data: 1 }] },
  ]
  expect(run(messages)).toEqual({ messages, repairs: [], isSame: true })
})

test.each([
  ['null', null],
  ['a text', 'hello'],
  ['a list', []],
  ['an unknown role', { role: 'robot', content: 'beep' }],
  ['a system message of parts', { role: 'system', content: [text('1')] }],
  ['a tool message of text', { role: 'tool', content: 'done' }],
  ['no content', { role: 'user' }],
])('removes what is not a message: %s', (_, value) => {
  const { messages, repairs } = run([user('1'), value])
  expect(messages).toEqual([user('1')])
  expect(repairs).toEqual([
    {
      rule: 'drop-unreadable',
      action: 'removed',
      at: 1,
      problem: 'This is not a message of a known role.',
      item: value,
    },
  ])
})

test('reports a hole in the list', () => {
  const messages = new Array<AnyModelMessage>(2)
  messages[1] = user('1')
  expect(run(messages).repairs).toMatchObject([{ at: 0, item: undefined }])
})

test.each([
  ['user', { type: 'tool-call', toolCallId: 'a', toolName: 'read' }],
  ['user', { type: 'text' }],
  ['user', { type: 'image', image: null }],
  ['assistant', { type: 'image', image: 'x' }],
  ['assistant', { type: 'tool-call', toolCallId: 'a', toolName: '' }],
  ['tool', { type: 'text', text: 'x' }],
  ['tool', { type: 'tool-result', toolCallId: 'a', toolName: 'read', output: { type: 'text' } }],
  ['tool', { type: 'tool-result', toolCallId: 'a', toolName: 'read', output: { type: 'content', value: 'x' } }],
])('removes from a message of the %s what is not one of its parts: %j', (role, part) => {
  const readable = role === 'tool' ? result('b') : text('1')
  const { messages, repairs } = run([{ role, content: [readable, part] }])
  expect(messages).toEqual([{ role, content: [readable] }])
  expect(repairs).toMatchObject([{ at: 0, problem: `This is not a part of a message of the ${role}.`, item: part }])
})
