import { expect, test } from 'vitest'
import { googleOptions } from './google-options.ts'

test('settings are read in either spelling, also inside of extra_body; labels keep their keys', () => {
  expect(googleOptions({ google: { thinking_config: { include_thoughts: true } } })).toEqual({
    thinkingConfig: { includeThoughts: true },
  })
  expect(googleOptions({ extra_body: { google: { cachedContent: 'c', labels: { my_team: 'x' } } } })).toEqual({
    cachedContent: 'c',
    labels: { my_team: 'x' },
  })
  expect(googleOptions({})).toEqual({})
})

test('safety settings at the top give way to those of Google’s own place', () => {
  const settings = [{ category: 'A', threshold: 'B' }]
  expect(googleOptions({ safety_settings: settings })).toEqual({ safetySettings: settings })
  expect(googleOptions({ safety_settings: settings, google: { safety_settings: [] } })).toEqual({ safetySettings: [] })
})

test('settings that only Google has are taken bare too, and the innermost wins', () => {
  expect(
    googleOptions({ cached_content: 'a', extra_body: { thinkingConfig: { thinking_budget: 1 }, other: 1 } }),
  ).toEqual({
    cachedContent: 'a',
    thinkingConfig: { thinkingBudget: 1 },
  })
  const body = { cached_content: 'a', extra_body: { cached_content: 'b', google: { cached_content: 'c' } } }
  expect(googleOptions(body)).toEqual({ cachedContent: 'c' })
  expect(googleOptions({ safety_settings: null })).toEqual({})
})

test('a key called __proto__ is data', () => {
  const options = googleOptions(JSON.parse('{"google":{"__proto__":{"x":1}}}') as Record<string, unknown>)
  expect(Object.keys(options)).toEqual(['__proto__'])
  expect((options as { x?: unknown }).x).toBeUndefined()
})
