import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonMembers } from './json-reader.ts'
import { parseJsonText } from './json-syntax.ts'

function errorOf(text: string): string {
  const { outcome } = parseJsonText(text)
  if ('value' in outcome) throw new Error(`${text} was read`)
  return outcome.rejection.message
}

function read(text: string): unknown {
  const { outcome } = parseJsonText(text)
  if ('value' in outcome) return outcome.value
  throw new Error(outcome.rejection.message)
}

/** The value as JSON.parse gives it. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(plain)
  if (value instanceof JsonMembers) return toObject(value.entries)
  return typeof value === 'object' && value !== null ? toObject(Object.entries(value)) : value
}

function toObject(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries.map(([key, value]) => [key, plain(value)]))
}

const invalid = 'Invalid JSON payload received. '

describe('a text that is no JSON is refused with the place where the parser stopped', () => {
  test.each([
    // The two samples of production.
    ['not json', 'Unexpected token.\nnot json\n^'],
    ['{not json', 'Expected : between key:value pair.\n{not json\n     ^'],
    ['{"theme"  "Children" }', 'Expected : between key:value pair.\n{"theme"  "Children" }\n          ^'],
    ['{"a": 1 "b": 2}', 'Expected , or } after key:value pair.\n{"a": 1 "b": 2}\n        ^'],
    ['[1 2]', 'Expected , or ] after array value.\n[1 2]\n   ^'],
    ['{,}', 'Expected an object key or }.\n{,}\n ^'],
    ['{5: 1}', 'Expected an object key or }.\n{5: 1}\n ^'],
    ['{null: 1}', 'Expected an object key or }.\n{null: 1}\n     ^'],
    ['{foo-bar: 1}', 'Expected : between key:value pair.\n{foo-bar: 1}\n    ^'],
    ['[,1, 2, 3]', 'Unexpected token.\n[,1, 2, 3]\n ^'],
    ['[1], 2', 'Parsing terminated before end of input.\n[1], 2\n   ^'],
    ['{"a": trueish}', 'Expected , or } after key:value pair.\n{"a": trueish}\n          ^'],
    ['{"a": 012}', 'Octal/hex numbers are not valid JSON values.\n{"a": 012}\n      ^'],
    ['[-012]', 'Octal/hex numbers are not valid JSON values.\n[-012]\n ^'],
    ['[0x10]', 'Octal/hex numbers are not valid JSON values.\n[0x10]\n ^'],
    ['[-]', 'Unable to parse number.\n[-]\n ^'],
    ['[1e]', 'Unable to parse number.\n[1e]\n ^'],
    ['[1-2]', 'Unable to parse number.\n[1-2]\n ^'],
    ['[1e999]', 'Number exceeds the range of double.\n[1e999]\n ^'],
    [`["\\u12G4"]`, 'Invalid escape sequence.\n["\\u12G4"]\n  ^'],
    [`["\\ud800\\uXXXX"]`, 'Invalid escape sequence.\n["\\ud800\\uXXXX"]\n  ^'],
  ])('%j', (text, message) => {
    expect(errorOf(text)).toBe(`${invalid}${message}`)
  })
})

describe('where the text ends too early, or a character starts no token, only what follows is shown', () => {
  test.each([
    ['{"a": 1', 'Unexpected end of string. Expected , or } after key:value pair.\n1\n ^'],
    ['{"a": true', 'Unexpected end of string. Expected , or } after key:value pair.\n\n^'],
    ['{"a": true  ', 'Unexpected end of string. Expected , or } after key:value pair.\n\n^'],
    ['{"a"', 'Unexpected end of string. Expected : between key:value pair.\n\n^'],
    ['{abc', 'Unexpected end of string. Expected : between key:value pair.\nabc\n   ^'],
    ['{', 'Unexpected end of string. Expected an object key or }.\n\n^'],
    ['[', 'Unexpected end of string. Expected a value or ] within an array.\n\n^'],
    ['[true', 'Unexpected end of string. Expected , or ] after array value.\n\n^'],
    ['[true,', 'Unexpected end of string. Expected a value or ] within an array.\n\n^'],
    ['{"a":', 'Unexpected end of string. Expected a value.\n\n^'],
    [' ', 'Unexpected end of string. Expected a value.\n\n^'],
    ['"abc', 'Closing quote expected in string.\n\n^'],
    ['["abc\\', 'Closing quote expected in string.\n\\\n^'],
    ['["abc\\"', 'Closing quote expected in string.\n\n^'],
    ['["abc\\u12', 'Illegal hex string.\n\\u12\n^'],
    ['{"a": }', 'Unexpected token.\n}\n^'],
    ['[fals', 'Unexpected token.\nfals\n^'],
    ['@', 'Expected a value.\n@\n^'],
    ['[@]', 'Expected a value or ] within an array.\n@]\n^'],
    ['[1 @]', 'Expected , or ] after array value.\n@]\n^'],
    ['{"a" @', 'Expected : between key:value pair.\n@\n^'],
    ['{"a": 1 @', 'Expected , or } after key:value pair.\n@\n^'],
    ['{@', 'Expected an object key or }.\n@\n^'],
  ])('%j', (text, message) => {
    expect(errorOf(text)).toBe(`${invalid}${message}`)
  })
})

describe('the text around the place', () => {
  test('has up to 20 bytes on each side', () => {
    const text = `{"a": "${'x'.repeat(30)}" "${'y'.repeat(30)}"}`
    expect(errorOf(text)).toBe(
      `${invalid}Expected , or } after key:value pair.\n${'x'.repeat(18)}" "${'y'.repeat(19)}\n${' '.repeat(20)}^`,
    )
  })
  test('is counted in bytes, and the caret too', () => {
    expect(errorOf('{"é": "ü" 1}')).toBe(`${invalid}Expected , or } after key:value pair.\n{"é": "ü" 1}\n            ^`)
  })
  test('gives way to a general text where it would cut a character in two', () => {
    for (const text of [`["é${'x'.repeat(17)}" "y"]`, `["x" "${'y'.repeat(18)}😀"]`]) {
      expect(errorOf(text)).toBe('Request contains an invalid argument.')
    }
  })
})

describe('the grammar is more lenient than that of JSON', () => {
  test.each([
    [`{'a': 'it"s'}`, { a: 'it"s' }],
    ['{a: 1, $b_2: 2, nullable: 3}', { a: 1, $b_2: 2, nullable: 3 }],
    ['{"a": 1,}', { a: 1 }],
    ['[1, 2,]', [1, 2]],
    ['["a\nb\tc"]', ['a\nb\tc']],
    ['["\\v\\q\\\'"]', ["\vq'"]],
    ['[1., -.5, 00.5, 1.e2]', [1, -0.5, 0.5, 100]],
    ['\v\f[1]\r\n', [1]],
    ['["\\ud83d\\ude00"]', ['😀']],
    // Half of a character alone becomes the replacement character.
    ['["\\ud83dA", "\\ude00", "\\ud83d\\u0041 and more"]', ['\ufffdA', '\ufffd', '\ufffdA and more']],
    ['["\\ud83d"]', ['\ufffd']],
  ])('%j', (text, value) => {
    expect(read(text)).toEqual(value)
  })
})

describe('numbers', () => {
  test('are exact up to 64 bits, and doubles beyond', () => {
    expect(
      read('[9007199254740993, 18446744073709551615, -9223372036854775808, 18446744073709551616, -0, -0.0]'),
    ).toEqual([9007199254740993n, 18446744073709551615n, -9223372036854775808n, 2 ** 64, 0, -0])
  })
})

describe('objects', () => {
  test('keep keys that come twice, and the order of all', () => {
    expect(read('{"b": 1, "a": 2, "b": 3}')).toEqual(
      new JsonMembers([
        ['b', 1],
        ['a', 2],
        ['b', 3],
      ]),
    )
    expect(read('{"b": 1, "2": 2, "1": 3}')).toEqual(
      new JsonMembers([
        ['b', 1],
        ['2', 2],
        ['1', 3],
      ]),
    )
  })
  test('may have keys that mean something to JavaScript', () => {
    expect(read('{"__proto__": {"x": 1}}')).toEqual(new JsonMembers([['__proto__', { x: 1 }]]))
    expect(read('{"constructor": 1, "toString": 2}')).toEqual({ constructor: 1, toString: 2 })
  })
})

describe('nesting', () => {
  const nested = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels)
  test('of objects and lists may be 100 deep', () => {
    expect(() => read(nested('[', ']', 100))).not.toThrow()
    expect(errorOf(nested('[', ']', 101))).toBe(`${invalid}Message too deep. Max recursion depth reached in array`)
    expect(() => read(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`)).not.toThrow()
    expect(errorOf('{"a":'.repeat(101))).toBe(`${invalid}Message too deep. Max recursion depth reached for key 'a'`)
  })
  test('a million deep is refused at once', () => {
    expect(errorOf('['.repeat(1_000_000))).toContain('Message too deep')
  })
})

describe('any text', () => {
  const space = fc.constantFrom(undefined, 1, 2, '\t')

  test('that is JSON is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), space, (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const expected = JSON.parse(text, (_, part) => (typeof part === 'string' ? wellFormed(part) : part))
        expect(plain(read(text))).toEqual(expected)
      }),
      { numRuns: 2_000 },
    )
  })

  test('gets a value or an error, wherever it is cut and whatever is put in', () => {
    const pieces = fc.constantFrom(...'{}[]:,"\'\\-.0x1e+@é '.split(''), 'null', 'true', 'fals', '\\u', '\\ud800', '😀')
    const cut = fc.tuple(fc.json(), fc.array(fc.tuple(fc.nat(), fc.nat(2), pieces), { maxLength: 3 }), fc.nat())
    fc.assert(
      fc.property(
        fc.oneof(
          cut.map(mutate),
          fc.string({ unit: 'binary' }),
          fc.array(pieces).map((all) => all.join('')),
        ),
        (text) => {
          const { outcome } = parseJsonText(text)
          if ('rejection' in outcome) {
            expect(outcome.rejection.message).toMatch(
              /^(Invalid JSON payload received\. |Request contains an invalid arg)/,
            )
            expect(outcome.rejection.field).toBeUndefined()
          }
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

function mutate([json, edits, end]: [string, [number, number, string][], number]): string {
  let text = json
  for (const [at, length, piece] of edits) {
    const position = at % (text.length + 1)
    text = text.slice(0, position) + piece + text.slice(position + length)
  }
  return end % 3 === 0 ? text : text.slice(0, end % (text.length + 1))
}

/** Halves of characters become U+FFFD. */
function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
}
