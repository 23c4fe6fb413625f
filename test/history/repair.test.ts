import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnyModelMessage } from '../../src/core/message.ts'
import { checkHistory } from '../../src/history/check.ts'
import { repairHistory } from '../../src/history/repair.ts'
import { readMark } from '../../src/history/turns/mark.ts'
import { runs } from '../laws/runs.ts'
import { arbitraryHistory, arbitraryRubbish, arbitraryValidHistory } from './arbitrary-history.ts'
import { deepFreeze } from './deep-freeze.ts'
import { oracles, profileIds } from './oracle.ts'
import { callsOf, partsOf, resultsOf } from './parts.ts'

/** Half of the usual number: every property runs for each of four providers. */
const some = runs<[AnyModelMessage[]]>(0.5)

describe.each(profileIds)('a history that is repaired for %s', (profile) => {
  const holds = (check: (messages: AnyModelMessage[]) => void, histories = arbitraryHistory) =>
    fc.assert(
      fc.property(histories, (messages) => {
        check(messages)
      }),
      some,
    )
  const repaired = (messages: AnyModelMessage[]) => repairHistory(messages, profile).messages

  test('comes out of any list at all, without holes (P1)', () => {
    holds((messages) => {
      const { messages: list } = repairHistory(messages, profile)
      for (const message of list) {
        expect(message).toBeTypeOf('object')
        for (const part of partsOf(message)) expect(part).toBeTypeOf('object')
      }
      expect(oracles[profile](list)).toEqual([])
    }, arbitraryRubbish)
  })

  test('has one result for every call, and one call for every result (P2)', () => {
    holds((messages) => {
      const list = repaired(messages)
      const calls = list.flatMap(callsOf).map(({ toolCallId }) => toolCallId)
      const results = list
        .filter(({ role }) => role === 'tool')
        .flatMap(resultsOf)
        .map(({ toolCallId }) => toolCallId)
      expect(results.toSorted()).toEqual(calls.toSorted())
    })
  })

  test('has the results of a message directly after it, as many as calls, in their order (P3, P4)', () => {
    holds((messages) => {
      const list = repaired(messages)
      for (const [index, message] of list.entries()) {
        const block: AnyModelMessage[] = []
        for (let next = index + 1; list[next]?.role === 'tool'; next++) block.push(list[next]!)
        const calls = callsOf(message).map(({ toolCallId }) => toolCallId)
        if (calls.length === 0) continue
        expect(block.flatMap(resultsOf).map(({ toolCallId }) => toolCallId)).toEqual(calls)
      }
    })
  })

  test('ends as it did, where it ended with the user or with complete results (P7)', () => {
    holds((messages) => {
      const withQuestion: AnyModelMessage[] = [...messages, { role: 'user', content: 'So?' }]
      expect(repaired(withQuestion).at(-1)).toBe(withQuestion.at(-1))
    })
    holds((messages) => {
      if (messages.at(-1)?.role === 'tool') expect(repaired(messages).at(-1)).toBe(messages.at(-1))
    }, arbitraryValidHistory)
  })

  test('leaves calls that are pending alone, where that is allowed (P7)', () => {
    holds((messages) => {
      const call: AnyModelMessage = {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'pending', toolName: 'pay', input: {} },
          { type: 'tool-approval-request', approvalId: 'approval', toolCallId: 'pending' },
        ],
      }
      const withCall: AnyModelMessage[] = [...messages, { role: 'user', content: 'Pay.' }, call]
      expect(repairHistory(withCall, profile, { allowPending: true }).messages.at(-1)).toBe(call)
      expect(repaired(withCall).at(-1)?.role).toBe('tool')
    })
  })

  test('has no empty message and no empty list of parts (P8)', () => {
    holds((messages) => {
      for (const { content } of repaired(messages)) expect(content.length).toBeGreaterThan(0)
    })
  })

  test('has ids that are there and unique, and new ones on both sides (P9)', () => {
    holds((messages) => {
      const ids = repaired(messages)
        .flatMap(partsOf)
        .flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).not.toContain('')
    })
  })

  test('keeps the order of all that was not moved (P10)', () => {
    holds((messages) => {
      const places = new Map(messages.map((message, index) => [message, index]))
      const { messages: list, repairs } = repairHistory(messages, profile)
      if (repairs.some(({ rule }) => rule === 'lift-system') || places.size !== messages.length) return
      const kept = list.flatMap((message) => places.get(message) ?? [])
      expect(kept).toEqual(kept.toSorted((one, other) => one - other))
    })
  })

  test('is the same messages, where it was valid; a second repair finds nothing to do (P16)', () => {
    holds((messages) => {
      const { messages: list, repairs } = repairHistory(messages, profile)
      expect(repairs).toEqual([])
      expect(list.every((message, index) => message === messages[index])).toBe(true)
      expect(list).toHaveLength(messages.length)
    }, arbitraryValidHistory)
    holds((messages) => {
      const once = repaired(messages)
      const twice = repairHistory(once, profile)
      expect(twice.repairs).toEqual([])
      expect(twice.messages.every((message, index) => message === once[index])).toBe(true)
    })
  })

  test('is the same every time (P16)', () => {
    holds((messages) => expect(repairHistory(messages, profile)).toEqual(repairHistory(messages, profile)))
  })

  test('has nothing added that is not marked and reported, and nothing taken away that is not reported (P17)', () => {
    holds((messages) => {
      const { messages: list, repairs } = repairHistory(messages, profile)
      const added = repairs.filter(({ action }) => action === 'added').map(({ item }) => item)
      const marked = list
        .flatMap((message) => [message, ...partsOf(message)])
        .filter((item) => readMark(item as never).synthetic)
      expect(marked).toHaveLength(added.length)
      const weight = (items: readonly unknown[]) => items.reduce<number>((sum, item) => sum + partCount(item), 0)
      const removed = repairs.filter(({ action }) => action === 'removed').map(({ item }) => item)
      expect(weight(list) - weight(added)).toBe(weight(messages) - weight(removed))
    })
  })

  test('never claims success for a call without a result (P17)', () => {
    holds((messages) => {
      for (const part of repaired(messages).flatMap(resultsOf)) {
        if (readMark(part).synthetic === undefined) continue
        expect(['error-text', 'execution-denied']).toContain(part.output.type)
      }
    })
  })

  test('has orphans as text where that is asked for (P17)', () => {
    holds((messages) => {
      const { messages: list, repairs } = repairHistory(messages, profile, { orphans: 'text' })
      const turned = repairs.filter(({ rule, action }) => rule === 'drop-stray-results' && action === 'changed')
      expect(list.filter((message) => readMark(message).synthetic === 'orphan')).toHaveLength(turned.length)
      expect(oracles[profile](list)).toEqual([])
    })
  })

  test('has the last of several results where that is asked for (P18)', () => {
    holds((messages) => {
      const { messages: list } = repairHistory(messages, profile, { duplicates: 'last' })
      expect(oracles[profile](list)).toEqual([])
      expect(repairHistory(list, profile, { duplicates: 'last' }).repairs).toEqual([])
    })
  })

  test('has opaque data as it was, on parts that are as they were, and on no others (P20, P23)', () => {
    holds((messages) => {
      const before = new Set(messages.flatMap(partsOf).map(contentWithData))
      const lost = messages
        .flatMap((message) => Object.values(message.providerOptions ?? {}))
        .map((data) => JSON.stringify(data))
      for (const part of repaired(messages).flatMap(partsOf)) {
        const { toolfit: _, ...options } = ('providerOptions' in part ? part.providerOptions : undefined) ?? {}
        if (Object.keys(options).length === 0 || before.has(contentWithData(part))) continue
        // What else there is came down from a message that was joined to another.
        for (const data of Object.values(options)) {
          const isOfPart = [...before].some((content) => content.includes(JSON.stringify(data)))
          expect(isOfPart || lost.includes(JSON.stringify(data))).toBe(true)
        }
      }
    })
  })

  test('leaves what it was given as it was (P24)', () => {
    holds((messages) => {
      const text = JSON.stringify(messages)
      repaired(deepFreeze(messages))
      expect(JSON.stringify(messages)).toBe(text)
    })
  })

  test('is one that the provider takes (P31)', () => {
    holds((messages) => expect(oracles[profile](repaired(messages))).toEqual([]))
  })

  test('is checked as the provider would: what check passes, it takes (P31)', () => {
    holds((messages) => {
      if (checkHistory(messages, profile).length === 0) expect(oracles[profile](messages)).toEqual([])
      else expect(repairHistory(messages, profile).repairs.length).toBeGreaterThan(0)
    })
  })
})

