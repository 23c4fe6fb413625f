/** What is said to the model in words has to arrive. */
export const descriptions = [
  {
    name: 'on a property',
    schema: { type: 'string', description: 'The city, in English.' },
    valid: ['Rome'],
    invalid: [1],
  },
  {
    name: 'on an object and inside',
    schema: {
      type: 'object',
      description: 'Where.',
      properties: { lat: { type: 'number', description: 'Latitude.' } },
      required: ['lat'],
    },
    valid: [{ lat: 1 }],
    invalid: [{}],
  },
  {
    name: 'on a list and its items',
    schema: { type: 'array', description: 'Tags.', items: { type: 'string', description: 'One tag.' } },
    valid: [['a']],
    invalid: [[1]],
  },
  {
    name: 'on branches',
    schema: {
      anyOf: [
        { type: 'string', description: 'By name.' },
        { type: 'integer', description: 'By number.' },
      ],
    },
    valid: ['a', 1],
    invalid: [true],
  },
  {
    name: 'on a nullable',
    schema: { anyOf: [{ type: 'string', description: 'When known.' }, { type: 'null' }], description: 'The cursor.' },
    valid: ['a', null],
    invalid: [1],
  },
  {
    name: 'on a reference',
    schema: {
      $ref: '#/$defs/u',
      description: 'Unit of the answer.',
      $defs: { u: { type: 'string', enum: ['C', 'F'], description: 'A unit.' } },
    },
    valid: ['C'],
    invalid: ['K'],
  },
  {
    name: 'title and default',
    schema: { type: 'integer', title: 'Page', default: 1, minimum: 1 },
    valid: [1],
    invalid: [0],
  },
  {
    name: 'default of an object',
    schema: { type: 'object', properties: { on: { type: 'boolean', default: true } }, default: { on: true } },
    valid: [{ on: false }, {}],
    invalid: [{ on: 'x' }],
  },
  {
    name: 'that mentions a constraint',
    schema: { type: 'integer', description: 'A multiple of 5.', multipleOf: 5 },
    valid: [10],
    invalid: [11],
  },
]

const nest = (depth, leaf) =>
  depth === 0 ? leaf : { type: 'object', properties: { in: nest(depth - 1, leaf) }, required: ['in'] }
const dig = (depth, leaf) => (depth === 0 ? leaf : { in: dig(depth - 1, leaf) })
const lists = (depth, leaf) => (depth === 0 ? leaf : { type: 'array', items: lists(depth - 1, leaf) })
const wrap = (depth, leaf) => (depth === 0 ? leaf : [wrap(depth - 1, leaf)])

export const deepNesting = [
  { name: '5 objects', schema: nest(5, { type: 'string' }), valid: [dig(5, 'a')], invalid: [dig(5, 1), dig(4, {})] },
  { name: '12 objects', schema: nest(12, { type: 'integer', minimum: 1 }), valid: [dig(12, 1)], invalid: [dig(12, 0)] },
  { name: '25 objects', schema: nest(25, { type: 'string' }), valid: [dig(25, 'a')], invalid: [dig(25, 1)] },
  { name: '40 objects', schema: nest(40, { type: 'string' }), valid: [dig(40, 'a')], invalid: [dig(40, 1)] },
  { name: '6 lists', schema: lists(6, { type: 'number' }), valid: [wrap(6, 1)], invalid: [wrap(6, 'a'), wrap(3, 1)] },
]
