import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../core/json.ts'
import { maxSteps, Steps } from '../../../core/pattern/steps.ts'
import { readPromptValues } from './prompt-values.ts'
import { createBudget, sampleValue } from './sample-value.ts'

const draw = (schema: unknown, prompt = '') => sampleValue(schema, readPromptValues(prompt))
const object = (properties: JsonObject, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
})
const string = { type: 'string' }
const number = { type: 'number' }

describe('arguments look alive', () => {
  const weather = object(
    {
      location: string,
      unit: { type: 'string', enum: ['celsius', 'fahrenheit'] },
      days: { type: 'integer', minimum: 1 },
    },
    ['location'],
  )

  test.each<[string, unknown, unknown]>([
    ['What is the weather in Paris?', weather, { location: 'Paris' }],
    ['Weather in New York in fahrenheit for 3 days', weather, { location: 'New York', unit: 'fahrenheit', days: 3 }],
    ['What is 12 * (3 + 4)?', object({ expression: string }), { expression: '12 * (3 + 4)' }],
    ['Add 2 and 3.5', object({ a: number, b: number }), { a: 2, b: 3.5 }],
    [
      'A flight from Oslo to Rome',
      object({ origin: string, destination: string }),
      { origin: 'Oslo', destination: 'Rome' },
    ],
    [
      'How far is it from Oslo to Rome?',
      object({ places: { type: 'array', items: string } }),
      { places: ['Oslo', 'Rome'] },
    ],
    [
      'Send "See you" to bob@example.com',
      object({ to: { type: 'string', format: 'email' }, body: string }),
      { to: 'bob@example.com', body: 'See you' },
    ],
    ['Who wrote Faust?', object({ query: string }), { query: 'Who wrote Faust?' }],
    [
      'red and blue, please',
      object({ colours: { type: 'array', items: { enum: ['red', 'green', 'blue'] } } }),
      { colours: ['red', 'blue'] },
    ],
    [
      'a verbose report',
      object({ verbose: { type: 'boolean' }, quiet: { type: 'boolean' } }),
      { verbose: true, quiet: false },
    ],
    [
      'draw a square',
      {
        oneOf: [
          object({ kind: { const: 'circle' }, radius: number }),
          object({ kind: { const: 'square' }, side: { type: 'number', minimum: 4 } }),
        ],
      },
      { kind: 'square', side: 4 },
    ],
  ])('%s', (prompt, schema, value) => {
    expect(draw(schema, prompt)).toEqual(value)
  })

  test('a value of the prompt that does not fit is not used', () => {
    expect(draw(object({ count: { type: 'integer', maximum: 5 } }), 'count 99')).toEqual({ count: 1 })
    expect(draw(object({ city: { type: 'string', maxLength: 3 } }), 'in Paris')).toEqual({ city: 'exa' })
  })

  test('a recursive schema that was cut is ended before the cut, by an empty list, null, or another branch', () => {
    const cut = { type: 'STRING', description: 'JSON text of type T = { v: integer, next: T[] }.' }
    const untyped = { description: 'Of type T = { v: integer, next: T | null }.' }
    const node = (next: unknown) => ({
      type: 'OBJECT',
      properties: { v: { type: 'INTEGER' }, next },
      required: ['v', 'next'],
    })
    expect(sampleValue(node({ type: 'ARRAY', items: node({ type: 'ARRAY', items: cut }) }))).toEqual({
      v: 1,
      next: [{ v: 1, next: [] }],
    })
    expect(sampleValue(node({ ...cut, nullable: true }))).toEqual({ v: 1, next: null })
    expect(sampleValue(node({ anyOf: [node(cut), { type: 'BOOLEAN' }] }))).toEqual({ v: 1, next: false })
    expect(sampleValue(node({ ...node(untyped), nullable: true }))).toEqual({ v: 1, next: null })
    // Nothing else is allowed.
    expect(sampleValue(node(cut))).toEqual({ v: 1, next: '{}' })
  })

  test('a string that is described as JSON is JSON', () => {
    const described = (description: string) => draw(object({ data: { type: 'string', description } }), 'in "Paris"')
    expect(described('The body. JSON text of type object.')).toEqual({ data: '{}' })
    expect(described('A JSON-encoded array of names')).toEqual({ data: '[]' })
    expect(described('A list of names as JSON')).toEqual({ data: '[]' })
    expect(described('Any JSON value, as JSON text.')).toEqual({ data: 'Paris' })
  })

  test('values of earlier responses are found by their names', () => {
    const prompt = readPromptValues('then cancel it', new Map([['order id', 'A-17']]))
    expect(sampleValue(object({ orderId: string }), prompt)).toEqual({ orderId: 'A-17' })
  })
})

