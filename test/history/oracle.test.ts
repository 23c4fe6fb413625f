import { describe, expect, test } from 'vitest'
import type { AnyModelMessage } from '../../src/core/message.ts'
import { checkHistory } from '../../src/history/check.ts'
import { oracles, profileIds } from './oracle.ts'
import { allRefusals } from './oracle-emulator.ts'

const user: AnyModelMessage = { role: 'user', content: 'Read it.' }
const said: AnyModelMessage = { role: 'assistant', content: 'Well.' }
const call = (...ids: string[]): AnyModelMessage => ({
  role: 'assistant',
  content: ids.map((toolCallId) => ({ type: 'tool-call', toolCallId, toolName: 'read', input: {} })),
})
const result = (...ids: string[]): AnyModelMessage => ({
  role: 'tool',
  content: ids.map((toolCallId) => ({
    type: 'tool-result',
    toolCallId,
    toolName: 'read',
    output: { type: 'text', value: 'done' },
  })),
})
const thought: AnyModelMessage = { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.' }] }

/** Histories that people sent, and what the provider answered to them. */
const refused: readonly [keyof typeof oracles, string, AnyModelMessage[], RegExp][] = [
  [
    'gemini',
    'one response for two calls',
    [user, call('a', 'b'), result('a')],
    /number of function response parts is equal/,
  ],
  ['gemini', 'a call after text', [user, said, call('a'), result('a')], /function call turn comes immediately after/],
  ['gemini', 'a call at the start', [call('a'), result('a')], /function call turn comes immediately after/],
  ['gemini', 'a response after text', [user, said, result('a')], /function response turn comes immediately after/],
  ['gemini', 'nothing in a message', [user, { role: 'assistant', content: [] }], /parts must not be empty/],
  ['openai-chat', 'a result without a call', [user, result('a')], /must be a response to a preceeding message/],
  ['openai-chat', 'an open call', [user, call('a', 'b'), result('b'), user], /did not have response messages: a$/],
  ['openai-chat', 'thoughts alone', [user, thought], /expected a string, got null/],
  ['openai-chat', 'a long id', [user, call('x'.repeat(41)), result('x'.repeat(41))], /Invalid length/],
  ['openai-responses', 'an open call', [user, call('a'), user], /No tool output found for function call a\./],
  ['openai-responses', 'a result without a call', [user, result('a')], /No tool call found for function call output/],
  ['openai-responses', 'thoughts alone', [user, thought], /without its required following item/],
  ['anthropic', 'an open call', [user, call('a'), user], /`tool_use` ids were found without `tool_result` blocks/],
  ['anthropic', 'a result without a call', [user, said, result('a')], /unexpected `tool_use_id` found/],
  ['anthropic', 'an id twice', [user, call('a'), result('a'), call('a'), result('a')], /ids must be unique/],
  ['anthropic', 'the assistant first', [said, user], /first message must use the "user" role/],
  ['anthropic', 'white space at the end', [user, { role: 'assistant', content: 'Well. ' }], /trailing whitespace/],
]

describe('a history that was refused (P31)', () => {
  test.each(refused)(
    '%s, %s: the oracle says so in the provider’s words, and check finds it',
    (id, _, messages, words) => {
      expect(oracles[id](messages).join('\n')).toMatch(words)
      expect(checkHistory(messages, id)).not.toEqual([])
    },
  )
})

describe('the emulator behind the real codec (P31)', () => {
  /** The codec drops the one and joins the other. */
  const putRight = ['nothing in a message', 'a call after text']
  const ofGemini = refused.filter(([id]) => id === 'gemini')

  test.each(ofGemini.filter(([, what]) => !putRight.includes(what)))(
    '%s, %s: every generation at every endpoint refuses it',
    (_id, _what, messages) => {
      expect(allRefusals(messages)).toHaveLength(9)
    },
  )

  test.each(ofGemini.filter(([, what]) => putRight.includes(what)))('%s, %s: is taken', (_id, _what, messages) => {
    expect(allRefusals(messages)).toEqual([])
  })
})

test('an ordinary history is refused by no oracle (P31)', () => {
  for (const id of profileIds) {
    expect(
      oracles[id]([{ role: 'system', content: 'Be brief.' }, user, call('a', 'b'), result('a', 'b'), said, user]),
    ).toEqual([])
  }
})
