import { expect, test } from 'vitest'
import { openDocument } from '../document/document.ts'
import type { Schema } from '../document/schema.ts'
import { applyDefaults } from './apply-defaults.ts'
import { createValidator } from './create-validator.ts'

function fill(schema: unknown, value: unknown): unknown {
  const document = openDocument(schema as Schema)
  return applyDefaults(document, createValidator(document), value)
}

const units = { properties: { units: { type: 'string', default: 'celsius' } } }

test.each<[name: string, schema: unknown, value: unknown, filled: unknown]>([
  ['an absent property', units, {}, { units: 'celsius' }],
  ['a property that is undefined', units, { units: undefined }, { units: 'celsius' }],
  ['a default behind a $ref', { properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { default: 1 } } }, {}, { a: 1 }],
  [
    'a default beside a $ref',
    { properties: { a: { $ref: '#/$defs/a', default: 2 } }, $defs: { a: { default: 1 } } },
    {},
    { a: 2 },
  ],
  ['properties of an allOf', { allOf: [units, { required: ['a'] }] }, { a: 1 }, { a: 1, units: 'celsius' }],
  ['items', { items: units }, [{}, { units: 'k' }, 5], [{ units: 'celsius' }, { units: 'k' }, 5]],
  ['a position of a tuple', { prefixItems: [{}, units] }, [{}, {}], [{}, { units: 'celsius' }]],
  ['values of a record', { additionalProperties: units }, { a: {} }, { a: { units: 'celsius' } }],
  ['a nested object that is there', { properties: { a: units } }, { a: {} }, { a: { units: 'celsius' } }],
  ['what a default leaves open', { properties: { a: { ...units, default: {} } } }, {}, { a: { units: 'celsius' } }],
  [
    'the first branch that accepts',
    { anyOf: [{ required: ['x'], properties: { x: {}, a: { default: 1 } } }, { properties: { b: { default: 2 } } }] },
    {},
    { b: 2 },
  ],
  [
    'a property called __proto__',
    { properties: JSON.parse('{"__proto__":{"default":1}}') },
    {},
    JSON.parse('{"__proto__":1}'),
  ],
  ['null', { properties: { a: { type: ['string', 'null'], default: null } } }, {}, { a: null }],
])('fills %s', (_, schema, value, filled) => {
  const before = JSON.stringify(value)
  expect(fill(schema, value)).toEqual(filled)
  expect(JSON.stringify(value)).toBe(before)
})

test.each<[name: string, schema: unknown, value: unknown]>([
  ['a value that is there', units, { units: 'kelvin' }],
  ['an absent object', { properties: { a: units } }, {}],
  ['a default that its own schema refuses', { properties: { a: { type: 'string', default: null } } }, {}],
  ['a default that would break the object', { ...units, maxProperties: 1 }, { a: 1 }],
  ['a default that would fit a second branch', { oneOf: [units, { required: ['units'] }] }, {}],
  [
    'a default that would break the whole',
    { properties: { a: units }, not: { properties: { a: { required: ['units'] } }, required: ['a'] } },
    { a: {} },
  ],
  ['a value that is no object', units, 'text'],
])('leaves alone %s', (_, schema, value) => {
  expect(fill(schema, value)).toBe(value)
})

const node = { $ref: '#', default: {} }

test.each<[name: string, schema: unknown, filled: unknown]>([
  ['a schema that refers to itself', { type: 'object', properties: { child: node } }, { child: {} }],
  [
    'two properties that do',
    { properties: { a: node, b: node, n: { default: 1 } } },
    { a: { n: 1 }, b: { n: 1 }, n: 1 },
  ],
  [
    'definitions that refer to each other',
    {
      $ref: '#/$defs/a',
      $defs: {
        a: { properties: { b: { $ref: '#/$defs/b', default: {} } } },
        b: { properties: { a: { $ref: '#/$defs/a', default: {} } } },
      },
    },
    { b: { a: {} } },
  ],
])('fills a default once, never inside itself: %s', (_, schema, filled) => {
  expect(fill(schema, {})).toEqual(filled)
})

test('fills a bounded number of defaults inside each other', () => {
  const size = (value: unknown): number =>
    Object.values(value as object).reduce((sum: number, each) => sum + 1 + size(each), 0)
  const names = Array.from({ length: 12 }, (_, index) => `p${index}`)
  expect(size(fill({ properties: Object.fromEntries(names.map((name) => [name, { ...node }])) }, {}))).toBeLessThan(
    1100,
  )
  const $defs = Object.fromEntries(names.concat('end').map((name, index) => [name, { properties: { l: { $ref: `#/$defs/p${index + 1}`, default: {} }, r: { $ref: `#/$defs/p${index + 1}`, default: {} } } }])) // biome-ignore format: a table
  expect(size(fill({ $ref: '#/$defs/p0', $defs }, {}))).toBeLessThan(1100)
  const chain = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`d${index}`, { properties: { next: { $ref: `#/$defs/d${index + 1}`, default: {} } } }])) // biome-ignore format: a table
  expect(size(fill({ $ref: '#/$defs/d0', $defs: chain }, {}))).toBeLessThan(50)
})

test('a value as deep as any may be is not filled beyond that', () => {
  const schema = { properties: { next: { $ref: '#' }, a: { default: [[[[[1]]]]] } } }
  let value: object = {}
  for (let i = 0; i < 997; i++) value = { next: value }
  expect(fill(schema, value)).toBe(value)
})

test('a default that breaks one object does not keep others from theirs', () => {
  const schema = { items: { ...units, maxProperties: 1 } }
  expect(fill(schema, [{}, { a: 1 }])).toEqual([{ units: 'celsius' }, { a: 1 }])
})

test('copies only what changes, and never hands out the schema itself', () => {
  const schema = { properties: { a: { properties: { list: { default: [1] } } }, b: {} } }
  const value = { a: {}, b: { c: 1 } }
  const filled = fill(schema, value) as { a: { list: number[] }; b: object }
  expect(filled.b).toBe(value.b)
  expect(filled.a.list).not.toBe(schema.properties.a.properties.list.default)
})

test('a value 500 deep is filled through a recursive schema', () => {
  const schema = {
    anyOf: [{ type: 'null' }, { type: 'object', properties: { next: { $ref: '#' }, v: { default: 1 } } }],
  }
  let value: unknown = null
  for (let i = 0; i < 500; i++) value = { next: value }
  let depth = 0
  for (let at = fill(schema, value) as { next: never; v: number } | null; at !== null; at = at.next) depth += at.v
  expect(depth).toBe(500)
})
