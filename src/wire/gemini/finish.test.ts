import { expect, test } from 'vitest'
import { decodeUsage } from './finish.ts'

test('thoughts are part of the answer, and what Google’s tools found is part of the prompt', () => {
  const metadata = {
    promptTokenCount: 100,
    cachedContentTokenCount: 40,
    toolUsePromptTokenCount: 7,
    candidatesTokenCount: 20,
    thoughtsTokenCount: 30,
    totalTokenCount: 157,
  }
  const { inputTokens, outputTokens } = decodeUsage(metadata)
  expect(inputTokens).toEqual({ total: 107, noCache: 67, cacheRead: 40, cacheWrite: undefined })
  expect(outputTokens).toEqual({ total: 50, text: 20, reasoning: 30 })
})

test('what is not counted is not known', () => {
  const { inputTokens, outputTokens } = decodeUsage({ trafficType: 'ON_DEMAND' })
  expect([inputTokens.total, outputTokens.total]).toEqual([undefined, undefined])
})
