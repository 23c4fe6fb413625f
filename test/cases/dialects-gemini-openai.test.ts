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
        unit: { type: 'string', enum: ['c', 'f'], nullable: true },
        days: { type: 'integer', minimum: 1 },
      },
      required: ['city', 'unit'],
    },
    changes: [
      ' additionalProperties: closed-object-implied, rewritten',
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
      type: 'object',
      properties: {
        shape: {
          anyOf: [
            {
              type: 'object',
              properties: { kind: { type: 'string', enum: ['circle'] }, r: { type: 'number' } },
              required: ['kind', 'r'],
            },
            {
              type: 'object',
              properties: { kind: { type: 'string', enum: ['square'] }, side: { type: 'integer' } },
              required: ['kind', 'side'],
            },
          ],
        },
      },
      required: ['shape'],
    },
    changes: [
      '/properties/shape oneOf: one-of-disjoint, rewritten',
      '/properties/shape/oneOf/0 additionalProperties: closed-object-implied, rewritten',
      '/properties/shape/oneOf/0/properties/kind const: const-to-enum, rewritten',
      '/properties/shape/oneOf/1 additionalProperties: closed-object-implied, rewritten',
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
      properties: {
        scores: {
          type: 'array',
          items: {
            type: 'object',
            properties: { key: { type: 'string' }, value: { type: 'integer' } },
            required: ['key', 'value'],
          },
        },
      },
      required: ['scores'],
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
    name: 'declared properties and typed others',
    source: dialectSources['declared properties and typed others'],
    schema: {
      type: 'object',
      properties: {
        id: { type: 'string' },
        extra_properties: {
          type: 'array',
          items: {
            type: 'object',
            properties: { key: { type: 'string' }, value: { type: 'number' } },
            required: ['key', 'value'],
          },
          description: 'Further properties, as a list of { key, value }.',
        },
      },
      required: ['id'],
    },
    changes: [' additionalProperties: extras-to-entries, encoded'],
    values: [
      [{ id: 'a' }, { id: 'a' }],
      [
        { id: 'a', x: 1.5 },
        { id: 'a', extra_properties: [{ key: 'x', value: 1.5 }] },
      ],
    ],
  },
  {
    name: 'recursion through an optional list',
    source: dialectSources['recursion through an optional list'],
    schema: {
      type: 'object',
      properties: {
        root: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            children: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  name: { type: 'string' },
                  children: {
                    type: 'array',
                    items: {
                      type: 'object',
                      properties: {
                        name: { type: 'string' },
                        children: {
                          type: 'array',
                          items: {
                            type: 'object',
                            properties: {
                              name: { type: 'string' },
                              children: {
                                type: 'array',
                                items: {
                                  type: 'string',
                                  description: 'JSON text of type Node = { name: string, children?: Node[] }.',
                                },
                              },
                            },
                            required: ['name'],
                          },
                        },
                      },
                      required: ['name'],
                    },
                  },
                },
                required: ['name'],
              },
            },
          },
          required: ['name'],
        },
      },
      required: ['root'],
    },
    changes: [
      ' $defs: definitions-inlined, rewritten',
      '/$defs/Node additionalProperties: closed-object-implied, rewritten',
      '/$defs/Node/properties/children/items $ref: recursion-to-json-text, encoded',
      '/$defs/Node/properties/children/items $ref: ref-inlined, rewritten',
      '/properties/root $ref: ref-inlined, rewritten',
    ],
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
      type: 'object',
      properties: {
        n: { type: 'number', minimum: 0, maximum: 1, description: 'Must be greater than 0.' },
        i: { type: 'integer', minimum: 1, description: 'Must be a multiple of 5.' },
        level: { type: 'integer', minimum: 1, maximum: 3 },
      },
      required: ['n', 'i', 'level'],
    },
    changes: [
      ' additionalProperties: closed-object-implied, rewritten',
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
      type: 'object',
      properties: {
        code: { type: 'string', minLength: 2, maxLength: 4, pattern: '^[A-Z]+$' },
        name: { type: 'string', pattern: '^(?!admin)' },
        at: { type: 'string', format: 'date-time' },
        mail: { type: 'string', description: 'Format: email.' },
        link: { type: 'string', description: 'Format: uri.' },
      },
      required: ['code', 'name', 'at', 'mail', 'link'],
    },
    changes: [
      ' additionalProperties: closed-object-implied, rewritten',
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
      type: 'object',
      properties: {
        data: { type: 'string', description: 'Any JSON value, as JSON text.' },
        options: { type: 'string', description: 'JSON text of type object.' },
      },
      required: ['data', 'options'],
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
    name: 'a condition on a listed property',
    source: dialectSources['a condition on a listed property'],
    schema: {
      type: 'object',
      description: 'If pay is card, give number.',
      properties: { pay: { type: 'string', enum: ['card', 'cash'] }, number: { type: 'string' } },
      required: ['pay'],
    },
    changes: [
      ' additionalProperties: closed-object-implied, rewritten',
      ' if: constraint-described, described',
      ' then: constraint-described, described',
    ],
    values: [
      [{ pay: 'cash' }, { pay: 'cash' }],
      [
        { pay: 'card', number: '1' },
        { pay: 'card', number: '1' },
      ],
    ],
  },
  {
    name: 'a default and examples',
    source: dialectSources['a default and examples'],
    schema: {
      type: 'object',
      properties: {
        limit: { type: 'integer', default: 10, example: 5 },
        sort: { type: 'string', enum: ['up', 'down'], default: 'up' },
      },
      required: ['limit', 'sort'],
    },
    changes: [
      ' additionalProperties: closed-object-implied, rewritten',
      '/properties/limit examples: examples-to-example, rewritten, not enforced',
    ],
    values: [
      [
        { limit: 5, sort: 'down' },
        { limit: 5, sort: 'down' },
      ],
    ],
  },
]

describe('gemini-openai', () => {
  test.each(cases)('$name: the exact output, and values there and back', (each) => {
    expectCase('gemini-openai', each)
  })
})
