const circle = {
  type: 'object',
  properties: { kind: { const: 'circle' }, r: { type: 'number', minimum: 0 } },
  required: ['kind', 'r'],
}
const square = {
  type: 'object',
  properties: { kind: { const: 'square' }, side: { type: 'number' } },
  required: ['kind', 'side'],
}

export const allOfs = [
  {
    name: 'two objects',
    schema: {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { type: 'object', properties: { b: { type: 'integer' } }, required: ['b'] },
      ],
    },
    valid: [{ a: 'x', b: 1 }],
    invalid: [{ a: 'x' }, { b: 1 }, { a: 'x', b: 'y' }],
  },
  {
    name: 'bounds of a number',
    schema: { allOf: [{ type: 'integer', minimum: 0 }, { maximum: 10 }] },
    valid: [0, 10],
    invalid: [-1, 11, 'a'],
  },
  {
    name: 'one member around a reference',
    schema: {
      allOf: [{ $ref: '#/$defs/id' }],
      description: 'The id.',
      $defs: { id: { type: 'string', minLength: 3 } },
    },
    valid: ['abc'],
    invalid: ['ab', 1],
  },
  {
    name: 'beside properties',
    schema: {
      type: 'object',
      properties: { a: { type: 'string' } },
      allOf: [{ properties: { b: { type: 'integer' } }, required: ['a', 'b'] }],
    },
    valid: [{ a: 'x', b: 1 }],
    invalid: [{ a: 'x' }, { a: 'x', b: 'y' }],
  },
  {
    name: 'enums that overlap',
    schema: { allOf: [{ enum: ['a', 'b', 'c'] }, { enum: ['b', 'c', 'd'] }] },
    valid: ['b', 'c'],
    invalid: ['a', 'd'],
  },
  {
    name: 'the same property narrowed',
    schema: {
      type: 'object',
      properties: { n: { type: 'integer' } },
      required: ['n'],
      allOf: [{ properties: { n: { minimum: 1 } } }],
    },
    valid: [{ n: 1 }],
    invalid: [{ n: 0 }, {}],
  },
  {
    name: 'two patterns',
    schema: { allOf: [{ type: 'string', pattern: '^a' }, { pattern: 'z$' }] },
    valid: ['abz'],
    invalid: ['ab', 'bz'],
  },
]

export const anyOfs = [
  {
    name: 'string or integer',
    schema: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    valid: ['a', 1],
    invalid: [1.5, true],
  },
  {
    name: 'two objects',
    schema: { anyOf: [circle, square] },
    valid: [
      { kind: 'circle', r: 1 },
      { kind: 'square', side: 2 },
    ],
    invalid: [{ kind: 'circle' }, { kind: 'circle', r: -1 }, { kind: 'oval', r: 1 }],
  },
  {
    name: 'a value or a list of it',
    schema: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    valid: ['a', ['a']],
    invalid: [1, [1]],
  },
  {
    name: 'which of two is required',
    schema: {
      type: 'object',
      properties: { id: { type: 'string' }, name: { type: 'string' } },
      anyOf: [{ required: ['id'] }, { required: ['name'] }],
    },
    valid: [{ id: 'a' }, { name: 'b' }, { id: 'a', name: 'b' }],
    invalid: [{}, { id: 1 }],
  },
  {
    name: 'with a type beside it',
    schema: { type: 'string', anyOf: [{ minLength: 5 }, { enum: ['a', 'b'] }] },
    valid: ['abcde', 'a'],
    invalid: ['abc', 1],
  },
  {
    name: 'with a description beside it',
    schema: { description: 'A name or a number.', anyOf: [{ type: 'string', maxLength: 2 }, { type: 'integer' }] },
    valid: ['ab', 1],
    invalid: ['abc', 1.5],
  },
  {
    name: 'nested',
    schema: { anyOf: [{ type: 'boolean' }, { anyOf: [{ type: 'string' }, { type: 'integer' }] }] },
    valid: [true, 'a', 1],
    invalid: [1.5, null],
  },
  {
    name: 'a list of alternatives',
    schema: { type: 'array', items: { anyOf: [circle, square] } },
    valid: [
      [
        { kind: 'circle', r: 1 },
        { kind: 'square', side: 1 },
      ],
    ],
    invalid: [[{ kind: 'circle' }], [1]],
  },
  {
    name: 'required names of the root',
    root: true,
    schema: {
      type: 'object',
      properties: { url: { type: 'string' }, path: { type: 'string' } },
      anyOf: [{ required: ['url'] }, { required: ['path'] }],
    },
    valid: [{ url: 'a' }, { path: 'b' }],
    invalid: [{}, { url: 1 }],
  },
]

export const oneOfs = [
  {
    name: 'disjoint types',
    schema: { oneOf: [{ type: 'string' }, { type: 'number' }] },
    valid: ['a', 1],
    invalid: [true, null],
  },
  {
    name: 'told apart by a const',
    schema: { oneOf: [circle, square], discriminator: { propertyName: 'kind' } },
    valid: [
      { kind: 'circle', r: 1 },
      { kind: 'square', side: 2 },
    ],
    invalid: [{ kind: 'square' }, { kind: 'circle', r: 'x' }],
  },
  {
    name: 'that overlaps',
    schema: {
      oneOf: [
        { type: 'integer', minimum: 0 },
        { type: 'integer', maximum: 10 },
      ],
    },
    valid: [-1, 11],
    invalid: [5, 1.5],
  },
  {
    name: 'exactly one of two',
    schema: {
      type: 'object',
      properties: { id: { type: 'string' }, name: { type: 'string' } },
      oneOf: [{ required: ['id'] }, { required: ['name'] }],
    },
    valid: [{ id: 'a' }, { name: 'b' }],
    invalid: [{}, { id: 'a', name: 'b' }],
  },
  {
    name: 'of enums',
    schema: { oneOf: [{ enum: ['a', 'b'] }, { type: 'integer', minimum: 1 }] },
    valid: ['a', 1],
    invalid: ['c', 0],
  },
  {
    name: 'of a string and an object',
    schema: {
      oneOf: [{ type: 'string' }, { type: 'object', properties: { ref: { type: 'string' } }, required: ['ref'] }],
    },
    valid: ['a', { ref: 'b' }],
    invalid: [1, {}],
  },
]

export const nots = [
  { name: 'a type', schema: { not: { type: 'string' } }, valid: [1, null], invalid: ['a'] },
  {
    name: 'an enum of strings',
    schema: { type: 'string', not: { enum: ['admin', 'root'] } },
    valid: ['bob'],
    invalid: ['admin', 1],
  },
  { name: 'a const', schema: { type: 'integer', not: { const: 0 } }, valid: [1, -1], invalid: [0] },
  { name: 'a pattern', schema: { type: 'string', not: { pattern: '^\\s' } }, valid: ['a'], invalid: [' a'] },
  {
    name: 'two names together',
    schema: {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      not: { required: ['a', 'b'] },
    },
    valid: [{ a: 'x' }, { b: 'y' }, {}],
    invalid: [{ a: 'x', b: 'y' }, { a: 1 }],
  },
  {
    name: 'members of an enum',
    schema: { enum: ['a', 'b', 'c'], not: { const: 'b' } },
    valid: ['a', 'c'],
    invalid: ['b', 'd'],
  },
]
