import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ToolfitError } from '../../src/core/errors.ts'
import type { AnyModelMessage } from '../../src/core/message.ts'
import { HistoryManager } from '../../src/history/history-manager.ts'
import { readMark } from '../../src/history/turns/mark.ts'
import { runs } from '../laws/runs.ts'
import { arbitraryHistory, arbitraryValidHistory } from './arbitrary-history.ts'
import { oracles, profileIds } from './oracle.ts'
import { callsOf, resultsOf } from './parts.ts'
import { countQuarters } from './policies.ts'

const budget = { maxTokens: 400, countTokens: countQuarters, tooSmall: 'least' } as const

function managerOf(messages: readonly AnyModelMessage[]): HistoryManager<AnyModelMessage> {
  return new HistoryManager<AnyModelMessage>({ profile: 'gemini', budget }).append(...messages)
}

test('what is appended can be changed afterwards, what is viewed cannot (P24)', () => {
  fc.assert(
    fc.property(arbitraryHistory, (messages) => {
      const text = JSON.stringify(messages)
      const manager = managerOf(messages)
      for (const message of messages) Object.assign(message, { content: 'changed' })
      expect(JSON.stringify(manager.log)).toBe(text)
      expect(manager.log.every((message) => Object.isFrozen(message) && Object.isFrozen(message.content))).toBe(true)
    }),
    runs(0.5),
  )
})

test('views leave the log alone, and a stored history is restored as it was (P25)', () => {
  fc.assert(
    fc.property(arbitraryHistory, (messages) => {
      const manager = managerOf(messages)
      const { messages: view } = manager.view()
      expect(manager.log).toEqual(messages)
      const stored = JSON.parse(JSON.stringify(manager))
      const restored = HistoryManager.fromJSON<AnyModelMessage>(stored, { profile: 'gemini', budget })
      expect(stored.version).toBe(1)
      expect(restored.log).toEqual(messages)
      expect(restored.view().messages).toEqual(view)
      expect(JSON.stringify(restored)).toBe(JSON.stringify(manager))
    }),
    runs(0.5),
  )
})

test('a summary replaces whole turns, and later views are still taken by every provider (P26)', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryHistory, fc.integer({ min: 1, max: 3 }), async (messages, keepTurns) => {
      const manager = managerOf(messages)
      const seen: AnyModelMessage[] = []
      const before = manager.view({ budget: {} }).messages
      const write = (replaced: AnyModelMessage[]) => {
        seen.push(...replaced)
        return 's'
      }
      const summary = await manager.summarise(write, { keepTurns }).catch((error: unknown) => {
        if (ToolfitError.isInstance(error) && error.code === 'summary-not-smaller') return error.code
        throw error
      })
      expect(oracles.gemini(seen)).toEqual([])
      expect(seen.flatMap(callsOf)).toHaveLength(seen.flatMap(resultsOf).filter(isClientResult(seen)).length)
      for (const profile of profileIds) {
        expect(oracles[profile](manager.view({ profile }).messages)).toEqual([])
      }
      if (summary === undefined || summary === 'summary-not-smaller') {
        expect(manager.view({ budget: {} }).messages).toEqual(before)
      }
      expect(manager.log).toEqual(messages)
    }),
    runs(0.5),
  )
})

function isClientResult(messages: readonly AnyModelMessage[]) {
  const ids = new Set(messages.flatMap(callsOf).map(({ toolCallId }) => toolCallId))
  return ({ toolCallId }: { toolCallId: string }) => ids.has(toolCallId)
}

test('a summariser that fails, says nothing or says too much leaves the history as it was (P26)', async () => {
  const manager = managerOf([
    { role: 'user', content: 'How warm is it in Rome?' },
    { role: 'assistant', content: '31 degrees.' },
    { role: 'user', content: 'And in Oslo?' },
  ])
  const before = JSON.stringify(manager)
  await expect(manager.summarise(() => Promise.reject(new Error('no model')))).rejects.toThrow('no model')
  await expect(manager.summarise(() => ' ')).rejects.toMatchObject({ code: 'summary-empty' })
  await expect(manager.summarise(() => 'long '.repeat(100))).rejects.toMatchObject({ code: 'summary-not-smaller' })
  expect(JSON.stringify(manager)).toBe(before)
})

test('appending and summarising for ever keeps a view bounded, whatever is appended (P27)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryHistory, { minLength: 5, maxLength: 10 }), async (list) => {
      const manager = new HistoryManager<AnyModelMessage>({ profile: 'gemini', budget: { countTokens: () => 10 } })
      for (const messages of list) {
        manager.append(...messages, { role: 'user', content: 'Next.' }, { role: 'assistant', content: 'Yes.' })
        manager.append({ role: 'user', content: 'And now?' })
        await manager.summarise(() => 'short')
        const spoken = manager.view().messages.filter(({ role }) => role !== 'system')
        expect(spoken.filter((message) => readMark(message).summary !== undefined)).toHaveLength(1)
        expect(spoken.length).toBeLessThanOrEqual(2)
      }
    }),
    runs(0.1),
  )
})

test('results that come in another order are sent in the order of the calls (P28)', () => {
  fc.assert(
    fc.property(arbitraryValidHistory, fc.infiniteStream(fc.boolean()), (messages, coins) => {
      const apart = messages.flatMap((message): AnyModelMessage[] =>
        message.role === 'tool' ? message.content.map((part) => ({ role: 'tool', content: [part] })) : [message],
      )
      const mixed = [...apart]
      for (let index = 1; index < mixed.length; index++) {
        const [one, other] = [mixed[index - 1]!, mixed[index]!]
        if (one.role === 'tool' && other.role === 'tool' && coins.next().value) mixed.splice(index - 1, 2, other, one)
      }
      const sent = (list: readonly AnyModelMessage[]) =>
        managerOf(list)
          .view({ budget: {} })
          .messages.flatMap<unknown>((message) => (message.role === 'tool' ? message.content : [message]))
      expect(sent(mixed)).toEqual(sent(apart))
    }),
    runs(0.5),
  )
})

test('any JSON value, bytes and URLs survive being stored (P30)', () => {
  fc.assert(
    fc.property(fc.json(), fc.uint8Array(), fc.webUrl(), (text, bytes, url) => {
      // JSON text has no negative zero.
      const input = JSON.parse(JSON.stringify(JSON.parse(text)))
      const keys = { __proto__: null, $bytes: 'AAAA', $plain: { $url: 'x' }, $ref: '#/a' }
      const messages: AnyModelMessage[] = [
        {
          role: 'user',
          content: [
            { type: 'image', image: bytes },
            { type: 'image', image: new URL(url) },
            { type: 'file', data: bytes.slice().buffer, mediaType: 'application/pdf' },
          ],
        },
        { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'b', input: [input, keys] }] },
      ]
      const manager = managerOf(messages)
      const restored = HistoryManager.fromJSON(JSON.parse(JSON.stringify(manager)), { profile: 'gemini' })
      expect(restored.log).toEqual(manager.log)
      expect(restored.log[0]!.content[1]).toMatchObject({ image: new URL(url) })
    }),
    runs(0.5),
  )
})
