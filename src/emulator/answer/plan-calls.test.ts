import { describe, expect, test } from 'vitest'
import { matchFunctions } from './plan-calls.ts'

const functions = [
  { name: 'get_current_weather', description: 'Current conditions at a place' },
  { name: 'get_time' },
  { name: 'sendEmail', description: 'Writes a letter to somebody' },
  { name: 'search_docs' },
  { name: 'create_issue' },
  { name: 'list_issues' },
  { name: 'get_issue' },
]
const matched = (text: string) => matchFunctions(text, functions).map((step) => step.functions.map(({ name }) => name))

describe('a prompt', () => {
  test.each([
    ['What is the weather in Rome?', [['get_current_weather']]],
    ['What is the weather and the time in Rome?', [['get_current_weather', 'get_time']]],
    ['Please write a letter to Ada', [['sendEmail']]],
    ['Please call get_time', [['get_time']]],
    ['Call create_issue and get_issue for the weather', [['create_issue', 'get_issue']]],
    ['List all issues', [['list_issues']]],
    ['Creating an issue', [['create_issue']]],
    ['Hello there, how are you?', []],
    ['A letter', []],
    ['Get the weather, then send an email', [['get_current_weather'], ['sendEmail']]],
    [
      'Search the docs. After that create an issue and finally send an email',
      [['search_docs'], ['create_issue'], ['sendEmail']],
    ],
    ['Get the weather, then tell me a joke', [['get_current_weather']]],
  ])('%s', (text, steps) => {
    expect(matched(text)).toEqual(steps)
  })

  test('that is a million blanks does not hang', { timeout: 30_000 }, () => {
    expect(matched(' '.repeat(1_000_000))).toEqual([])
  })
})
