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
        days: { type: ['integer', 'null'], minimum: 1 },
      },
      required: ['city', 'unit', 'days'],
      additionalProperties: false,
    },
    changes: [
      ' additionalProperties: closed-object-implied, rewritten',
      ' properties: optional-to-null, encoded',
      '/properties/unit enum: null-to-nullable, rewritten',
    ],
    values: [
      [
        { city: 'Oslo', unit: null },
        { city: 'Oslo', unit: null, days: null },
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
              properties: { kind: { type: 'string', const: 'circle' }, r: { type: 'number' } },
              required: ['kind', 'r'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: { kind: { type: 'string', const: 'square' }, side: { type: 'integer' } },
              required: ['kind', 'side'],
              additionalProperties: false,
            },
          ],
        },
      },
      required: ['shape'],
      additionalProperties: false,
    },
    changes: [
      '/properties/shape oneOf: one-of-disjoint, rewritten',
      '/properties/shape/oneOf/0 additionalProperties: closed-object-implied, rewritten',
      '/properties/shape/oneOf/1 additionalProperties: closed-object-implied, rewritten',
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
      properties: {
        scores: {
          type: 'array',
          items: {
            type: 'object',
            properties: { key: { type: 'string' }, value: { type: 'integer' } },
            required: ['key', 'value'],
            additionalProperties: false,
          },
        },
      },
      required: ['scores'],
      additionalProperties: false,
    },
    changes: ['/properties/scores additionalProperties: record-to-entries, encoded'],
    values: [
      [{ scores: {} }, { scores: [] }],
      [
        { scores: { ada: 1, 'b c': 2 } },
        {
          scores: [
            { key: 'ada', value: 1 },
            { key: 'b c', value: 2 },
          ],
        },
      ],
    ],
  },
  {
    name: 'a closed tuple',
    source: dialectSources['a closed tuple'],
    schema: {
      type: 'object',
      properties: {
        at: {
          type: 'object',
          properties: { item_0: { type: 'number' }, item_1: { type: 'number' } },
          required: ['item_0', 'item_1'],
          additionalProperties: false,
        },
      },
      required: ['at'],
      additionalProperties: false,
    },
    changes: [
      '/properties/at items: tuple-to-object, encoded',
      '/properties/at minItems: tuple-to-object, encoded',
      '/properties/at prefixItems: tuple-to-object, encoded',
    ],
    values: [[{ at: [59.9, 10.7] }, { at: { item_0: 59.9, item_1: 10.7 } }]],
  },
  {
    name: 'recursion through an optional list',
    source: dialectSources['recursion through an optional list'],
    schema: {
      type: 'object',
      properties: { root: { $ref: '#/$defs/Node' } },
      required: ['root'],
      additionalProperties: false,
      $defs: {
        Node: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            children: { type: ['array', 'null'], items: { $ref: '#/$defs/Node' } },
          },
          required: ['name', 'children'],
          additionalProperties: false,
        },
      },
    },
    changes: [
      ' $defs: keyword-reworded, rewritten',
      '/$defs/Node additionalProperties: closed-object-implied, rewritten',
      '/$defs/Node properties: optional-to-null, encoded',
    ],
    values: [
      [{ root: { name: 'a' } }, { root: { name: 'a', children: null } }],
      [
        { root: { name: 'a', children: [{ name: 'b', children: [{ name: 'c' }] }] } },
        { root: { name: 'a', children: [{ name: 'b', children: [{ name: 'c', children: null }] }] } },
      ],
    ],
  },
  {
    name: 'what binds numbers',
    source: dialectSources['what binds numbers'],
    schema: {
      type: 'object',
      properties: {
        n: { type: 'number', maximum: 1, exclusiveMinimum: 0 },
        i: { type: 'integer', exclusiveMinimum: 0, multipleOf: 5 },
        level: { type: 'integer', enum: [1, 2, 3] },
      },
      required: ['n', 'i', 'level'],
      additionalProperties: false,
    },
    changes: [' additionalProperties: closed-object-implied, rewritten'],
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
          pattern: '^[A-Z]+$',
          description: 'Must have 2 to 4 characters.',
        },
        name: { type: 'string', description: 'Must match /^(?!admin)/.' },
        at: { type: 'string', format: 'date-time' },
        mail: { type: 'string', format: 'email' },
        link: { type: 'string', description: 'Format: uri.' },
      },
      required: ['code', 'name', 'at', 'mail', 'link'],
      additionalProperties: false,
    },
    changes: [
      ' additionalProperties: closed-object-implied, rewritten',
      '/properties/code maxLength: constraint-described, described',
      '/properties/code minLength: constraint-described, described',
      '/properties/link format: format-described, described, not enforced',
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
      properties: {
        data: { type: 'string', description: 'Any JSON value, as JSON text.' },
        options: { type: 'string', description: 'JSON text of type object.' },
      },
      required: ['data', 'options'],
      additionalProperties: false,
    },
    changes: [
      '/properties/data type: free-form-to-json-text, encoded',
      '/properties/options type: free-form-to-json-text, encoded',
    ],
    values: [
      [
        { data: [1, 'a'], options: { a: { b: null } } },
        { data: '[1,"a"]', options: '{"a":{"b":null}}' },
      ],
      [
        { data: '5', options: {} },
        { data: '"5"', options: '{}' },
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
      additionalProperties: false,
      $defs: {
        Place: {
          type: 'object',
          properties: { city: { type: 'string' } },
          required: ['city'],
          additionalProperties: false,
        },
      },
    },
    changes: [
      ' $defs: keyword-reworded, rewritten',
      '/$defs/Place additionalProperties: closed-object-implied, rewritten',
    ],
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
      additionalProperties: false,
    },
    changes: [' type: root-wrapped, encoded', ' uniqueItems: constraint-described, described'],
    values: [[[1, 2], { value: [1, 2] }]],
  },
  {
    name: 'a default and examples',
    source: dialectSources['a default and examples'],
    schema: {
      type: 'object',
      properties: {
        limit: { type: 'integer', description: 'Default: 10. Example: 5.' },
        sort: { type: 'string', enum: ['up', 'down'], description: 'Default: "up".' },
      },
      required: ['limit', 'sort'],
      additionalProperties: false,
    },
    changes: [
      ' additionalProperties: closed-object-implied, rewritten',
      '/properties/limit default: annotation-described, described, not enforced',
      '/properties/limit examples: annotation-described, described, not enforced',
      '/properties/sort default: annotation-described, described, not enforced',
    ],
    values: [
      [
        { limit: 5, sort: 'down' },
        { limit: 5, sort: 'down' },
      ],
    ],
  },
]

describe('openai-strict', () => {
  test.each(cases)('$name: the exact output, and values there and back', (each) => {
    expectCase('openai-strict', each)
  })
})
