import { expect, test } from 'vitest'
import type { JsonObject } from '../../core/json.ts'
import { compileSchema } from '../compile.ts'
import { openDocument } from '../document/document.ts'
import { gemini } from './gemini.ts'
import { writePlainGemini } from './write-plain-gemini.ts'

/** What is written of a schema; what is handed to the compiler stands there as its own schema, marked. */
function write(schema: JsonObject, root: 'any' | 'object' = 'any') {
  const { limits } = gemini
  const document = openDocument(schema)
  return writePlainGemini({
    schema,
    root,
    limits,
    hasNatives: false,
    resolve: (from, ref) => document.resolve(from, ref),
    compilePart: (part) => ({ compiled: part }),
  })
}

/** The one property of an object with this schema. */
function field(schema: JsonObject, $defs: JsonObject = {}) {
  const written = write({ type: 'object', properties: { a: schema }, $defs })
  return (written?.schema['properties'] as JsonObject | undefined)?.['a']
}

test('what every keyword of travels one to one is written as it is, and is not encoded', () => {
  expect(
    write({
      type: 'object',
      properties: { city: { type: 'string', maxLength: 9 } },
      required: ['city'],
      $comment: '-',
    }),
  ).toEqual({
    schema: { type: 'OBJECT', properties: { city: { type: 'STRING', maxLength: '9' } }, required: ['city'] },
    isEncoded: false,
  })
})

test('exclusive bounds become inclusive ones, in words where numbers lie between', () => {
  expect(field({ type: 'integer', exclusiveMinimum: 0 })).toEqual({ type: 'INTEGER', minimum: 1 })
  expect(field({ type: 'number', exclusiveMaximum: 1 })).toEqual({
    type: 'NUMBER',
    maximum: 1,
    description: 'Must be less than 1.',
  })
})

test('listed values that are no strings get labels, their default too', () => {
  expect(field({ type: 'integer', enum: [1, 2], default: 2 })).toEqual({
    type: 'STRING',
    enum: ['1', '2'],
    default: '2',
  })
  expect(field({ const: 'x' })).toEqual({ type: 'STRING', enum: ['x'] })
  expect(field({ enum: ['a', null] })).toEqual({ type: 'STRING', enum: ['a'], nullable: true })
})

test('objects and values of which nothing is known are JSON text', () => {
  expect(field({ type: 'object', description: 'Options.' })).toEqual({
    type: 'STRING',
    description: 'Options. JSON text of type object.',
  })
  expect(field({})).toEqual({ type: 'STRING', description: 'Any JSON value, as JSON text.' })
  expect(write({ type: 'object', properties: { a: {} } })?.isEncoded).toBe(true)
})

test('a record is a list of entries', () => {
  expect(field({ type: 'object', additionalProperties: { type: 'number' } })).toEqual({
    type: 'ARRAY',
    items: {
      type: 'OBJECT',
      properties: { key: { type: 'STRING' }, value: { type: 'NUMBER' } },
      required: ['key', 'value'],
    },
  })
})

test('a reference is replaced by what it names, with what is said around it', () => {
  const $defs = { city: { type: 'string', description: 'A city.' } }
  expect(field({ $ref: '#/$defs/city', description: 'Where from.' }, $defs)).toEqual({
    type: 'STRING',
    description: 'Where from. A city.',
  })
  expect(field({ anyOf: [{ $ref: '#/$defs/city' }, { type: 'null' }] }, $defs)).toEqual({
    type: 'STRING',
    nullable: true,
    description: 'A city.',
  })
})

test('a union that a constant tells apart is one of anyOf', () => {
  const branch = (kind: string): JsonObject => ({
    type: 'object',
    properties: { kind: { const: kind } },
    required: ['kind'],
  })
  const written = (kind: string) => ({
    type: 'OBJECT',
    properties: { kind: { type: 'STRING', enum: [kind] } },
    required: ['kind'],
  })
  expect(field({ oneOf: [branch('x'), branch('y')] })).toEqual({ anyOf: [written('x'), written('y')] })
})

test('what has no one form is compiled by itself: branches that may overlap, texts beside texts, other keywords', () => {
  for (const schema of [
    { oneOf: [{ type: 'string' }, { type: 'string', maxLength: 3 }] },
    { anyOf: [{ type: 'object' }, { type: 'string' }] },
    { type: 'number', multipleOf: 2 },
    { type: ['string', 'number'] },
    { $ref: '#/$defs/nowhere' },
  ] satisfies JsonObject[]) {
    expect(field(schema)).toEqual({ compiled: schema })
  }
})

test('a flag on a property speaks of the list around it, so the object is compiled with it', () => {
  const inner: JsonObject = { type: 'object', properties: { b: { type: 'string', required: true } } }
  expect(field(inner)).toEqual({ compiled: inner })
})

test('what contains itself is left to the compiler, from its first reference on', () => {
  const node: JsonObject = { type: 'object', properties: { next: { $ref: '#/$defs/node' } } }
  const compiled = compileSchema(
    { type: 'object', properties: { list: { $ref: '#/$defs/node' } }, $defs: { node } },
    { to: 'gemini', limits: { unroll: 1 } },
  )
  expect(compiled.schema).toEqual({
    type: 'OBJECT',
    properties: {
      list: {
        type: 'OBJECT',
        properties: {
          next: {
            type: 'OBJECT',
            properties: {
              next: { type: 'STRING', description: 'JSON text of type node = { next?: node }.' },
            },
          },
        },
      },
    },
  })
})

test('the parameters of a tool are an object, or left to the compiler', () => {
  expect(write({ type: 'object', properties: {} }, 'object')?.schema).toEqual({
    type: 'OBJECT',
    properties: { value: { type: 'BOOLEAN', description: 'Not used. Leave it out.' } },
  })
  expect(write({ type: 'string' }, 'object')).toBe(undefined)
  expect(write({ type: ['object', 'null'], properties: { a: { type: 'string' } } }, 'object')).toBe(undefined)
})
