import { expect, test } from 'vitest'
import { anthropic } from './anthropic.ts'
import { thinkingFor, traitsOf } from './model-traits.ts'

test.each([
  ['claude-opus-4-1-20250805', 32_000],
  ['claude-opus-4-20250514', 32_000],
  ['claude-opus-4-0', 32_000],
  ['claude-opus-4-5', 64_000],
  ['claude-sonnet-4-5-20250929', 64_000],
  ['claude-haiku-4-5', 64_000],
  ['claude-3-7-sonnet-latest', 64_000],
  ['claude-3-5-haiku-latest', 8192],
  ['claude-opus-5-5', undefined],
])('%s writes %s tokens at most', (modelId, most) => {
  expect(traitsOf(modelId).mostOutputTokens).toBe(most)
})

test.each([
  ['claude-sonnet-4-5', true],
  ['claude-opus-4-6', false],
  ['claude-sonnet-4-6', false],
  ['claude-opus-5-5', false],
])('%s goes on from what it is said to have begun: %s', (modelId, prefill) => {
  expect(traitsOf(modelId).prefill).toBe(prefill)
})

test('thinking leaves half of what a model can write to the answer', () => {
  const thinking = { type: 'enabled', budgetTokens: 16_000 }
  expect(thinkingFor('max', 'claude-opus-4-1')).toEqual({ thinking })
})

test.each(['low', 'high', 'max'])('reasoning %s asks for no more than the model can write', async (reasoning) => {
  let body: Record<string, unknown> = {}
  const fetch = async (_url: string, init: RequestInit) => {
    body = JSON.parse(String(init.body)) as Record<string, unknown>
    return Response.json({ content: [], stop_reason: 'end_turn' })
  }
  const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] as const
  const { warnings } = await anthropic('claude-opus-4-1', { apiKey: 'a', fetch }).doGenerate({ prompt, reasoning })
  expect([body['max_tokens'], warnings]).toEqual([32_000, []])
})

test.each([
  ['claude-3-5-haiku-latest', 'free'],
  ['claude-sonnet-4-0', 'free'],
  ['claude-opus-4-20250514', 'free'],
  ['claude-opus-4-1', 'one'],
  ['claude-haiku-4-5', 'one'],
  ['claude-opus-4-6', 'one'],
  ['claude-opus-4-7', 'fixed'],
  ['claude-opus-5-5', 'fixed'],
])('the sampling of %s is %s', (modelId, sampling) => {
  expect(traitsOf(modelId).sampling).toBe(sampling)
})
