import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ToolfitError } from '../../src/core/errors.ts'
import type { AnyModelMessage } from '../../src/core/message.ts'
import { checkHistory } from '../../src/history/check.ts'
import type { Budget } from '../../src/history/prune/budget.ts'
import { pruneHistory } from '../../src/history/prune.ts'
import { repairHistory } from '../../src/history/repair.ts'
import { readMark } from '../../src/history/turns/mark.ts'
import { runs } from '../laws/runs.ts'
import { arbitraryHistory, arbitraryRubbish, arbitraryValidHistory } from './arbitrary-history.ts'
import { deepFreeze } from './deep-freeze.ts'
import { oracles, profileIds } from './oracle.ts'
import { callsOf, partsOf, resultsOf } from './parts.ts'
import { countQuarters, policies } from './policies.ts'

const some = runs<[AnyModelMessage[]]>(0.5)

const arbitraryBudget: fc.Arbitrary<Budget> = fc.record(
  {
    maxMessages: fc.nat({ max: 30 }),
    maxTokens: fc.nat({ max: 2000 }),
    maxTurns: fc.nat({ max: 6 }),
    keepFirst: fc.nat({ max: 3 }),
    keepLast: fc.nat({ max: 3 }),
    shrinkTo: fc.nat({ max: 300 }),
    oldResults: fc.nat({ max: 300 }),
    dropReasoning: fc.boolean(),
    currentTurn: fc.constantFrom('shrink', 'whole'),
    countTokens: fc.constant(countQuarters),
  },
  { requiredKeys: ['countTokens'] },
)

/** What pruning gives, or the error that says what it would take. */
function tryPrune(messages: readonly AnyModelMessage[], budget: Budget) {
  try {
    return { pruned: pruneHistory(messages, budget) }
  } catch (error) {
    if (!ToolfitError.isInstance(error) || error.code !== 'history-budget-too-small') throw error
    return { minimum: error.evidence['minimum'] as Partial<Budget> }
  }
}

describe.each(Object.entries(policies))('pruning by %s', (_, budget) => {
  test.each(profileIds)('leaves a history that %s takes, also after a repair (P19, P31)', (profile) => {
    fc.assert(
      fc.property(arbitraryHistory, (messages) => {
        const { messages: repaired } = repairHistory(messages, profile)
        const { messages: pruned } = pruneHistory(repaired, budget)
        expect(oracles[profile](pruned)).toEqual([])
        expect(checkHistory(pruned, profile)).toEqual([])
        const other = repairHistory(pruneHistory(messages, budget).messages, profile)
        expect(oracles[profile](other.messages)).toEqual([])
      }),
      some,
    )
  })

  test('finds nothing to do a second time (P19)', () => {
    fc.assert(
      fc.property(arbitraryValidHistory, (messages) => {
        // A pin by place is another one in a shorter list.
        const { isPinned: _, ...placeless } = budget
        const once = pruneHistory(messages, placeless)
        const twice = pruneHistory(once.messages, placeless)
        expect(twice.messages).toEqual(once.messages)
        expect(twice.removed).toEqual([])
      }),
      some,
    )
  })

  test('gives messages in their order, the same objects, and leaves what it was given alone (P10, P24)', () => {
    fc.assert(
      fc.property(arbitraryHistory, (messages) => {
        const { messages: kept, shortened, removed } = pruneHistory(deepFreeze(messages), budget)
        const before = new Map(shortened.map((pair) => [pair.after, pair.before]))
        const originals = kept.map((message) => before.get(message) ?? message)
        const left = [...originals]
        for (const message of messages) if (left[0] === message) left.shift()
        expect(left).toEqual([])
        expect(kept.length + removed.length).toBe(messages.length)
      }),
      some,
    )
  })
})

