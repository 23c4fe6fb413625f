import type { JsonObject } from '../../src/core/json.ts'

/** Sources that several dialects have a case for: what each makes of them stands in its own `dialects-*.test.ts`. */
export const dialectSources = {
  'optional and nullable properties': {
    type: 'object',
    properties: {
      city: { type: 'string' },
      unit: { type: ['string', 'null'], enum: ['c', 'f', null] },
      days: { type: 'integer', minimum: 1 },
    },
    required: ['city', 'unit'],
    additionalProperties: false,
  },
  'a record': {
    type: 'object',
    properties: { scores: { type: 'object', additionalProperties: { type: 'integer' } } },
    required: ['scores'],
  },
  'a closed tuple': {
    type: 'object',
    properties: {
      at: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false, minItems: 2 },
    },
    required: ['at'],
  },
  'recursion through an optional list': {
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
  'what binds strings': {
    type: 'object',
    properties: {
      code: { type: 'string', pattern: '^[A-Z]+$', minLength: 2, maxLength: 4 },
      name: { type: 'string', pattern: '^(?!admin)' },
      at: { type: 'string', format: 'date-time' },
      mail: { type: 'string', format: 'email' },
      link: { type: 'string', format: 'uri' },
    },
    required: ['code', 'name', 'at', 'mail', 'link'],
    additionalProperties: false,
  },
  'a condition on a listed property': {
    type: 'object',
    properties: { pay: { enum: ['card', 'cash'] }, number: { type: 'string' } },
    required: ['pay'],
    additionalProperties: false,
    if: { properties: { pay: { const: 'card' } } },
    then: { required: ['number'] },
  },
  'a list at the root': { type: 'array', items: { type: 'integer' }, uniqueItems: true, minItems: 1 },
  'a discriminated union': {
    type: 'object',
    properties: {
      shape: {
        oneOf: [
          {
            type: 'object',
            properties: { kind: { const: 'circle' }, r: { type: 'number' } },
            required: ['kind', 'r'],
            additionalProperties: false,
          },
          {
            type: 'object',
            properties: { kind: { const: 'square' }, side: { type: 'integer' } },
            required: ['kind', 'side'],
            additionalProperties: false,
          },
        ],
      },
    },
    required: ['shape'],
  },
  'what binds numbers': {
    type: 'object',
    properties: {
      n: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
      i: { type: 'integer', exclusiveMinimum: 0, multipleOf: 5 },
      level: { enum: [1, 2, 3] },
    },
    required: ['n', 'i', 'level'],
    additionalProperties: false,
  },
  'a value of which nothing is known': {
    type: 'object',
    properties: { data: {}, options: { type: 'object' } },
    required: ['data', 'options'],
  },
  'a description beside a reference': {
    type: 'object',
    properties: { from: { $ref: '#/$defs/Place', description: 'Where from.' }, to: { $ref: '#/$defs/Place' } },
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
  'declared properties and typed others': {
    type: 'object',
    properties: { id: { type: 'string' } },
    required: ['id'],
    additionalProperties: { type: 'number' },
  },
  'a default and examples': {
    type: 'object',
    properties: {
      limit: { type: 'integer', default: 10, examples: [5, 20] },
      sort: { enum: ['up', 'down'], default: 'up' },
    },
    required: ['limit', 'sort'],
    additionalProperties: false,
  },
} as const satisfies Readonly<Record<string, JsonObject>>
