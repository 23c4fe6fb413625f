import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { CompileOptions } from '../../src/schema/index.ts'
import { fitted } from './fitted.ts'

type Options = Omit<CompileOptions, 'to'>

/** What comes back, issues as one line each: level, pointer, keyword, message. */
function receive(source: unknown, wire: unknown, options: Options = {}) {
  const { value, issues } = fitted(source, options).receive(wire)
  return { value, issues: issues.map((issue) => `${issue.level} ${issue.pointer} ${issue.keyword}: ${issue.message}`) }
}

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const integer = { type: 'integer' }
const string = { type: 'string' }
const record = { type: 'object', additionalProperties: integer }
const pair = { type: 'array', prefixItems: [string, integer], items: false, minItems: 2 }

describe('repaired, because the intent is certain', () => {
  const repaired: readonly (readonly [string, unknown, unknown, unknown, readonly string[]])[] = [
    [
      'an integer in quotes',
      object({ n: integer }),
      { n: '5' },
      { n: 5 },
      ['warning /n type: Read "5" as the number 5.'],
    ],
    [
      'an integer with a point in quotes',
      object({ n: integer }),
      { n: '5.0' },
      { n: 5 },
      ['warning /n type: Read "5.0" as the number 5.'],
    ],
    [
      'a number in quotes',
      object({ n: { type: 'number' } }),
      { n: ' -3e2 ' },
      { n: -300 },
      ['warning /n type: Read " -3e2 " as the number -300.'],
    ],
    [
      '"true"',
      object({ b: { type: 'boolean' } }),
      { b: 'true' },
      { b: true },
      ['warning /b type: Read "true" as true.'],
    ],
    [
      '"False" of Python',
      object({ b: { type: 'boolean' } }),
      { b: 'False' },
      { b: false },
      ['warning /b type: Read "False" as false.'],
    ],
    [
      'a number for a string',
      object({ zip: { type: 'string', pattern: '^\\d{5}$' } }),
      { zip: 12345 },
      { zip: '12345' },
      ['warning /zip type: Read 12345 as the string "12345".'],
    ],
    [
      'JSON text for an object',
      object({ o: object({ a: string }, { required: ['a'] }) }),
      { o: '{"a":"x"}' },
      { o: { a: 'x' } },
      ['warning /o type: Read JSON text as the structure that was asked for.'],
    ],
    [
      'JSON text for a list, with a number in quotes inside',
      object({ l: { type: 'array', items: integer } }),
      { l: '["1",2]' },
      { l: [1, 2] },
      [
        'warning /l type: Read JSON text as the structure that was asked for.',
        'warning /l/0 type: Read "1" as the number 1.',
      ],
    ],
    [
      'null for an absent property',
      object({ a: string, b: integer }, { required: ['b'] }),
      { a: null, b: 1 },
      { b: 1 },
      ['warning /a type: Read null as absent: the property is optional.'],
    ],
    [
      'spaces around a listed value',
      object({ u: { enum: ['celsius', 'kelvin'] } }),
      { u: ' celsius ' },
      { u: 'celsius' },
      ['warning /u enum: Read " celsius " as "celsius".'],
    ],
    [
      'a mistake inside the branch that a discriminator names',
      {
        anyOf: [
          object({ k: { const: 'a' }, n: integer }, { required: ['k', 'n'] }),
          object({ k: { const: 'b' }, s: string }, { required: ['k', 's'] }),
        ],
      },
      { k: 'a', n: '5' },
      { k: 'a', n: 5 },
      ['warning /n type: Read "5" as the number 5.'],
    ],
    [
      'a number in quotes below the cut of a recursion, in the levels that are written out',
      object({ n: integer, next: { $ref: '#' } }),
      { n: 1, next: { n: '2' } },
      { n: 1, next: { n: 2 } },
      ['warning /next/n type: Read "2" as the number 2.'],
    ],
  ]
  test.each(repaired)('%s', (_, source, wire, value, issues) => {
    expect(receive(source, wire)).toEqual({ value, issues })
  })

  test('the whole arguments as JSON text', () => {
    expect(receive(object({ a: string }, { required: ['a'] }), '{"a":"x"}', { root: 'object' })).toEqual({
      value: { a: 'x' },
      issues: ['warning  type: Read JSON text as the structure that was asked for.'],
    })
  })

  test('a required property that is missing takes its default, and the issue names it', () => {
    const source = object({ unit: { type: 'string', default: 'c' }, n: integer }, { required: ['unit', 'n'] })
    const { value, issues } = fitted(source).receive({ n: 1 })
    expect(value).toEqual({ n: 1, unit: 'c' })
    expect(issues).toMatchObject([{ level: 'warning', keyword: 'default' }])
    expect(issues[0]!.message).toContain('unit')
  })

  test('an optional property that is missing takes its default without a word', () => {
    expect(receive(object({ unit: { type: 'string', default: 'c' } }), {})).toEqual({
      value: { unit: 'c' },
      issues: [],
    })
  })

  test('JSON text of a record in the shape of the tool', () => {
    const { value, issues } = fitted(object({ r: record })).receive({ r: '{"a":1}' })
    expect(value).toEqual({ r: { a: 1 } })
    expect(issues).toMatchObject([{ level: 'warning', pointer: '/r' }])
  })

  test('JSON text of a tuple in the shape of the tool', () => {
    const { value, issues } = fitted(object({ t: pair })).receive({ t: '["a",1]' })
    expect(value).toEqual({ t: ['a', 1] })
    expect(issues.every((issue) => issue.level === 'warning' && issue.pointer === '/t')).toBe(true)
    expect(issues).not.toEqual([])
  })

  test('an object for the entries of further properties', () => {
    const source = object({ id: string }, { required: ['id'], additionalProperties: integer })
    const { value, issues } = fitted(source).receive({ id: 'x', extra_properties: { a: 1 } })
    expect(value).toEqual({ id: 'x', a: 1 })
    expect(issues).toMatchObject([{ level: 'warning' }])
  })

  test('warnings point into the value of the tool, as errors do', () => {
    const pointers = (source: object, wire: unknown) =>
      fitted(source)
        .receive(wire)
        .issues.filter((issue) => issue.message.includes('the number'))
        .map((issue) => issue.pointer)
    expect(pointers(object({ r: record }), { r: [{ key: 'a', value: '1' }] })).toEqual(['/r/a'])
    expect(pointers(object({ t: pair }), { t: { item_0: 'a', item_1: '1' } })).toEqual(['/t/1'])
  })

  test('only what is wrong is repaired: a null that is allowed stays', () => {
    const { value } = fitted(object({ n: integer, free: {} })).receive({ n: '5', free: null })
    expect(value).toEqual({ n: 5, free: null })
  })
})