test('any list and any budget give a history, or say which budget would do (P1)', () => {
  fc.assert(
    fc.property(fc.oneof(arbitraryHistory, arbitraryRubbish), arbitraryBudget, (messages, budget) => {
      const { pruned, minimum } = tryPrune(messages, { ...budget, countTokens: () => 10 })
      if (pruned !== undefined) for (const message of pruned.messages) expect(message).toBeTypeOf('object')
      else expect(Object.keys(minimum!).length).toBeGreaterThan(0)
    }),
    runs(0.5),
  )
})

test('no call is parted from its result, in valid histories and in those whose results came late (P2)', () => {
  fc.assert(
    fc.property(arbitraryHistory, arbitraryBudget, (messages, budget) => {
      const { pruned } = tryPrune(messages, budget)
      if (pruned === undefined) return
      const removed = new Set(pruned.removed.flatMap(callsOf))
      const kept = new Set(pruned.messages.flatMap(resultsOf).map(({ toolCallId }) => toolCallId))
      const ids = messages.flatMap(callsOf).map(({ toolCallId }) => toolCallId)
      for (const { toolCallId } of removed) {
        const isUnique = ids.filter((id) => id === toolCallId).length === 1
        const first = messages.findIndex((message) => callsOf(message).some((call) => call.toolCallId === toolCallId))
        const isAfter = messages
          .slice(first)
          .flatMap(resultsOf)
          .some((result) => result.toolCallId === toolCallId)
        const isBefore = messages
          .slice(0, first + 1)
          .flatMap(resultsOf)
          .some((result) => result.toolCallId === toolCallId)
        if (toolCallId !== '' && isUnique && isAfter && !isBefore) {
          const count = messages.flatMap(resultsOf).filter((result) => result.toolCallId === toolCallId).length
          if (count === 1) expect(kept.has(toolCallId)).toBe(false)
        }
      }
    }),
    runs(0.5),
  )
})

test('a history that begins with the user still does (P5)', () => {
  fc.assert(
    fc.property(arbitraryValidHistory, arbitraryBudget, (messages, budget) => {
      const first = tryPrune(messages, budget).pruned?.messages.find(({ role }) => role !== 'system')
      expect(first === undefined || first.role === 'user').toBe(true)
    }),
    runs(0.5),
  )
})

test('the last message stays the last (P7)', () => {
  fc.assert(
    fc.property(arbitraryValidHistory, arbitraryBudget, (messages, budget) => {
      const { pruned } = tryPrune(messages, budget)
      if (pruned === undefined || messages.length === 0) return
      const last = pruned.messages.at(-1)
      const before = pruned.shortened.find(({ after }) => after === last)?.before
      expect(before ?? last).toBe(messages.at(-1))
    }),
    runs(0.5),
  )
})

test('what is kept is within the budget, and the minimum of the error is enough and the least (P11)', () => {
  fc.assert(
    fc.property(arbitraryValidHistory, arbitraryBudget, (messages, budget) => {
      const { pruned, minimum } = tryPrune(messages, budget)
      if (pruned !== undefined) {
        const tokens = pruned.messages.reduce((sum, message) => sum + countQuarters(message), 0)
        expect(tokens).toBeLessThanOrEqual(budget.maxTokens ?? Infinity)
        expect(pruned.messages.length).toBeLessThanOrEqual(budget.maxMessages ?? Infinity)
        if (budget.maxTokens !== undefined) expect(pruned.tokens).toBe(tokens)
        return
      }
      expect(tryPrune(messages, { ...budget, ...minimum }).pruned?.fits).toBe(true)
      for (const [name, least] of Object.entries(minimum!)) {
        const less = { ...budget, ...minimum, [name]: (least as number) - 1 }
        expect(tryPrune(messages, less).pruned).toBeUndefined()
      }
    }),
    runs(0.5),
  )
})

