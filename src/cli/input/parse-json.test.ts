import { describe, expect, test } from 'vitest'
import { findJsonError, parseJson } from './parse-json.ts'

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

describe('findJsonError', () => {
  test.each([
    ['', 1, 1, 'there is nothing here'],
    ['{"a": 1,}', 1, 9, 'a comma before "}" is one too many'],
    ['[1, 2,]', 1, 7, 'a comma before "]" is one too many'],
    ['{"a": [1, }', 1, 11, 'a value is missing'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'a comma or "}" is missing'],
    ['{"a" 1}', 1, 6, 'a colon is missing after the property name'],
    ['{a: 1}', 1, 2, 'a property name in double quotes must stand here'],
    ["{'a': 1}", 1, 2, 'JSON has double quotes only'],
    ['{} // done', 1, 4, 'there is more text after the end of the value'],
    ['// begin\n{}', 1, 1, 'JSON has no comments'],
    ['{"a": undefined}', 1, 7, '"undefined" is no JSON value'],
    ['[01]', 1, 2, '"01" is no JSON value'],
    ['{"a": "x', 1, 7, 'a text that begins here has no closing quote'],
    ['"a\nb"', 1, 3, 'a line break or control character stands in a text: write \\n'],
    ['"C:\\new\\x"', 1, 8, 'a backslash must be written twice, or begin an escape'],
    ['{"a": {"b": 1}', 1, 15, 'the text ends, and "}" is missing'],
    ['"ä😀" x', 1, 6, 'there is more text after the end of the value'],
  ])('%j breaks at %i:%i', (text, line, column, problem) => {
    expect(findJsonError(text)).toMatchObject({ line, column, problem })
    expect(() => JSON.parse(text)).toThrow()
  })

  test.each(['null', ' [1, -2.5e+3, "\\u00e4\\n", {}] ', '{"a": {"b": []}, "c": true}', '0'])('%j is JSON', (text) => {
    JSON.parse(text)
    expect(findJsonError(text)).toBeUndefined()
  })

  test('does not run out of stack on text that is nested deep', () => {
    expect(findJsonError('['.repeat(200_000))?.problem).toBe('the text ends, and "]" is missing')
  })

  test('agrees with JSON.parse on every text that one change makes of a document', () => {
    const text = '{"a":[1,-2.5e3,"x\\n"],"b":{"c":null},"d":true}'
    for (let index = 0; index < text.length; index++) {
      for (const put of ['', ',', '"', '}', '0', ' ', '\\']) {
        const changed = text.slice(0, index) + put + text.slice(index + 1)
        expect(findJsonError(changed) === undefined, changed).toBe(parses(changed))
      }
    }
  })
})

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
