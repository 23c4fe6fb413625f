import { describe, test } from 'vitest'
import type { DialectCase } from './dialect-case.ts'
import { expectCase } from './dialect-case.ts'
import { dialectSources } from './dialect-sources.ts'

const cases: readonly DialectCase[] = [
  {
    name: 'optional and nullable properties',
    source: dialectSources['optional and nullable properties'],
    schema: {
      type: 'OBJECT',
      properties: {
        city: { type: 'STRING' },
        unit: { type: 'STRING', enum: ['c', 'f'], nullable: true },
        days: { type: 'INTEGER', minimum: 1 },
      },
      required: ['city', 'unit'],
      additionalProperties: false,
    },
    changes: [
      '/properties/unit enum: null-to-nullable, rewritten',
      '/properties/unit type: null-to-nullable, rewritten',
    ],
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
    name: 'a discriminated union',
    source: dialectSources['a discriminated union'],
    schema: {
      type: 'OBJECT',
      properties: {
        shape: {
          anyOf: [
            {
              type: 'OBJECT',
              properties: { kind: { type: 'STRING', enum: ['circle'] }, r: { type: 'NUMBER' } },
              required: ['kind', 'r'],
              additionalProperties: false,
            },
            {
              type: 'OBJECT',
              properties: { kind: { type: 'STRING', enum: ['square'] }, side: { type: 'INTEGER' } },
              required: ['kind', 'side'],
              additionalProperties: false,
            },
          ],
        },
      },
      required: ['shape'],
    },
    changes: [
      '/properties/shape oneOf: one-of-disjoint, rewritten',
      '/properties/shape/oneOf/0/properties/kind const: const-to-enum, rewritten',
      '/properties/shape/oneOf/1/properties/kind const: const-to-enum, rewritten',
    ],
    values: [
      [{ shape: { kind: 'circle', r: 1.5 } }, { shape: { kind: 'circle', r: 1.5 } }],
      [{ shape: { kind: 'square', side: 2 } }, { shape: { kind: 'square', side: 2 } }],
    ],
  },
  {
    name: 'a record',
    source: dialectSources['a record'],
    schema: {
      type: 'OBJECT',
      properties: { scores: { type: 'OBJECT', additionalProperties: { type: 'INTEGER' } } },
      required: ['scores'],
    },
    changes: [],
    values: [
      [{ scores: {} }, { scores: {} }],
      [{ scores: { ada: 1, 'b c': 2 } }, { scores: { ada: 1, 'b c': 2 } }],
    ],
  },
  {
    name: 'declared properties and typed others',
    source: dialectSources['declared properties and typed others'],
    schema: {
      type: 'OBJECT',
      properties: { id: { type: 'STRING' } },
      required: ['id'],
      additionalProperties: { type: 'NUMBER' },
    },
    changes: [],
    values: [
      [{ id: 'a' }, { id: 'a' }],
      [
        { id: 'a', x: 1.5 },
        { id: 'a', x: 1.5 },
      ],
    ],
  },
  {
    name: 'recursion through an optional list',
    source: dialectSources['recursion through an optional list'],
    schema: {
      type: 'OBJECT',
      properties: { root: { ref: '#/defs/Node' } },
      required: ['root'],
      defs: {
        Node: {
          type: 'OBJECT',
          properties: { name: { type: 'STRING' }, children: { type: 'ARRAY', items: { ref: '#/defs/Node' } } },
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
    name: 'what binds numbers',
    source: dialectSources['what binds numbers'],
    schema: {
      type: 'OBJECT',
      properties: {
        n: { type: 'NUMBER', minimum: 0, maximum: 1, description: 'Must be greater than 0.' },
        i: { type: 'INTEGER', minimum: 1, description: 'Must be a multiple of 5.' },
        level: { type: 'INTEGER', minimum: 1, maximum: 3 },
      },
      required: ['n', 'i', 'level'],
      additionalProperties: false,
    },
    changes: [
      '/properties/i exclusiveMinimum: bound-made-inclusive, rewritten',
      '/properties/i multipleOf: constraint-described, described',
      '/properties/level enum: enum-to-type, rewritten',
      '/properties/n exclusiveMinimum: constraint-described, described',
    ],
    values: [
      [
        { n: 0.5, i: 5, level: 2 },
        { n: 0.5, i: 5, level: 2 },
      ],
    ],
  },
  {
    name: 'what binds strings',
    source: dialectSources['what binds strings'],
    schema: {
      type: 'OBJECT',
      properties: {
        code: { type: 'STRING', minLength: '2', maxLength: '4', pattern: '^[A-Z]+$' },
        name: { type: 'STRING', pattern: '^(?!admin)' },
        at: { type: 'STRING', format: 'date-time' },
        mail: { type: 'STRING', description: 'Format: email.' },
        link: { type: 'STRING', description: 'Format: uri.' },
      },
      required: ['code', 'name', 'at', 'mail', 'link'],
      additionalProperties: false,
    },
    changes: [
      '/properties/link format: format-described, described, not enforced',
      '/properties/mail format: format-described, described, not enforced',
    ],
    values: [
      [
        { code: 'AB', name: 'x', at: '2024-01-01T00:00:00Z', mail: 'a@b.co', link: 'http://a.b' },
        { code: 'AB', name: 'x', at: '2024-01-01T00:00:00Z', mail: 'a@b.co', link: 'http://a.b' },
      ],
    ],
  },
  {
    name: 'a value of which nothing is known',
    source: dialectSources['a value of which nothing is known'],
    schema: {
      type: 'OBJECT',
      properties: {
        data: { type: 'STRING', description: 'Any JSON value, as JSON text.' },
        options: { type: 'OBJECT', additionalProperties: true },
      },
      required: ['data', 'options'],
    },
    changes: ['/properties/data type: free-form-to-json-text, encoded'],
    values: [
      [
        { data: [1, 'a'], options: { a: { b: null } } },
        { data: '[1,"a"]', options: { a: { b: null } } },
      ],
      [
        { data: '5', options: {} },
        { data: '"5"', options: {} },
      ],
    ],
  },
  {
    name: 'a description beside a reference',
    source: dialectSources['a description beside a reference'],
    schema: {
      type: 'OBJECT',
      properties: { from: { ref: '#/defs/Place', description: 'Where from.' }, to: { ref: '#/defs/Place' } },
      required: ['from', 'to'],
      defs: {
        Place: {
          type: 'OBJECT',
          properties: { city: { type: 'STRING' } },
          required: ['city'],
          additionalProperties: false,
        },
      },
    },
    changes: [' $defs: keyword-reworded, rewritten'],
    values: [
      [
        { from: { city: 'a' }, to: { city: 'b' } },
        { from: { city: 'a' }, to: { city: 'b' } },
      ],
    ],
  },
  {
    name: 'a list at the root',
    source: dialectSources['a list at the root'],
    schema: {
      type: 'OBJECT',
      properties: {
        value: { type: 'ARRAY', items: { type: 'INTEGER' }, minItems: '1', description: 'Items must be unique.' },
      },
      required: ['value'],
    },
    changes: [' type: root-wrapped, encoded', ' uniqueItems: constraint-described, described'],
    values: [[[1, 2], { value: [1, 2] }]],
  },
]

describe('vertex', () => {
  test.each(cases)('$name: the exact output, and values there and back', (each) => {
    expectCase('vertex', each)
  })
})
