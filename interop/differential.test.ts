import * as ai7 from 'ai7'
import fc from 'fast-check'
import * as toolfit from 'toolfit'
import { describe, expect, test } from 'vitest'
import { arbitraryConversation } from './differential/arbitrary-conversation.ts'
import { chosenDifferences } from './differential/chosen-differences.ts'
import { Comparison } from './differential/compare.ts'
import type { Implementation } from './differential/implementation.ts'
import { observeGenerate, observeStream } from './differential/run-conversation.ts'
import { additions } from './differential/shown-additions.ts'
import { shownDifferences } from './differential/shown-differences.ts'

// `ai` prints warnings of models, of which the scripts have many.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

const reference = ai7 as unknown as Implementation
const candidate = toolfit as unknown as Implementation

test('500 generated conversations run in Toolfit as they do in ai 7, but for the differences that we chose', async () => {
  const comparison = new Comparison(reference, candidate)
  await loadEverything()
  const property = fc.asyncProperty(arbitraryConversation(), async (conversation) => {
    expect((await comparison.differencesIn(conversation)).slice(0, 5)).toEqual([])
  })
  await fc.assert(property, { seed: 6, numRuns: 500, endOnFailure: false })
  expect(comparison.unmet(), 'entries that nothing needs').toEqual([])
})

/** Time must not pass while code is loaded for the first time. */
async function loadEverything(): Promise<void> {
  for (const conversation of fc.sample(arbitraryConversation(), { seed: 1, numRuns: 150 })) {
    const plan = { ...conversation, timing: { timeout: { firstChunkMs: 1_000_000 }, pace: 0 } }
    await observeGenerate(candidate, plan)
    await observeStream(candidate, plan)
  }
}

test('a difference that nobody chose is found', async () => {
  const warmer: Implementation = {
    ...candidate,
    generateText: (options) => candidate.generateText({ ...options, temperature: 0.123 }),
  }
  const [conversation] = fc.sample(arbitraryConversation(), { seed: 6, numRuns: 1 })
  const [difference] = await new Comparison(reference, warmer).differencesIn(conversation!)
  expect(difference).toMatchObject({ path: 'generate/calls/0/options/temperature', actual: 0.123 })
})

describe('a difference with a script of its own', () => {
  test.each([...shownDifferences, ...additions].map((difference) => [difference.name, difference] as const))(
    '%s is as it is described',
    async (_name, { show, shownByAi, shownByToolfit }) => {
      expect(await show(reference)).toEqual(shownByAi)
      expect(await show(candidate)).toEqual(shownByToolfit)
    },
  )
})

test('every chosen difference has a name of its own, and says what both do and why', () => {
  expect(new Set(chosenDifferences.map(({ name }) => name)).size).toBe(chosenDifferences.length)
  expect(chosenDifferences.length).toBeLessThanOrEqual(25)
  for (const { ai, toolfit, reason } of chosenDifferences)
    expect(Math.min(...[ai, toolfit, reason].map(wordsIn))).toBeGreaterThan(1)
})

function wordsIn(text: string): number {
  return text.split(' ').length
}
