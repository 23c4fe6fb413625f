import { describe, test } from 'vitest'
import type { DialectCase } from './dialect-case.ts'
import { expectCase } from './dialect-case.ts'
import { dialectSources } from './dialect-sources.ts'

const cases: readonly DialectCase[] = [
  {
    name: 'optional and nullable properties',
    source: dialectSources['optional and nullable properties'],
    schema: {
      type: 'object',
      properties: {
        city: { type: 'string' },
        unit: { type: ['string', 'null'], enum: ['c', 'f', null] },
        days: { type: 'integer', minimum: 1 },
      },
      required: ['city', 'unit'],
      additionalProperties: false,
    },
    changes: [],
    values: [
      [
        { city: 'Oslo', unit: null },
        { city: 'Oslo', unit: null },
      ],
      [
        { city: 'Oslo', unit: 'c', days: 3 },
        { city: 'Oslo', unit: 'c', days: 3 },
      ],
    ],
  },
  {
    name: 'a record',
    source: dialectSources['a record'],
    schema: {
      type: 'object',
      properties: { scores: { type: 'object', additionalProperties: { type: 'integer' } } },
      required: ['scores'],
    },
    changes: [],
    values: [
      [{ scores: {} }, { scores: {} }],
      [{ scores: { ada: 1, 'b c': 2 } }, { scores: { ada: 1, 'b c': 2 } }],
    ],
  },
  {
    name: 'a closed tuple',
    source: dialectSources['a closed tuple'],
    schema: {
      type: 'object',
      properties: {
        at: {
          type: 'array',
          prefixItems: [{ type: 'number' }, { type: 'number' }],
          items: false,
          minItems: 2,
          maxItems: 2,
        },
      },
      required: ['at'],
    },
    changes: [],
    values: [[{ at: [59.9, 10.7] }, { at: [59.9, 10.7] }]],
  },
  {
    name: 'recursion through an optional list',
    source: dialectSources['recursion through an optional list'],
    schema: {
      type: 'object',
      properties: { root: { $ref: '#/$defs/Node' } },
      required: ['root'],
      $defs: {
        Node: {
          type: 'object',
          properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Node' } } },
          required: ['name'],
          additionalProperties: false,
        },
      },
    },
    changes: [' $defs: keyword-reworded, rewritten'],
    values: [
      [{ root: { name: 'a' } }, { root: { name: 'a' } }],
      [
        { root: { name: 'a', children: [{ name: 'b', children: [{ name: 'c' }] }] } },
        { root: { name: 'a', children: [{ name: 'b', children: [{ name: 'c' }] }] } },
      ],
    ],
  },
  {
    name: 'what binds strings',
    source: dialectSources['what binds strings'],
    schema: {
      type: 'object',
      properties: {
        code: { type: 'string', minLength: 2, maxLength: 4, pattern: '^[A-Z]+$' },
        name: { type: 'string', pattern: '^(?!admin)' },
        at: { type: 'string', format: 'date-time' },
        mail: { type: 'string', format: 'email' },
        link: { type: 'string', format: 'uri' },
      },
      required: ['code', 'name', 'at', 'mail', 'link'],
      additionalProperties: false,
    },
    changes: [],
    values: [
      [
        { code: 'AB', name: 'x', at: '2024-01-01T00:00:00Z', mail: 'a@b.co', link: 'http://a.b' },
        { code: 'AB', name: 'x', at: '2024-01-01T00:00:00Z', mail: 'a@b.co', link: 'http://a.b' },
      ],
    ],
  },
  {
    name: 'a condition on a listed property',
    source: dialectSources['a condition on a listed property'],
    schema: {
      type: 'object',
      properties: { pay: { type: 'string', enum: ['card', 'cash'] }, number: { type: 'string' } },
      required: ['pay'],
      additionalProperties: false,
      if: { properties: { pay: { type: 'string', const: 'card' } } },
      then: { required: ['number'] },
    },
    changes: [],
    values: [
      [{ pay: 'cash' }, { pay: 'cash' }],
      [
        { pay: 'card', number: '1' },
        { pay: 'card', number: '1' },
      ],
    ],
  },
  {
    name: 'a list at the root',
    source: dialectSources['a list at the root'],
    schema: {
      type: 'object',
      properties: { value: { type: 'array', items: { type: 'integer' }, minItems: 1, uniqueItems: true } },
      required: ['value'],
    },
    changes: [' type: root-wrapped, encoded'],
    values: [[[1, 2], { value: [1, 2] }]],
  },
  {
    name: 'a union at the root',
    source: {
      anyOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false },
        { type: 'object', properties: { b: { type: 'integer' } }, required: ['b'], additionalProperties: false },
      ],
    },
    schema: {
      type: 'object',
      properties: {
        value: {
          anyOf: [
            { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false },
            { type: 'object', properties: { b: { type: 'integer' } }, required: ['b'], additionalProperties: false },
          ],
        },
      },
      required: ['value'],
    },
    changes: [' type: root-wrapped, encoded'],
    values: [
      [{ a: 'x' }, { value: { a: 'x' } }],
      [{ b: 1 }, { value: { b: 1 } }],
    ],
  },
  {
    name: 'names that have to be replaced',
    source: {
      type: 'object',
      properties: {
        'first name': { type: 'string' },
        first_name: { type: 'integer' },
        größe: { type: 'object', properties: { 'a/b': { type: 'string' } } },
      },
      required: ['first name'],
      additionalProperties: false,
    },
    schema: {
      type: 'object',
      properties: {
        first_name_: { type: 'string' },
        first_name: { type: 'integer' },
        gr__e: { type: 'object', properties: { a_b: { type: 'string' } } },
      },
      required: ['first_name_'],
      additionalProperties: false,
    },
    changes: [' properties: property-renamed, encoded', '/properties/größe properties: property-renamed, encoded'],
    values: [
      [
        { 'first name': 'a', first_name: 1, größe: { 'a/b': 'x' } },
        { first_name_: 'a', first_name: 1, gr__e: { a_b: 'x' } },
      ],
    ],
  },
  {
    name: 'rules of one keyword that hold together',
    source: {
      type: 'object',
      properties: { tag: { type: 'string', allOf: [{ not: { const: 'x' } }, { not: { const: 'y' } }] } },
      required: ['tag'],
      additionalProperties: false,
      allOf: [
        { if: { required: ['a'] }, then: { maxProperties: 2 } },
        { if: { required: ['b'] }, then: { maxProperties: 3 } },
      ],
    },
    schema: {
      type: 'object',
      properties: {
        tag: { type: 'string', not: { type: 'string', const: 'x' }, allOf: [{ not: { type: 'string', const: 'y' } }] },
      },
      required: ['tag'],
      additionalProperties: false,
      if: true,
      then: {
        allOf: [
          { if: { required: ['a'] }, then: { maxProperties: 2 } },
          { if: { required: ['b'] }, then: { maxProperties: 3 } },
        ],
      },
    },
    changes: [' allOf: all-of-merged, rewritten', '/properties/tag allOf: all-of-merged, rewritten'],
    values: [[{ tag: 'z' }, { tag: 'z' }]],
  },
  {
    name: 'allOf of a base and its own properties',
    source: {
      allOf: [
        { $ref: '#/$defs/Base' },
        { type: 'object', properties: { size: { type: 'integer' } }, required: ['size'] },
      ],
      $defs: { Base: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
    },
    schema: {
      type: 'object',
      properties: { id: { type: 'string' }, size: { type: 'integer' } },
      required: ['id', 'size'],
    },
    changes: [
      ' $defs: keyword-reworded, rewritten',
      ' allOf: all-of-merged, rewritten',
      '/allOf/0 $ref: ref-inlined, rewritten',
    ],
    values: [
      [
        { id: 'a', size: 1 },
        { id: 'a', size: 1 },
      ],
    ],
  },
]

describe('anthropic', () => {
  test.each(cases)('$name: the exact output, and values there and back', (each) => {
    expectCase('anthropic', each)
  })
})
