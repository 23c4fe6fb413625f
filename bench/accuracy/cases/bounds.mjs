export const bounds = [
  {
    name: 'minimum and maximum',
    schema: { type: 'integer', minimum: 1, maximum: 10 },
    valid: [1, 10],
    invalid: [0, 11],
  },
  {
    name: 'of numbers',
    schema: { type: 'number', minimum: -0.5, maximum: 0.5 },
    valid: [0, 0.5],
    invalid: [-0.6, 0.51],
  },
  { name: 'zero', schema: { type: 'number', minimum: 0 }, valid: [0, 3], invalid: [-1] },
  {
    name: 'lengths',
    schema: { type: 'string', minLength: 2, maxLength: 4 },
    valid: ['ab', 'abcd'],
    invalid: ['a', 'abcde'],
  },
  {
    name: 'items',
    schema: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2 },
    valid: [['a'], ['a', 'b']],
    invalid: [[], ['a', 'b', 'c']],
  },
  {
    name: 'properties',
    schema: {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } },
      minProperties: 1,
      maxProperties: 2,
    },
    valid: [{ a: 'x' }, { a: 'x', b: 'y' }],
    invalid: [{}, { a: 'x', b: 'y', c: 'z' }],
  },
  { name: 'without a type', schema: { minimum: 3 }, valid: [3, 4], invalid: [2] },
  { name: 'multipleOf', schema: { type: 'integer', multipleOf: 5 }, valid: [0, 15], invalid: [7] },
  { name: 'multipleOf a fraction', schema: { type: 'number', multipleOf: 0.5 }, valid: [1.5, 2], invalid: [1.25] },
]

export const exclusiveBounds = [
  { name: 'above zero', schema: { type: 'number', exclusiveMinimum: 0 }, valid: [0.001, 5], invalid: [0, -1] },
  {
    name: 'integers, both ends',
    schema: { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 10 },
    valid: [1, 9],
    invalid: [0, 10],
  },
  { name: 'numbers, upper end', schema: { type: 'number', exclusiveMaximum: 1 }, valid: [0.99, -4], invalid: [1, 2] },
  {
    name: 'beside an inclusive one',
    schema: { type: 'integer', minimum: 0, exclusiveMaximum: 100 },
    valid: [0, 99],
    invalid: [-1, 100],
  },
  { name: 'integer above a fraction', schema: { type: 'integer', exclusiveMinimum: 1.5 }, valid: [2], invalid: [1] },
  {
    name: 'draft 4 flag',
    schema: { type: 'number', minimum: 0, exclusiveMinimum: true },
    valid: [0.5],
    invalid: [0, -1],
  },
  {
    name: 'draft 4 flag that is false',
    schema: { type: 'integer', maximum: 5, exclusiveMaximum: false },
    valid: [5],
    invalid: [6],
  },
]
