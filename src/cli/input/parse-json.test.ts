import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

test('a byte order mark is no part of the JSON', () => {
  expect(parseJson('\ufeff{"a": 1}', 'a.json')).toEqual({ a: 1 })
})

test('a mistake is shown with its line and a mark under it', () => {
  expect(() => parseJson('{\n  "a": 1\n  "b": 2\n}', 'a.json')).toThrow(
    'a.json:3:3 is not JSON: a comma or "}" is missing.\n  3 |   "b": 2\n        ^',
  )
})

test('of a long line only the neighbourhood is shown', () => {
  const text = `[${'1,'.repeat(5_000)}x${',1'.repeat(5_000)}]`
  const message = messageOf(() => parseJson(text, 'a.json'))
  expect(message.split('\n')[0]).toBe('a.json:1:10002 is not JSON: "x" is no JSON value.')
  expect(message.length).toBeLessThan(300)
  const [, shown, mark] = message.split('\n')
  expect(shown![mark!.indexOf('^')]).toBe('x')
})

function messageOf(action: () => unknown): string {
  try {
    action()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('Nothing was thrown.')
}