describe("the tool's own shape where the wire has another: taken as it is", () => {
  const taken: readonly (readonly [string, unknown, unknown, unknown, Options?])[] = [
    ['an object where JSON text was due', object({ f: {} }), { f: { a: [1] } }, { f: { a: [1] } }],
    ['an open object', object({ f: { type: 'object' } }), { f: { a: 1 } }, { f: { a: 1 } }],
    ['an object where entries were due', object({ r: record }), { r: { a: 1 } }, { r: { a: 1 } }],
    ['a list for a tuple', object({ t: pair }), { t: ['a', 1] }, { t: ['a', 1] }],
    ['a number of an enum', object({ e: { enum: [1, 2] } }), { e: 2 }, { e: 2 }],
    ['an object of an enum', object({ e: { enum: [{ a: 1 }] } }), { e: { a: 1 } }, { e: { a: 1 } }],
    [
      'a declared object with other properties',
      object({ id: string }, { additionalProperties: integer }),
      { id: 'x', a: 1 },
      { id: 'x', a: 1 },
    ],
    ['a root without its wrapper', { type: 'array', items: integer }, [1, 2], [1, 2], { root: 'object' }],
    ['a record as root without its wrapper', record, { a: 1 }, { a: 1 }, { root: 'object' }],
    [
      'the rest of a recursion as an object',
      object({ c: { $ref: '#' } }),
      { c: { c: {} } },
      { c: { c: {} } },
      { limits: { unroll: 0 } },
    ],
    ['an unknown property of an open object', object({ a: string }), { a: 'x', b: 1 }, { a: 'x', b: 1 }],
    ['null for a nullable property', object({ a: { type: ['string', 'null'] } }), { a: null }, { a: null }],
    [
      'the placeholder of an empty object',
      object({ o: object({}, { additionalProperties: false }) }),
      { o: { value: true } },
      { o: {} },
    ],
  ]
  test.each(taken)('%s', (_, source, wire, value, options) => {
    expect(receive(source, wire, options as Options | undefined)).toEqual({ value, issues: [] })
  })

  test('with numbers in quotes inside, both are said', () => {
    const { value, issues } = fitted(object({ r: record, t: pair })).receive({ r: { a: '1' }, t: ['x', '2'] })
    expect(value).toEqual({ r: { a: 1 }, t: ['x', 2] })
    expect(issues.map((issue) => issue.message)).toEqual([
      'Read an object as the list of entries that was asked for.',
      'Read "1" as the number 1.',
      'Read a list as the object of items that was asked for.',
      'Read "2" as the number 2.',
    ])
  })

  test('an unwrapped root as JSON text', () => {
    const { value, issues } = fitted({ type: 'array', items: integer }, { root: 'object' }).receive('[1,2]')
    expect(value).toEqual([1, 2])
    expect(issues.every((issue) => issue.level === 'warning')).toBe(true)
  })
})

