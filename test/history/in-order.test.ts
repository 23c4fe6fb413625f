import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnyModelMessage } from '../../src/core/message.ts'
import { isInOrder } from '../../src/history/is-in-order.ts'
import { profiles } from '../../src/history/profile.ts'
import { repairHistory } from '../../src/history/repair.ts'
import { runs } from '../laws/runs.ts'
import { arbitraryHistory, arbitraryRubbish, arbitraryValidHistory } from './arbitrary-history.ts'
import { profileIds } from './oracle.ts'

/** What the rules do to a history. */
function repairsOf(given: AnyModelMessage[], profile: (typeof profileIds)[number]) {
  const { messages, repairs } = repairHistory(given, profile)
  return { repairs, isSame: messages.every((message, index) => message === given[index]) }
}

/** Without thoughts, and with neighbours of the tools joined: as gateways get most histories. */
function plain(messages: readonly AnyModelMessage[]): AnyModelMessage[] {
  const list: AnyModelMessage[] = []
  for (const message of messages) {
    const last = list.at(-1)
    if (message?.role === 'tool' && last?.role === 'tool' && Array.isArray(message.content)) {
      list[list.length - 1] = { ...last, content: [...last.content, ...message.content] }
    } else if (message?.role === 'assistant' && Array.isArray(message.content)) {
      list.push({ ...message, content: message.content.filter((part) => part?.type !== 'reasoning') })
    } else list.push(message)
  }
  return list
}

describe.each(profileIds)('a history that is in order for %s', (profile) => {
  const kinds = { any: arbitraryHistory, valid: arbitraryValidHistory, rubbish: arbitraryRubbish }
  test.each(Object.entries(kinds))('has nothing that a rule would mend: %s', (kind, histories) => {
    let count = 0
    fc.assert(
      fc.property(histories, fc.nat(), (messages, cut) => {
        // Cut anywhere: most histories come to us in the middle of a turn.
        const short = messages.slice(0, cut % (messages.length + 1))
        for (const list of [messages, short, plain(messages), plain(short)]) {
          if (!isInOrder(list, profiles[profile])) continue
          count++
          expect(repairsOf(list, profile)).toEqual({ repairs: [], isSame: true })
        }
      }),
      runs<[AnyModelMessage[], number]>(2),
    )
    if (kind !== 'rubbish') expect(count).toBeGreaterThan(100)
  })
})

test('a conversation of an agent is in order, and one that is cut off is not', () => {
  const call = (id: string) => ({ type: 'tool-call', toolCallId: id, toolName: 'look', input: {} }) as const
  const result = (id: string, toolName = 'look') =>
    ({ type: 'tool-result', toolCallId: id, toolName, output: { type: 'text', value: 'x' } }) as const
  const history: AnyModelMessage[] = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'What is there?' },
    { role: 'assistant', content: [{ type: 'text', text: 'I look.' }, call('a'), call('b')] },
    { role: 'tool', content: [result('a'), result('b')] },
    { role: 'assistant', content: 'Nothing.' },
    { role: 'user', content: [{ type: 'text', text: 'And there?' }] },
  ]
  const isFine = (messages: AnyModelMessage[]) => isInOrder(messages, profiles.gemini)
  const changed = (index: number, ...messages: AnyModelMessage[]) => history.toSpliced(index, 1, ...messages)
  expect(isFine(history)).toBe(true)
  expect(isFine(history.slice(0, 4))).toBe(true)
  expect(isFine([])).toBe(false)
  expect(isFine(history.slice(0, 3))).toBe(false)
  expect(isFine(history.slice(2))).toBe(false)
  expect(isFine(changed(3))).toBe(false)
  expect(isFine(changed(3, { role: 'tool', content: [result('b'), result('a')] }))).toBe(false)
  expect(isFine(changed(3, { role: 'tool', content: [result('a')] }))).toBe(false)
  expect(isFine(changed(3, { role: 'tool', content: [result('a'), result('b', 'other')] }))).toBe(false)
  expect(isFine(changed(2, { role: 'assistant', content: [call('a'), call('a')] }))).toBe(false)
  expect(isFine(changed(1, { role: 'user', content: '' }))).toBe(false)
  expect(isFine([...history, { role: 'system', content: 'Late.' }])).toBe(false)
})
