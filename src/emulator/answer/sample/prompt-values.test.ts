import { describe, expect, test } from 'vitest'
import { findLists, readPromptValues, takeValue, valueNamed } from './prompt-values.ts'

const found = (text: string) => readPromptValues(text).values.map(({ kind, text: value }) => [kind, value])

describe('values of a prompt', () => {
  test.each([
    ['What is the weather in Paris?', [['name', 'Paris']]],
    ['New York, please', [['name', 'New York']]],
    ['Paris?', [['name', 'Paris']]],
    ['Book a table', []],
    ['Where is order A-1?', [['code', 'A-1']]],
    [
      'Compare ORD-2024-001 and B12 with 3',
      [
        ['code', 'ORD-2024-001'],
        ['code', 'B12'],
        ['number', '3'],
      ],
    ],
    ["What's on in San Francisco's harbour", [['name', 'San Francisco']]],
    [
      'Write "Hello, World" to ada@example.com by 2026-02-03',
      [
        ['quoted', 'Hello, World'],
        ['email', 'ada@example.com'],
        ['date', '2026-02-03'],
      ],
    ],
    [
      'open https://example.com/a?b=1. Twice: -2.5 times',
      [
        ['url', 'https://example.com/a?b=1'],
        ['number', '-2.5'],
      ],
    ],
    ["don't say 'this' again", [['quoted', 'this']]],
    ['Hello', []],
  ])('%s', (text, values) => {
    expect(found(text)).toEqual(values)
  })

  test('are taken once each, in order', () => {
    const prompt = readPromptValues('from Paris to Rome')
    const take = () => takeValue(prompt, ['name'], () => true)?.text
    expect([take(), take(), take()]).toEqual(['Paris', 'Rome', undefined])
  })

  test.each([
    ['limit: 5', 'limit', '5'],
    ['with limit=5', 'limit', '5'],
    ['for 3 days', 'days', '3'],
    ['the max results is 7.', 'maxResults', '7'],
    ['title "Hello there"', 'title', 'Hello there'],
    ['mode: fast', 'mode', 'fast'],
    ['the mode of travel', 'mode', undefined],
    ['nothing of it', 'limit', undefined],
  ])('%s: %s is %s', (text, name, value) => {
    expect(valueNamed(readPromptValues(text), name)).toBe(value)
  })

  test.each([
    ['weather in Paris, London and Tokyo', [['Paris', 'London', 'Tokyo']]],
    ['from Paris to London', []],
    ['both for Paris in May to London', [['Paris', 'May', 'London']]],
    ['factorial of 3, 4 and 5', [['3', '4', '5']]],
  ])('lists in "%s"', (text, lists) => {
    expect(findLists(readPromptValues(text)).map((list) => list.map((value) => value.text))).toEqual(lists)
  })

  test.each(['"', "'", '@', 'a1-', 'a-', 'a@', '1', '1.', 'A ', 'A', 'a.', '2026-01-', ' ', 'limit ', 'https://'])(
    'a prompt of many %j does not hang',
    { timeout: 30_000 },
    (piece) => {
      const prompt = readPromptValues(piece.repeat(100_000))
      findLists(prompt)
      valueNamed(prompt, 'limit')
    },
  )
})
