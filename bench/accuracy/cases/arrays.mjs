export const arrays = [
  { name: 'of strings', schema: { type: 'array', items: { type: 'string' } }, valid: [[], ['a']], invalid: [[1], 'a'] },
  { name: 'without items', schema: { type: 'array' }, valid: [[], ['a', 1, { b: true }]], invalid: ['a', {}] },
  { name: 'items true', schema: { type: 'array', items: true }, valid: [[1, 'a']], invalid: [1] },
  { name: 'items {}', schema: { type: 'array', items: {}, maxItems: 2 }, valid: [[1, 'a']], invalid: [[1, 2, 3]] },
  {
    name: 'of arrays',
    schema: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
    valid: [[[1, 2], []]],
    invalid: [[1], [['a']]],
  },
  {
    name: 'of objects',
    schema: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] } },
    valid: [[{ id: 1 }]],
    invalid: [[{}], [{ id: 'a' }]],
  },
  {
    name: 'uniqueItems',
    schema: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    valid: [['a', 'b']],
    invalid: [['a', 'a']],
  },
  {
    name: 'contains',
    schema: { type: 'array', items: { type: 'integer' }, contains: { minimum: 10 } },
    valid: [[1, 10]],
    invalid: [[1, 2]],
  },
  {
    name: 'minContains',
    schema: { type: 'array', items: { type: 'string' }, contains: { const: 'x' }, minContains: 2 },
    valid: [['x', 'x', 'y']],
    invalid: [['x', 'y']],
  },
  { name: 'items false', schema: { type: 'array', items: false }, valid: [[]], invalid: [[1]] },
]

export const tuples = [
  {
    name: 'prefixItems, closed',
    schema: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false, minItems: 2 },
    valid: [['a', 1]],
    invalid: [['a', 'b'], ['a'], ['a', 1, 2]],
  },
  {
    name: 'draft 7 list in items',
    schema: { type: 'array', items: [{ type: 'number' }, { type: 'number' }], minItems: 2, maxItems: 2 },
    valid: [[1.5, 2]],
    invalid: [[1.5], ['a', 2], [1, 2, 3]],
  },
  {
    name: 'draft 7, additionalItems false',
    schema: { type: 'array', items: [{ type: 'string' }, { type: 'boolean' }], additionalItems: false, minItems: 2 },
    valid: [['a', true]],
    invalid: [['a', true, 1], ['a', 'b'], ['a']],
  },
  {
    name: 'a rest of one type',
    schema: { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'integer' }, minItems: 1 },
    valid: [['sum', 1, 2], ['sum']],
    invalid: [['sum', 'a'], [], [1]],
  },
  {
    name: 'places that may be left out',
    schema: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false, minItems: 1 },
    valid: [['a'], ['a', 1]],
    invalid: [[], ['a', 'b']],
  },
  {
    name: 'a list of pairs',
    schema: {
      type: 'array',
      items: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false, minItems: 2 },
    },
    valid: [
      [
        [1, 2],
        [3, 4],
      ],
      [],
    ],
    invalid: [[[1]], [[1, 'a']]],
  },
  {
    name: 'an enum at a place',
    schema: { type: 'array', prefixItems: [{ enum: ['lt', 'gt'] }, { type: 'number' }], items: false, minItems: 2 },
    valid: [['lt', 5]],
    invalid: [
      ['eq', 5],
      ['lt', '5'],
    ],
  },
]
