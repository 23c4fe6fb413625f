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
        unit: { anyOf: [{ type: 'string', enum: ['c', 'f'] }, { type: 'null' }] },
        days: { type: 'integer', minimum: 1 },
      },
      required: ['city', 'unit'],
      additionalProperties: false,
    },
    changes: ['/properties/unit enum: null-to-nullable, rewritten'],
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
      type: 'object',
      properties: {
        shape: {
          anyOf: [
            {
              type: 'object',
              properties: { kind: { type: 'string', enum: ['circle'] }, r: { type: 'number' } },
              required: ['kind', 'r'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: { kind: { type: 'string', enum: ['square'] }, side: { type: 'integer' } },
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
    name: 'a loop of required properties, which nullable ones end',
    source: {
      type: 'object',
      properties: { value: { type: 'integer' }, next: { anyOf: [{ $ref: '#' }, { type: 'null' }] } },
      required: ['value', 'next'],
      additionalProperties: false,
    },
    schema: {
      type: 'object',
      properties: {
        value: { type: 'integer' },
        next: { anyOf: [{ $ref: '#' }, { type: 'null' }] },
      },
      required: ['value'],
      additionalProperties: false,
      description: 'Must have "next".',
    },
    changes: [' required: required-loop-opened, described', '/properties/next anyOf: null-to-nullable, rewritten'],
    values: [
      [
        { value: 1, next: { value: 2, next: null } },
        { value: 1, next: { value: 2, next: null } },
      ],
    ],
  },
  {
    name: 'what binds numbers',
    source: dialectSources['what binds numbers'],
    schema: {
      type: 'object',
      properties: {
        n: { type: 'number', minimum: 0, maximum: 1, description: 'Must be greater than 0.' },
        i: { type: 'integer', minimum: 1, description: 'Must be a multiple of 5.' },
        level: { type: 'integer', enum: [1, 2, 3] },
      },
      required: ['n', 'i', 'level'],
      additionalProperties: false,
    },
    changes: [
      '/properties/i exclusiveMinimum: bound-made-inclusive, rewritten',
      '/properties/i multipleOf: constraint-described, described',
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
      type: 'object',
      properties: {
        code: {
          type: 'string',
          description: 'Must have 2 to 4 characters. Must match /^[A-Z]+$/.',
        },
        name: { type: 'string', description: 'Must match /^(?!admin)/.' },
        at: { type: 'string', format: 'date-time' },
        mail: { type: 'string', description: 'Format: email.' },
        link: { type: 'string', description: 'Format: uri.' },
      },
      required: ['code', 'name', 'at', 'mail', 'link'],
      additionalProperties: false,
    },
    changes: [
      '/properties/code maxLength: constraint-described, described',
      '/properties/code minLength: constraint-described, described',
      '/properties/code pattern: constraint-described, described',
      '/properties/link format: format-described, described, not enforced',
      '/properties/mail format: format-described, described, not enforced',
      '/properties/name pattern: constraint-described, described',
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
      type: 'object',
      properties: { data: true, options: { type: 'object', additionalProperties: true } },
      required: ['data', 'options'],
    },
    changes: [],
    values: [
      [
        { data: [1, 'a'], options: { a: { b: null } } },
        { data: [1, 'a'], options: { a: { b: null } } },
      ],
      [
        { data: '5', options: {} },
        { data: '5', options: {} },
      ],
    ],
  },
  {
    name: 'a description beside a reference',
    source: dialectSources['a description beside a reference'],
    schema: {
      type: 'object',
      properties: {
        from: { anyOf: [{ $ref: '#/$defs/Place' }], description: 'Where from.' },
        to: { $ref: '#/$defs/Place' },
      },
      required: ['from', 'to'],
      $defs: {
        Place: {
          type: 'object',
          properties: { city: { type: 'string' } },
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
      type: 'object',
      properties: {
        value: { type: 'array', items: { type: 'integer' }, minItems: 1, description: 'Items must be unique.' },
      },
      required: ['value'],
    },
    changes: [' type: root-wrapped, encoded', ' uniqueItems: constraint-described, described'],
    values: [[[1, 2], { value: [1, 2] }]],
  },
]

describe('gemini-json', () => {
  test.each(cases)('$name: the exact output, and values there and back', (each) => {
    expectCase('gemini-json', each)
  })
})