describe.each(['gemini', 'anthropic'] as const)('a history that is repaired for %s', (profile) => {
  test('begins with the user (P5)', () => {
    fc.assert(
      fc.property(arbitraryHistory, (messages) => {
        const first = repairHistory(messages, profile).messages.find(({ role }) => role !== 'system')
        expect(first === undefined || first.role === 'user').toBe(true)
      }),
      some,
    )
  })
})

test('for gemini, no call follows a message of the assistant (P6)', () => {
  fc.assert(
    fc.property(arbitraryHistory, (messages) => {
      const { messages: list } = repairHistory(messages, 'gemini')
      for (const [index, message] of list.entries()) {
        if (callsOf(message).length > 0) expect(['user', 'tool']).toContain(list[index - 1]?.role)
      }
    }),
    some,
  )
})

test('for openai-chat no id is longer than 40 characters (P9)', () => {
  fc.assert(
    fc.property(arbitraryHistory, (messages) => {
      for (const { toolCallId } of repairHistory(messages, 'openai-chat').messages.flatMap(callsOf)) {
        expect(toolCallId.length).toBeLessThanOrEqual(40)
      }
    }),
    some,
  )
})

test('for openai-responses reasoning stays with what it led to, or goes (P22)', () => {
  fc.assert(
    fc.property(arbitraryHistory, (messages) => {
      for (const message of repairHistory(messages, 'openai-responses').messages) {
        expect(partsOf(message).at(-1)?.type).not.toBe('reasoning')
      }
    }),
    some,
  )
})

function contentWithData(part: object): string {
  return JSON.stringify({ ...part, toolCallId: undefined, toolName: undefined })
}

/** How many parts an item is: a message with text is one, and so is a part, or something that is no message. */
function partCount(item: unknown): number {
  const content = (item as AnyModelMessage | undefined)?.content
  return Array.isArray(content) ? content.length : 1
}
