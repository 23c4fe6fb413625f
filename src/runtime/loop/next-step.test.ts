import { expect, test } from 'vitest'
import type { OpenStep, Run } from '../run/run.ts'
import { nextStep } from './next-step.ts'

const run = { options: {}, stopConditions: [] } as unknown as Run

/** A step with calls that the provider may answer later, and what it said. */
function stepWith(ids: readonly string[], content: readonly object[]): OpenStep {
  const prepared = { tool: { supportsDeferredResults: true } }
  const calls = ids.map((toolCallId) => ({ part: { toolCallId, providerExecuted: true }, prepared }))
  return { calls, content, answers: new Map(), finishReason: { unified: 'stop' } } as unknown as OpenStep
}

test('the model is asked again for results that its provider has not given yet', async () => {
  const result = { type: 'tool-result', toolCallId: 'a' }
  expect(await nextStep(run, stepWith(['a', 'b'], [result]))).toBe('turn')
  expect(await nextStep(run, stepWith(['a'], [result]))).toBeUndefined()
})

test('results are not looked through for each call', async () => {
  let reads = 0
  const ids = Array.from({ length: 1_000 }, (_, index) => `c${index}`)
  const results = ids.map((id) => ({
    type: 'tool-result',
    get toolCallId() {
      reads++
      return id
    },
  }))
  expect(await nextStep(run, stepWith(ids, results))).toBeUndefined()
  expect(reads).toBe(1_000)
})