describe('values conform', () => {
  const tree = object({
    value: { type: 'integer' },
    next: { anyOf: [{ $ref: '#/$defs/tree' }, { type: 'null' }] },
    children: { type: 'array', items: { $ref: '#/$defs/tree' } },
  })

  test.each<[string, unknown, unknown]>([
    ['default first', { type: 'string', default: 'b', examples: ['c'] }, 'b'],
    ['then an example', { type: 'number', example: 7 }, 7],
    ['a default that does not fit is no value', { type: 'integer', default: 'b', minimum: 3 }, 3],
    ['the first of an enum', { enum: ['x', 'y'] }, 'x'],
    ['null last', { type: ['null', 'integer'] }, 1],
    ['lists of old', { type: 'array', items: [string, number], additionalItems: false }, ['example', 2]],
    ['different items', { type: 'array', items: { enum: [1, 2, 3] }, uniqueItems: true, minItems: 3 }, [1, 2, 3]],
    ['contains', { type: 'array', contains: { const: 'x' } }, ['x']],
    ['a step between bounds', { type: 'number', minimum: 1.2, maximum: 2, multipleOf: 0.5 }, 1.5],
    ['exclusive bounds', { type: 'integer', exclusiveMinimum: 4, maximum: 9 }, 5],
    [
      'names by a pattern',
      { type: 'object', patternProperties: { '^x\\d$': number }, additionalProperties: false, minProperties: 1 },
      { x1: 1 },
    ],
    [
      'names by a list',
      { type: 'object', propertyNames: { enum: ['p', 'q'] }, additionalProperties: number, minProperties: 2 },
      { p: 1, q: 1 },
    ],
    [
      'what a name needs',
      { type: 'object', properties: { a: number, b: number }, required: ['a'], dependentRequired: { a: ['b'] } },
      { a: 1, b: 1 },
    ],
    ['allOf', { allOf: [object({ a: number }), object({ b: { const: 2 } })] }, { a: 1, b: 2 }],
    [
      'if and then',
      { ...object({ k: { const: 'x' } }), if: { properties: { k: { const: 'x' } } }, then: { required: ['v'] } },
      { k: 'x', v: 'example v' },
    ],
    ['not', { type: 'integer', not: { maximum: 1 } }, 2],
    ['anchors', { $ref: '#spot', $defs: { a: { $anchor: 'spot', const: 4 } } }, 4],
    [
      'recursion ends as soon as it can',
      { $ref: '#/$defs/tree', $defs: { tree } },
      { value: 1, next: null, children: [] },
    ],
    [
      'the order of propertyOrdering',
      { ...object({ a: number, b: number }), propertyOrdering: ['b', 'a'] },
      { b: 1, a: 1 },
    ],
    ['anything', true, 'example'],
  ])('%s', (_, schema, value) => {
    expect(JSON.stringify(draw(schema))).toBe(JSON.stringify(value))
  })

  test('lists in lists are made once each, so that 60 of them are within the steps of one value (X90)', () => {
    let [schema, value]: [unknown, unknown] = [{ type: 'integer', enum: [1, 2] }, 1]
    for (let level = 0; level < 60; level++) [schema, value] = [{ type: 'array', items: schema }, [value]]
    const both = object({ lists: schema as JsonObject, last: { const: 7 } })
    expect(JSON.stringify(draw(both))).toBe(JSON.stringify({ lists: value, last: 7 }))
    expect(JSON.stringify(draw(both, 'Take 2.'))).toBe(JSON.stringify({ lists: value, last: 7 }).replace('1', '2'))
  })
})

describe('what cannot be', () => {
  test('a loop of required references has no value', () => {
    expect(draw({ $ref: '#/$defs/a', $defs: { a: object({ a: { $ref: '#/$defs/a' } }) } })).toEqual({})
  })

  test('lengths of millions are cut', () => {
    expect(String(draw({ type: 'string', minLength: 1e9 })).length).toBeLessThan(20_000)
  })

  test('a pattern that cannot be read gives words all the same', () => {
    expect(draw(object({ code: { type: 'string', pattern: '(a)\\1' } }))).toEqual({ code: 'example code' })
  })
})

describe('hostile patterns', () => {
  test.each([
    ['repetitions that multiply', { pattern: '^((a{1000}){1000}){1000}$' }],
    ['a loop in a loop in a loop', { pattern: '^(((a*)*)*)*b{30}$', minLength: 5000 }],
    ['a large class, repeated', { pattern: '^[\\u0000-\\uffff]{1000}$' }],
    ['many properties of Unicode', { pattern: '^(?:[\\p{L}a]|[\\p{N}b]|[\\p{S}c]){400}$' }],
    ['a back reference', { pattern: '^(.)\\1$' }],
  ])('%s: an answer in a bounded number of steps (X97)', (_, rule) => {
    const { take } = Steps.prototype
    let taken = 0
    Steps.prototype.take = function (count) {
      taken += count
      return take.call(this, count)
    }
    try {
      expect(typeof draw({ type: 'string', ...rule })).toBe('string')
      expect(taken).toBeLessThan(maxSteps + 1000)
    } finally {
      Steps.prototype.take = take
    }
  })
})

test.each([
  ['texts', { type: 'string', minLength: 10_000 }],
  ['a default', { type: 'string', default: 'd'.repeat(10_000) }],
  ['a constant', { const: { x: 'c'.repeat(10_000) } }],
])('long values take steps by their length: %s in lists are a bounded value (X93)', (_, items) => {
  const schema = { type: 'array', minItems: 100_000, items }
  expect(JSON.stringify(sampleValue(schema)).length).toBeLessThan(1_500_000)
})

test('a list has at most 1,000 items, whatever its schema asks for (X221)', () => {
  expect(draw({ type: 'array', minItems: 100_000, items: { type: 'string' } })).toHaveLength(1_000)
})

test('the values of an answer share their steps; a usual one is made also when they are used up (X221)', () => {
  const budget = createBudget()
  const lists = { type: 'array', minItems: 300, items: { type: 'array', minItems: 300, items: string } }
  for (let count = 0; count < 3; count++) sampleValue(lists, readPromptValues(''), budget)
  expect(budget.left).toBeLessThan(0)
  const left = budget.left
  for (let count = 0; count < 10; count++) sampleValue(lists, readPromptValues(''), budget)
  expect(left - budget.left).toBeLessThan(10_000)
  expect(sampleValue(object({ a: string, b: number }), readPromptValues(''), budget)).toEqual({
    a: expect.any(String),
    b: expect.any(Number),
  })
})