describe('not repaired, because the intent is not certain', () => {
  const refused: readonly (readonly [string, unknown, unknown, readonly string[]])[] = [
    [
      'another letter case',
      object({ u: { enum: ['celsius', 'kelvin'] } }),
      { u: 'Celsius' },
      ['error /u enum: "u" must be one of "celsius", "kelvin"; got "Celsius".'],
    ],
    [
      'a spelling mistake',
      object({ u: { enum: ['celsius'] } }),
      { u: 'celcius' },
      ['error /u enum: "u" must be one of "celsius"; got "celcius".'],
    ],
    [
      'a fraction for an integer',
      object({ n: integer }),
      { n: '5.5' },
      ['error /n type: "n" must be an integer, got the string "5.5".'],
    ],
    [
      'words for a number',
      object({ n: integer }),
      { n: 'five' },
      ['error /n type: "n" must be an integer, got the string "five".'],
    ],
    [
      'a grouped number',
      object({ n: integer }),
      { n: '1,000' },
      ['error /n type: "n" must be an integer, got the string "1,000".'],
    ],
    [
      'a hexadecimal number',
      object({ n: integer }),
      { n: '0x10' },
      ['error /n type: "n" must be an integer, got the string "0x10".'],
    ],
    [
      'an empty string for a number',
      object({ n: integer }),
      { n: '' },
      ['error /n type: "n" must be an integer, got the string "".'],
    ],
    [
      'a number beyond all numbers',
      object({ n: { type: 'number' } }),
      { n: '1e400' },
      ['error /n type: "n" must be a number, got the string "1e400".'],
    ],
    [
      'true for a number',
      object({ n: integer }),
      { n: true },
      ['error /n type: "n" must be an integer, got the boolean true.'],
    ],
    [
      'yes',
      object({ b: { type: 'boolean' } }),
      { b: 'yes' },
      ['error /b type: "b" must be a boolean, got the string "yes".'],
    ],
    [
      '1 for true',
      object({ b: { type: 'boolean' } }),
      { b: 1 },
      ['error /b type: "b" must be a boolean, got the number 1.'],
    ],
    [
      'a number that no string of the pattern is',
      object({ z: { type: 'string', pattern: '^\\d{5}$' } }),
      { z: 123 },
      ['error /z type: "z" must be a string, got the number 123.'],
    ],
    [
      'a list for a string',
      object({ s: string }),
      { s: ['a'] },
      ['error /s type: "s" must be a string, got an array.'],
    ],
    [
      'one item for a list',
      object({ l: { type: 'array', items: string } }),
      { l: 'a' },
      ['error /l type: "l" must be an array, got the string "a".'],
    ],
    [
      'text with commas for a list',
      object({ l: { type: 'array', items: integer } }),
      { l: '1,2' },
      ['error /l type: "l" must be an array, got the string "1,2".'],
    ],
    [
      'JSON text of a list for an object',
      object({ o: object({ a: string }) }),
      { o: '[1]' },
      ['error /o type: "o" must be an object, got the string "[1]".'],
    ],
    [
      'cut JSON text',
      object({ o: object({ a: string }) }),
      { o: '{"a":' },
      ['error /o type: "o" must be an object, got the string "{\\"a\\":".'],
    ],
    [
      'null for a required property',
      object({ b: integer }, { required: ['b'] }),
      { b: null },
      ['error /b type: "b" must be an integer, got null.'],
    ],
    [
      'a required property that is missing',
      object({ b: integer }, { required: ['b'] }),
      {},
      ['error  required: Missing required property "b".'],
    ],
    [
      'a tuple that is too short',
      object({ t: pair }),
      { t: ['a'] },
      ['error /t minItems: "t" must have at least 2 items, got 1.'],
    ],
    [
      'an unknown property of a closed object',
      object({ a: string }, { additionalProperties: false }),
      { a: 'x', b: 1 },
      ['error /b additionalProperties: Unexpected property "b". Known properties: "a".'],
    ],
    [
      'text for an open object',
      object({ f: { type: 'object' } }),
      { f: 'hello' },
      ['error /f type: "f" must be an object, got the string "hello".'],
    ],
    [
      'a number that is none of the members',
      object({ e: { enum: [1, 2] } }),
      { e: 3 },
      ['error /e enum: "e" must be one of 1, 2; got 3.'],
    ],
    [
      'a value beyond a bound',
      object({ n: { type: 'integer', maximum: 5 } }),
      { n: 9 },
      ['error /n maximum: "n" must be at most 5, got 9.'],
    ],
    [
      'a described constraint',
      object({ n: { type: 'number', multipleOf: 5 } }),
      { n: 7 },
      ['error /n multipleOf: "n" must be a multiple of 5, got 7.'],
    ],
    [
      'an excluded bound',
      object({ n: { type: 'number', exclusiveMinimum: 0 } }),
      { n: 0 },
      ['error /n exclusiveMinimum: "n" must be greater than 0, got 0.'],
    ],
    [
      'a string that is too short',
      object({ s: { type: 'string', minLength: 2 } }),
      { s: 'a' },
      ['error /s minLength: "s" must have at least 2 characters, got 1.'],
    ],
  ]
  test.each(refused)('%s', (_, source, wire, issues) => {
    expect(receive(source, wire)).toEqual({ value: wire, issues })
  })

  test('a string of digits where a string is allowed stays a string', () => {
    expect(receive(object({ v: { anyOf: [{ type: 'number' }, string] } }), { v: '5' })).toEqual({
      value: { v: '5' },
      issues: [],
    })
  })

  test('JSON text where a string was asked for stays a string', () => {
    expect(receive(object({ s: string }), { s: '{"a":1}' })).toEqual({ value: { s: '{"a":1}' }, issues: [] })
  })

  test('one mistake that cannot be repaired leaves the whole as it came', () => {
    const { value, issues } = fitted(object({ a: integer, b: integer })).receive({ a: '1', b: 'x' })
    expect(value).toEqual({ a: '1', b: 'x' })
    expect(issues.every((issue) => issue.level === 'error')).toBe(true)
    expect(issues.map((issue) => issue.pointer)).toContain('/b')
  })

  test('a value of no branch: the issue says what the branches are', () => {
    const { issues } = fitted(object({ v: { anyOf: [integer, { type: 'boolean' }] } })).receive({ v: 'x' })
    expect(issues).toMatchObject([
      {
        level: 'error',
        pointer: '/v',
        keyword: 'anyOf',
        message: '"v" must be an integer or a boolean, got the string "x".',
      },
    ])
  })

  test.each([['oops'], [null], [undefined], [[]], [5]])('%j is no arguments', (wire) => {
    const { issues } = fitted(object({ a: string }, { required: ['a'] }), { root: 'object' }).receive(wire)
    expect(issues).toMatchObject([{ level: 'error', pointer: '', keyword: 'type' }])
    expect(issues[0]!.message).toMatch(/^The value must be an object, got /)
  })
})

