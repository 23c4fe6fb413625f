export const records = [
  {
    name: 'of strings',
    schema: { type: 'object', additionalProperties: { type: 'string' } },
    valid: [{ a: 'x', b: 'y' }, {}],
    invalid: [{ a: 1 }],
  },
  {
    name: 'of numbers with bounds',
    schema: { type: 'object', additionalProperties: { type: 'number', minimum: 0 } },
    valid: [{ a: 1 }],
    invalid: [{ a: -1 }, { a: 'x' }],
  },
  {
    name: 'of objects',
    schema: {
      type: 'object',
      additionalProperties: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
    },
    valid: [{ a: { id: 1 } }],
    invalid: [{ a: {} }, { a: { id: 'x' } }],
  },
  {
    name: 'declared properties and typed extras',
    schema: {
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
      additionalProperties: { type: 'integer' },
    },
    valid: [{ id: 'a' }, { id: 'a', x: 1 }],
    invalid: [{ id: 'a', x: 'y' }, { x: 1 }],
  },
  {
    name: 'names from an enum',
    schema: { type: 'object', propertyNames: { enum: ['de', 'en'] }, additionalProperties: { type: 'string' } },
    valid: [{ de: 'Hallo' }, {}],
    invalid: [{ fr: 'Salut' }, { de: 1 }],
  },
  {
    name: 'names by pattern',
    schema: { type: 'object', propertyNames: { pattern: '^[A-Z_]+$' }, additionalProperties: { type: 'string' } },
    valid: [{ PATH: '/bin' }],
    invalid: [{ path: '/bin' }, { PATH: 1 }],
  },
  {
    name: 'at least one entry',
    schema: { type: 'object', additionalProperties: { type: 'string' }, minProperties: 1 },
    valid: [{ a: 'x' }],
    invalid: [{}],
  },
  {
    name: 'of lists',
    schema: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    valid: [{ a: ['x'] }],
    invalid: [{ a: 'x' }, { a: [1] }],
  },
  {
    name: 'of records',
    schema: { type: 'object', additionalProperties: { type: 'object', additionalProperties: { type: 'integer' } } },
    valid: [{ a: { b: 1 } }],
    invalid: [{ a: { b: 'x' } }],
  },
  {
    name: 'the root itself',
    root: true,
    schema: { type: 'object', additionalProperties: { type: 'string' } },
    valid: [{ a: 'x' }, {}],
    invalid: [{ a: 1 }],
  },
]

export const patternProperties = [
  {
    name: 'one pattern, closed',
    schema: { type: 'object', patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false },
    valid: [{ 'x-a': 'b' }, {}],
    invalid: [{ 'x-a': 1 }, { y: 'b' }],
  },
  {
    name: 'two patterns of two types',
    schema: {
      type: 'object',
      patternProperties: { '^s_': { type: 'string' }, '^n_': { type: 'number' } },
      additionalProperties: false,
    },
    valid: [{ s_a: 'x', n_b: 1 }],
    invalid: [{ s_a: 1 }, { n_b: 'x' }, { z: 1 }],
  },
  {
    name: 'beside declared properties',
    schema: {
      type: 'object',
      properties: { name: { type: 'string' } },
      required: ['name'],
      patternProperties: { '^meta_': { type: 'integer' } },
      additionalProperties: false,
    },
    valid: [{ name: 'a' }, { name: 'a', meta_x: 1 }],
    invalid: [
      { name: 'a', meta_x: 'y' },
      { name: 'a', other: 1 },
    ],
  },
  {
    name: 'every name',
    schema: { type: 'object', patternProperties: { '.*': { type: 'boolean' } } },
    valid: [{ a: true }],
    invalid: [{ a: 'x' }],
  },
  {
    name: 'values with bounds',
    schema: {
      type: 'object',
      patternProperties: { '^[0-9]+$': { type: 'integer', minimum: 0, maximum: 9 } },
      additionalProperties: false,
    },
    valid: [{ 1: 5 }],
    invalid: [{ 1: 10 }, { a: 5 }],
  },
]

export const emptyObjects = [
  {
    name: 'a tool without parameters',
    root: true,
    schema: { type: 'object', properties: {} },
    valid: [{}],
    invalid: [],
  },
  {
    name: 'a tool without parameters, closed',
    root: true,
    schema: { type: 'object', properties: {}, additionalProperties: false },
    valid: [{}],
    invalid: [{ a: 1 }],
  },
  { name: 'a tool that says only object', root: true, schema: { type: 'object' }, valid: [{}], invalid: [] },
  {
    name: 'nested and closed',
    schema: { type: 'object', properties: {}, additionalProperties: false },
    valid: [{}],
    invalid: [{ a: 1 }, 'x'],
  },
  { name: 'nested and free', schema: { type: 'object' }, valid: [{}, { a: 1, b: ['c'] }], invalid: ['x', 3] },
  {
    name: 'nested, explicitly open',
    schema: { type: 'object', additionalProperties: true },
    valid: [{ a: 1 }, {}],
    invalid: ['x'],
  },
  {
    name: 'in a list',
    schema: { type: 'array', items: { type: 'object' } },
    valid: [[{ a: 1 }], []],
    invalid: [['x']],
  },
  {
    name: 'open beside declared properties',
    schema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: true },
    valid: [{ a: 'x' }, { a: 'x', b: 1 }],
    invalid: [{ a: 1 }, {}],
  },
]
