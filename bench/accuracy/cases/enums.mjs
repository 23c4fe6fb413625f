export const enums = [
  { name: 'strings', schema: { type: 'string', enum: ['a', 'b'] }, valid: ['a', 'b'], invalid: ['c', 1] },
  { name: 'strings without a type', schema: { enum: ['a', 'b'] }, valid: ['a'], invalid: ['c', 1] },
  { name: 'integers', schema: { type: 'integer', enum: [1, 2, 3] }, valid: [1, 3], invalid: [4, '1'] },
  { name: 'integers without a type', schema: { enum: [90, 180] }, valid: [90], invalid: [91, '90'] },
  { name: 'numbers', schema: { type: 'number', enum: [0.5, 1, 1.5] }, valid: [0.5, 1], invalid: [2] },
  { name: 'booleans', schema: { type: 'boolean', enum: [true] }, valid: [true], invalid: [false, 'true'] },
  { name: 'mixed', schema: { enum: ['auto', 1, 2] }, valid: ['auto', 2], invalid: ['1', 3, 'x'] },
  {
    name: 'mixed with null and boolean',
    schema: { enum: ['on', true, null] },
    valid: ['on', true, null],
    invalid: [false, 'off'],
  },
  {
    name: 'an empty string among them',
    schema: { type: 'string', enum: ['', 'asc', 'desc'] },
    valid: ['', 'asc'],
    invalid: ['up'],
  },
  { name: 'objects', schema: { enum: [{ x: 1 }, { x: 2 }] }, valid: [{ x: 1 }], invalid: [{ x: 3 }, 1] },
  { name: 'one member', schema: { type: 'string', enum: ['only'] }, valid: ['only'], invalid: ['other'] },
  { name: 'members outside the type', schema: { type: 'string', enum: ['a', 1] }, valid: ['a'], invalid: [1, 'b'] },
  {
    name: 'in array items',
    schema: { type: 'array', items: { enum: [1, 2] } },
    valid: [[1, 2], []],
    invalid: [[3], ['1']],
  },
]

export const consts = [
  { name: 'string', schema: { const: 'fixed' }, valid: ['fixed'], invalid: ['other', 1] },
  { name: 'string with its type', schema: { type: 'string', const: 'v1' }, valid: ['v1'], invalid: ['v2'] },
  { name: 'integer', schema: { type: 'integer', const: 7 }, valid: [7], invalid: [8, '7'] },
  { name: 'number without a type', schema: { const: 2.5 }, valid: [2.5], invalid: [2, '2.5'] },
  { name: 'boolean', schema: { const: true }, valid: [true], invalid: [false, 'true'] },
  { name: 'empty string', schema: { const: '' }, valid: [''], invalid: ['x'] },
  { name: 'object', schema: { const: { a: 1 } }, valid: [{ a: 1 }], invalid: [{ a: 2 }, {}] },
  {
    name: 'a union of consts with titles',
    schema: {
      oneOf: [
        { const: 'r', title: 'Red' },
        { const: 'g', title: 'Green' },
      ],
    },
    valid: ['r', 'g'],
    invalid: ['b', 1],
  },
]

export const largeEnums = [
  {
    name: '200 strings',
    schema: { type: 'string', enum: Array.from({ length: 200 }, (_, index) => `option_${index}`) },
    valid: ['option_0', 'option_199'],
    invalid: ['option_200'],
  },
  {
    name: '100 integers',
    schema: { type: 'integer', enum: Array.from({ length: 100 }, (_, index) => index * 10) },
    valid: [0, 990],
    invalid: [5, 1000],
  },
  {
    name: 'currency codes in a list',
    schema: {
      type: 'array',
      items: { type: 'string', enum: 'EUR USD GBP JPY CHF SEK NOK DKK PLN CZK'.split(' ') },
      minItems: 1,
    },
    valid: [['EUR'], ['USD', 'JPY']],
    invalid: [['XXX'], []],
  },
]
