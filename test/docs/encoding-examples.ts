import type { JsonObject } from '../../src/core/json.ts'
import type { Encoding } from '../../src/schema/ir/node.ts'
import type { CompileOptions } from '../../src/schema/options.ts'

/** A source, and values of the tool that show how it is encoded. */
export interface EncodingExample {
  readonly source: JsonObject | string
  readonly options?: Partial<CompileOptions>
  readonly values: readonly unknown[]
}

const text = { type: 'string' }
const integer = { type: 'integer' }
const folder = {
  type: 'object',
  properties: { name: text, folders: { type: 'array', items: { $ref: '#/$defs/folder' } } },
  required: ['name'],
  additionalProperties: false,
}
const root = {
  type: 'object',
  properties: { root: { $ref: '#/$defs/folder' } },
  additionalProperties: false,
  $defs: { folder },
}
const folders = [{ root: { name: 'a', folders: [{ name: 'b' }] } }]

/** Names, absent properties and references are no encodings of a whole value, so the tree has no kind for them. */
type Shown =
  | Encoding['type']
  | 'empty-name'
  | 'refused-name'
  | 'absent'
  | 'kept-reference'
  | 'vertex-reference'
  | 'cut'
  | 'extras-text'

/** One example for every encoding; docs/encodings.md shows them. */
export const encodingExamples: Readonly<Record<Shown, EncodingExample>> = {
  entries: {
    source: { type: 'object', additionalProperties: integer },
    values: [{ ada: 97, grace: 88 }, {}],
  },
  extras: {
    source: { type: 'object', properties: { id: text }, required: ['id'], additionalProperties: integer },
    values: [{ id: 'x', width: 3 }, { id: 'x' }],
  },
  'extras-text': {
    source: { type: 'object', properties: { id: text }, required: ['id'], additionalProperties: true },
    values: [{ id: 'x', plan: { seats: 3 }, vip: true }, { id: 'x' }],
  },
  tuple: {
    source: { type: 'array', prefixItems: [text, integer], items: { type: 'boolean' }, minItems: 1 },
    values: [['a', 1], ['a'], ['a', 1, true, false]],
  },
  labels: {
    source: { enum: [1, 2.5, true, '1', 'auto', { unit: 'C' }] },
    values: [1, 2.5, true, '1', 'auto', { unit: 'C' }],
  },
  'json-text': {
    source: { type: 'object', properties: { value: {} } },
    values: [
      { value: { unit: 'C', digits: [2, 1] } },
      { value: 21.5 },
      { value: 'hello' },
      { value: '21.5' },
      { value: null },
    ],
  },
  wrap: {
    source: { type: 'array', items: text },
    options: { root: 'object' },
    values: [['a', 'b']],
  },
  nothing: {
    source: { type: 'object', properties: { options: { type: 'object', additionalProperties: false } } },
    values: [{ options: {} }],
  },
  tag: {
    source: {
      anyOf: [
        { type: 'object', additionalProperties: text },
        { type: 'array', items: text },
      ],
    },
    values: [{ Accept: 'text/html' }, ['text/html']],
  },
  native: {
    source:
      'z.object({ day: z.date(), total: z.bigint(), seats: z.map(z.string(), z.number()), tags: z.set(z.string()) })',
    values: [{ day: new Date('2026-03-01T09:00:00Z'), total: 12n, seats: new Map([['A', 4]]), tags: new Set(['new']) }],
  },
  'empty-name': {
    source: { type: 'object', properties: { '': text, _: text } },
    values: [{ '': 'no name', _: 'a name' }],
  },
  'refused-name': {
    source: { type: 'object', properties: { 'first name': text, first_name: text, größe: integer } },
    options: { to: 'anthropic' },
    values: [{ 'first name': 'Ada', first_name: 'Grace', größe: 170 }],
  },
  absent: {
    source: { type: 'object', properties: { city: text, days: integer }, required: ['city'] },
    options: { to: 'openai-strict' },
    values: [{ city: 'Graz' }, { city: 'Graz', days: 3 }],
  },
  'kept-reference': { source: root, options: { to: 'gemini-json' }, values: folders },
  'vertex-reference': { source: root, options: { to: 'vertex' }, values: folders },
  cut: {
    source: {
      type: 'object',
      properties: { next: { anyOf: [{ $ref: '#' }, { type: 'null' }] } },
      required: ['next'],
      additionalProperties: false,
    },
    options: { to: 'gemini-json', limits: { unroll: 1 } },
    values: [{ next: { next: { next: null } } }],
  },
}
