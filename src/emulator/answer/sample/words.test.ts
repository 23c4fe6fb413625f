import { describe, expect, test } from 'vitest'
import { splitName, stem, stemsOf, tellingWords } from './words.ts'

describe('splitName', () => {
  test.each([
    ['get_weather', ['get', 'weather']],
    ['getWeatherForCity', ['get', 'weather', 'for', 'city']],
    ['HTTPServer.start', ['http', 'server', 'start']],
    ['mcp:files-read', ['mcp', 'files', 'read']],
    ['', []],
  ])('%s', (name, words) => {
    expect(splitName(name)).toEqual(words)
  })
})

test('tells a name by what is not in every name', () => {
  expect(tellingWords('get_current_weather')).toEqual(['current', 'weather'].map(stem))
  expect(tellingWords('list')).toEqual(['list'])
})

test.each([
  ['cities', 'city'],
  ['sending', 'send'],
  ['planned', 'plan'],
  ['creating', 'create'],
  ['boxes', 'box'],
  ['emails', 'email'],
])('%s and %s are one word', (one, other) => {
  expect(stem(one)).toBe(stem(other))
})

test('leaves out what says nothing', () => {
  expect([...stemsOf('What is the weather in Paris?')]).toEqual(['weather', 'paris'].map(stem))
})
