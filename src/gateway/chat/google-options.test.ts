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

test('a key called __proto__ is data', () => {
  const options = googleOptions(JSON.parse('{"google":{"__proto__":{"x":1}}}') as Record<string, unknown>)
  expect(Object.keys(options)).toEqual(['__proto__'])
  expect((options as { x?: unknown }).x).toBeUndefined()
})
