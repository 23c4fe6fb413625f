const address = {
  type: 'object',
  properties: { city: { type: 'string' }, zip: { type: 'string', maxLength: 5 } },
  required: ['city'],
}

export const refs = [
  {
    name: '$defs',
    schema: { $ref: '#/$defs/address', $defs: { address } },
    valid: [{ city: 'Ulm' }],
    invalid: [{}, { city: 'Ulm', zip: '123456' }],
  },
  {
    name: 'definitions',
    schema: { $ref: '#/definitions/address', definitions: { address } },
    valid: [{ city: 'Ulm', zip: '89073' }],
    invalid: [{ zip: '1' }],
  },
  {
    name: 'used twice',
    schema: {
      type: 'object',
      properties: { from: { $ref: '#/$defs/address' }, to: { $ref: '#/$defs/address' } },
      required: ['from'],
      $defs: { address },
    },
    valid: [{ from: { city: 'Ulm' } }],
    invalid: [{ from: {} }, { from: { city: 'Ulm' }, to: { city: 1 } }],
  },
  {
    name: 'a scalar',
    schema: { $ref: '#/$defs/age', $defs: { age: { type: 'integer', minimum: 0 } } },
    valid: [3],
    invalid: [-1, 'a'],
  },
  {
    name: 'of a reference',
    schema: { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { enum: ['x', 'y'] } } },
    valid: ['x'],
    invalid: ['z'],
  },
  {
    name: 'with siblings',
    schema: {
      $ref: '#/$defs/name',
      minLength: 2,
      description: 'A name.',
      $defs: { name: { type: 'string', maxLength: 4 } },
    },
    valid: ['ab', 'abcd'],
    invalid: ['a', 'abcde'],
  },
  {
    name: 'an encoded pointer',
    schema: { $ref: '#/$defs/a%20b~1c', $defs: { 'a b/c': { type: 'boolean' } } },
    valid: [true],
    invalid: ['true'],
  },
  {
    name: '$anchor',
    schema: { $ref: '#colour', $defs: { c: { $anchor: 'colour', enum: ['red', 'blue'] } } },
    valid: ['red'],
    invalid: ['green'],
  },
  {
    name: 'into properties',
    root: true,
    schema: {
      type: 'object',
      properties: { a: { type: 'integer', maximum: 5 }, b: { $ref: '#/properties/a' } },
      required: ['a', 'b'],
    },
    valid: [{ a: 1, b: 2 }],
    invalid: [{ a: 1, b: 6 }, { a: 1 }],
  },
  {
    name: 'inside $defs, through a list',
    schema: {
      type: 'array',
      items: { $ref: '#/$defs/item' },
      $defs: {
        item: { type: 'object', properties: { at: { $ref: '#/$defs/time' } }, required: ['at'] },
        time: { type: 'string', pattern: '^\\d\\d:\\d\\d$' },
      },
    },
    valid: [[{ at: '12:30' }]],
    invalid: [[{ at: '12' }], [{}]],
  },
  {
    name: 'by $id',
    schema: {
      $ref: 'https://example.com/unit',
      $defs: { unit: { $id: 'https://example.com/unit', enum: ['m', 'ft'] } },
    },
    valid: ['m'],
    invalid: ['km'],
  },
]

const tree = {
  type: 'object',
  properties: { label: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/tree' } } },
  required: ['label'],
}

export const recursions = [
  {
    name: 'a tree',
    schema: { $ref: '#/$defs/tree', $defs: { tree } },
    valid: [{ label: 'a' }, { label: 'a', children: [{ label: 'b', children: [{ label: 'c' }] }] }],
    invalid: [{ label: 'a', children: [{}] }, {}],
  },
  {
    name: 'a deep tree',
    schema: { $ref: '#/$defs/tree', $defs: { tree } },
    valid: [
      {
        label: '1',
        children: [
          {
            label: '2',
            children: [
              { label: '3', children: [{ label: '4', children: [{ label: '5', children: [{ label: '6' }] }] }] },
            ],
          },
        ],
      },
    ],
    invalid: [{ label: '1', children: [{ label: '2', children: [{ label: 3 }] }] }],
  },
  {
    name: 'the root itself',
    root: true,
    schema: { type: 'object', properties: { name: { type: 'string' }, next: { $ref: '#' } }, required: ['name'] },
    valid: [{ name: 'a' }, { name: 'a', next: { name: 'b' } }],
    invalid: [{ name: 'a', next: {} }, { next: { name: 'b' } }],
  },
  {
    name: 'a linked list that ends in null',
    schema: {
      $ref: '#/$defs/list',
      $defs: {
        list: {
          type: 'object',
          properties: { v: { type: 'integer' }, rest: { anyOf: [{ $ref: '#/$defs/list' }, { type: 'null' }] } },
          required: ['v'],
        },
      },
    },
    valid: [{ v: 1, rest: { v: 2, rest: null } }],
    invalid: [{ v: 1, rest: { v: 'x' } }, { rest: null }],
  },
  {
    name: 'an expression',
    schema: {
      $ref: '#/$defs/e',
      $defs: {
        e: {
          anyOf: [
            { type: 'number' },
            {
              type: 'object',
              properties: { op: { enum: ['+', '*'] }, args: { type: 'array', items: { $ref: '#/$defs/e' } } },
              required: ['op', 'args'],
            },
          ],
        },
      },
    },
    valid: [1, { op: '+', args: [1, { op: '*', args: [2, 3] }] }],
    invalid: ['1', { op: '-', args: [] }, { op: '+' }],
  },
  {
    name: 'two that name each other',
    schema: {
      $ref: '#/$defs/person',
      $defs: {
        person: {
          type: 'object',
          properties: { name: { type: 'string' }, pet: { $ref: '#/$defs/pet' } },
          required: ['name'],
        },
        pet: { type: 'object', properties: { owner: { $ref: '#/$defs/person' } } },
      },
    },
    valid: [{ name: 'a', pet: { owner: { name: 'b' } } }, { name: 'a' }],
    invalid: [{ pet: {} }, { name: 'a', pet: { owner: {} } }],
  },
  {
    name: 'any JSON',
    schema: {
      $ref: '#/$defs/json',
      $defs: {
        json: {
          anyOf: [
            { type: ['string', 'number', 'boolean', 'null'] },
            { type: 'array', items: { $ref: '#/$defs/json' } },
            { type: 'object', additionalProperties: { $ref: '#/$defs/json' } },
          ],
        },
      },
    },
    valid: [1, ['a', { b: null }]],
    invalid: [],
  },
]