describe('sources with a validator of their own', () => {
  test('Zod repairs by the wire and parses by itself', () => {
    const source = z.object({ n: z.number().int(), s: z.string().trim() })
    expect(receive(source, { n: '5', s: ' a ' })).toEqual({
      value: { n: 5, s: 'a' },
      issues: ['warning /n type: Read "5" as the number 5.'],
    })
  })

  test('coercion of the source is not a repair', () => {
    expect(receive(z.object({ n: z.coerce.number() }), { n: '5' })).toEqual({ value: { n: 5 }, issues: [] })
  })

  test('a date-time becomes a Date', () => {
    expect(receive(z.object({ at: z.date() }), { at: '2024-05-06T07:08:09Z' })).toEqual({
      value: { at: new Date('2024-05-06T07:08:09Z') },
      issues: [],
    })
  })

  test.each([['5'], ['May'], ['yesterday'], ['1 2 3'], [1715000000000]])('%j is no date-time', (at) => {
    const { value, issues } = fitted(z.object({ at: z.date() })).receive({ at })
    expect(value).toEqual({ at })
    expect(issues).toMatchObject([{ level: 'error', pointer: '/at' }])
  })

  test('asynchronous checks: the async twin', async () => {
    const compiled = fitted(z.object({ n: z.number().refine(async (n) => n > 0) }))
    await expect(compiled.receiveAsync({ n: '5' })).resolves.toEqual({
      value: { n: 5 },
      issues: [{ level: 'warning', pointer: '/n', keyword: 'type', message: 'Read "5" as the number 5.' }],
    })
    expect(() => compiled.check({ n: 1 })).toThrow(expect.objectContaining({ code: 'schema-async' }))
    await expect(compiled.checkAsync({ n: -1 })).resolves.toMatchObject([{ pointer: '/n' }])
  })
})
