import { describe, expect, test } from 'vitest'
import { findJsonError } from './find-json-error.ts'

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
