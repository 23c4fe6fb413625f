/** Schemas that are always there: what people write by hand, and what Zod and its like print. */
const text = (description) => ({ type: 'string', description })
const range = (count) => Array.from({ length: count }, (_, index) => index)
const keyed = (count, make) => Object.fromEntries(range(count).map((index) => make(index)))

const address = {
  type: 'object',
  properties: { street: text('Street and number'), city: text('City'), zip: { type: 'string', pattern: '^[0-9]{5}$' } },
  required: ['street', 'city'],
  additionalProperties: false,
}

export const ownSchemas = {
  'no parameters': { type: 'object', properties: {} },
  'small tool': {
    type: 'object',
    properties: { city: text('The city, such as "Oslo"'), unit: { type: 'string', enum: ['celsius', 'fahrenheit'] } },
    required: ['city'],
  },
  'ten fields, as Zod prints them': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid', pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}$' },
      name: { type: 'string', minLength: 1, maxLength: 100 },
      email: { type: 'string', format: 'email' },
      age: { type: 'integer', exclusiveMinimum: 0, maximum: 9007199254740991 },
      score: { default: 0.5, type: 'number', minimum: 0, maximum: 1 },
      active: { default: true, type: 'boolean' },
      tags: { type: 'array', items: { type: 'string' }, maxItems: 10 },
      role: { type: 'string', enum: ['admin', 'editor', 'reader'] },
      note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      created: { type: 'string', format: 'date-time' },
    },
    required: ['id', 'name', 'email', 'age', 'score', 'active', 'tags', 'role', 'note', 'created'],
    additionalProperties: false,
  },
  'nested arrays': {
    type: 'object',
    properties: {
      matrix: { type: 'array', items: { type: 'array', items: { type: 'array', items: { type: 'number' } } } },
      rows: { type: 'array', minItems: 1, items: { type: 'array', items: address } },
    },
    required: ['matrix'],
  },
  'nested objects': range(8).reduce(
    (inner, level) => ({
      type: 'object',
      properties: { [`level${level}`]: inner, label: text('A label') },
      required: ['label'],
    }),
    address,
  ),
  'union told apart by a constant': {
    type: 'object',
    properties: {
      shape: {
        oneOf: ['circle', 'square', 'line', 'text', 'image'].map((kind) => ({
          type: 'object',
          properties: {
            kind: { const: kind },
            x: { type: 'number' },
            y: { type: 'number' },
            [`${kind}Size`]: { type: 'number' },
          },
          required: ['kind', 'x', 'y'],
          additionalProperties: false,
        })),
      },
    },
    required: ['shape'],
  },
  'union of plain types': {
    type: 'object',
    properties: keyed(6, (index) => [
      `value${index}`,
      {
        anyOf: [
          { type: 'string', description: 'Text' },
          { type: 'number' },
          { type: 'array', items: { type: 'string' } },
        ],
      },
    ]),
  },
  'types in a list': {
    type: 'object',
    properties: keyed(8, (index) => [
      `field${index}`,
      { type: index % 2 ? ['string', 'null'] : ['integer', 'null'], description: 'Maybe' },
    ]),
    required: ['field0', 'field1'],
  },
  references: {
    type: 'object',
    properties: {
      home: { $ref: '#/$defs/address' },
      work: { $ref: '#/$defs/address', description: 'Where the person works' },
      others: { type: 'array', items: { $ref: '#/$defs/address' } },
      owner: { $ref: '#/$defs/person' },
    },
    required: ['home'],
    $defs: {
      address,
      person: {
        type: 'object',
        properties: { name: text('Name'), lives: { $ref: '#/$defs/address' } },
        required: ['name'],
      },
    },
  },
  records: {
    type: 'object',
    properties: {
      headers: { type: 'object', additionalProperties: { type: 'string' } },
      scores: { type: 'object', additionalProperties: { type: 'array', items: { type: 'number' } } },
      people: { type: 'object', additionalProperties: address, description: 'By name' },
    },
  },
  'many enums': {
    type: 'object',
    properties: keyed(10, (index) => [
      `choice${index}`,
      { type: 'string', enum: range(30).map((value) => `option-${index}-${value}`), description: `Choice ${index}` },
    ]),
  },
  'allOf of parts': {
    type: 'object',
    allOf: [
      { properties: { id: { type: 'string' } }, required: ['id'] },
      { properties: { page: { type: 'integer', minimum: 1 }, size: { type: 'integer', maximum: 100 } } },
    ],
    properties: { query: text('What to look for') },
    required: ['query'],
  },
  '200 properties': {
    type: 'object',
    properties: keyed(200, (index) => [
      `property${index}`,
      [
        text(`Property ${index}`),
        { type: 'integer', minimum: 0 },
        { type: 'boolean' },
        { type: 'array', items: { type: 'string' } },
      ][index % 4],
    ]),
    required: range(50).map((index) => `property${index * 4}`),
  },
}
