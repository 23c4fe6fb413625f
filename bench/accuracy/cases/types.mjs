export const types = [
  { name: 'string', schema: { type: 'string' }, valid: ['a', ''], invalid: [1, null, {}] },
  { name: 'integer', schema: { type: 'integer' }, valid: [0, -7], invalid: [1.5, '1'] },
  { name: 'number', schema: { type: 'number' }, valid: [0, 1.5], invalid: ['1', true] },
  { name: 'boolean', schema: { type: 'boolean' }, valid: [true, false], invalid: ['true', 0] },
  { name: 'null', schema: { type: 'null' }, valid: [null], invalid: ['null', 0] },
  {
    name: 'object with all scalars',
    schema: {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'integer' }, c: { type: 'number' }, d: { type: 'boolean' } },
      required: ['a', 'b'],
    },
    valid: [
      { a: 'x', b: 1 },
      { a: 'x', b: 1, c: 0.5, d: true },
    ],
    invalid: [{ a: 'x' }, { a: 1, b: 1 }, { a: 'x', b: 1, d: 'no' }],
  },
  {
    name: 'list of types',
    schema: { type: ['string', 'integer'] },
    valid: ['a', 3],
    invalid: [1.5, true, []],
  },
  {
    name: 'three types, one of them an array',
    schema: { type: ['string', 'number', 'array'], items: { type: 'string' } },
    valid: ['a', 1.5, ['a', 'b']],
    invalid: [true, [1]],
  },
  {
    name: 'a list of one type',
    schema: { type: ['integer'] },
    valid: [1],
    invalid: ['1', 1.5],
  },
  {
    name: 'type left out beside properties',
    schema: { properties: { a: { type: 'string' } }, required: ['a'] },
    valid: [{ a: 'x' }],
    invalid: [{ a: 1 }, {}],
  },
  {
    name: 'type left out beside items',
    schema: { items: { type: 'integer' }, maxItems: 2 },
    valid: [[1, 2]],
    invalid: [[1, 2, 3], ['a']],
  },
]

export const nullables = [
  { name: 'type list with null', schema: { type: ['string', 'null'] }, valid: ['a', null], invalid: [1] },
  {
    name: 'anyOf with null',
    schema: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] },
    valid: [1, null],
    invalid: [0, 'a'],
  },
  {
    name: 'oneOf with null',
    schema: { oneOf: [{ type: 'null' }, { type: 'string', maxLength: 3 }] },
    valid: ['abc', null],
    invalid: ['abcd', 1],
  },
  {
    name: 'nullable object',
    schema: { type: ['object', 'null'], properties: { a: { type: 'string' } }, required: ['a'] },
    valid: [{ a: 'x' }, null],
    invalid: [{}, 'x'],
  },
  {
    name: 'nullable array',
    schema: { type: ['array', 'null'], items: { type: 'string' } },
    valid: [['a'], null, []],
    invalid: [[1], 'a'],
  },
  {
    name: 'nullable enum',
    schema: { type: ['string', 'null'], enum: ['a', 'b', null] },
    valid: ['a', null],
    invalid: ['c', 1],
  },
  {
    name: 'an enum without null keeps null out',
    schema: { type: ['string', 'null'], enum: ['a', 'b'] },
    valid: ['a', 'b'],
    invalid: [null, 'c'],
  },
  {
    name: 'anyOf with null and a description beside it',
    schema: { description: 'How many.', anyOf: [{ type: 'integer' }, { type: 'null' }] },
    valid: [3, null],
    invalid: ['3'],
  },
  {
    name: 'a union of two and null',
    schema: { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
    valid: ['a', 1, null],
    invalid: [true, 1.5],
  },
  {
    name: 'const null',
    schema: { const: null },
    valid: [null],
    invalid: ['null', 0],
  },
]