test('one more turn would break the budget, and a larger budget keeps all that a smaller one keeps (P12)', () => {
  fc.assert(
    fc.property(arbitraryValidHistory, fc.nat({ max: 2000 }), fc.nat({ max: 500 }), (messages, maxTokens, more) => {
      const budget = { maxTokens, countTokens: countQuarters }
      const { pruned } = tryPrune(messages, budget)
      if (pruned === undefined) return
      const larger = pruneHistory(messages, { ...budget, maxTokens: maxTokens + more })
      expect(larger.removed.every((message) => pruned.removed.includes(message))).toBe(true)
      if (pruned.shortened.length > 0 || pruned.removed.length === 0) return
      const start = pruned.removed.findLastIndex(({ role }) => role === 'user')
      const turn = pruned.removed.slice(start).reduce((sum, message) => sum + countQuarters(message), 0)
      expect(pruned.tokens! + turn).toBeGreaterThan(maxTokens)
    }),
    runs(0.5),
  )
})

test('system messages, the first, the last and the pinned ones survive (P13)', () => {
  fc.assert(
    fc.property(arbitraryValidHistory, arbitraryBudget, fc.nat({ max: 40 }), (messages, budget, pin) => {
      const isPinned = (_: AnyModelMessage, index: number) => index === pin
      const { pruned } = tryPrune(messages, { ...budget, isPinned })
      if (pruned === undefined) return
      const spoken = messages.filter(({ role }) => role !== 'system')
      const { keepFirst = 0, keepLast = 0 } = budget
      for (const message of [
        ...messages.filter(({ role }) => role === 'system'),
        ...messages.filter(isPinned),
        ...spoken.slice(0, keepFirst),
        ...spoken.slice(spoken.length - Math.min(keepLast, spoken.length)),
      ]) {
        expect(pruned.removed).not.toContain(message)
      }
      for (const message of messages.filter(isPinned)) expect(pruned.messages).toContain(message)
    }),
    runs(0.5),
  )
})

test('the current turn stays, whole or with shorter results, the oldest of them first (P14)', () => {
  fc.assert(
    fc.property(arbitraryValidHistory, arbitraryBudget, (messages, budget) => {
      const { pruned } = tryPrune(messages, budget)
      const start = messages.findLastIndex(({ role }) => role === 'user')
      if (pruned === undefined || start < 0) return
      const turn = messages.slice(start)
      const kept = pruned.messages.slice(-turn.length)
      expect(kept.map(({ role }) => role)).toEqual(turn.map(({ role }) => role))
      const changed = kept.flatMap((message, index) => (message === turn[index] ? [] : [index]))
      for (const index of changed) {
        expect(turn[index]!.role).toBe('tool')
        for (const [place, part] of resultsOf(kept[index]!).entries()) {
          const isShrunk = readMark(part).shrunk !== undefined
          if (!isShrunk) expect(part).toBe(partsOf(turn[index]!)[place])
          else expect(part.output).toMatchObject({ value: expect.stringContaining('[… shortened: ') })
        }
      }
      if (budget.currentTurn === 'whole') expect(changed).toEqual([])
    }),
    runs(0.5),
  )
})

test('a message is counted once at most (P15)', () => {
  fc.assert(
    fc.property(arbitraryHistory, arbitraryBudget, (messages, budget) => {
      const counted: AnyModelMessage[] = []
      tryPrune(messages, {
        ...budget,
        countTokens: (message) => {
          counted.push(message)
          return countQuarters(message)
        },
      })
      expect(new Set(counted).size).toBe(counted.length)
    }),
    runs(0.5),
  )
})

test('opaque data goes where the content that it covers was shortened, and stays where not (P20)', () => {
  fc.assert(
    fc.property(arbitraryValidHistory, arbitraryBudget, (messages, budget) => {
      for (const { before, after } of tryPrune(messages, budget).pruned?.shortened ?? []) {
        const parts = new Set(partsOf(before))
        for (const part of partsOf(after)) {
          const names = Object.keys(('providerOptions' in part && part.providerOptions) || {})
          if (!parts.has(part) && part.type === 'tool-result') expect(names).toEqual(['toolfit'])
        }
      }
    }),
    runs(0.5),
  )
})
