const property = (name, schema, rest) => ({ type: 'object', properties: { [name]: schema, ...rest }, required: [name] })

/** A property may have any name. A converter that takes names for keywords shows here. */
export const names = [
  {
    name: 'a property called type',
    schema: property('type', { type: 'string', enum: ['a', 'b'] }),
    valid: [{ type: 'a' }],
    invalid: [{ type: 'c' }, {}],
  },
  {
    name: 'called properties',
    schema: property('properties', { type: 'object', properties: { x: { type: 'integer' } }, required: ['x'] }),
    valid: [{ properties: { x: 1 } }],
    invalid: [{ properties: {} }, {}],
  },
  {
    name: 'called required',
    schema: property('required', { type: 'boolean' }),
    valid: [{ required: true }],
    invalid: [{ required: 'yes' }, {}],
  },
  {
    name: 'called additionalProperties',
    schema: property('additionalProperties', { type: 'string' }),
    valid: [{ additionalProperties: 'x' }],
    invalid: [{ additionalProperties: 1 }, {}],
  },
  {
    name: 'called $ref',
    schema: property('$ref', { type: 'string' }),
    valid: [{ $ref: 'x' }],
    invalid: [{ $ref: 1 }, {}],
  },
  {
    name: 'called anyOf',
    schema: property('anyOf', { type: 'array', items: { type: 'string' } }),
    valid: [{ anyOf: ['x'] }],
    invalid: [{ anyOf: 'x' }, {}],
  },
  {
    name: 'called enum and default',
    schema: property('enum', { type: 'string' }, { default: { type: 'integer' } }),
    valid: [{ enum: 'x', default: 1 }],
    invalid: [{ enum: 1 }, { enum: 'x', default: 'y' }],
  },
  {
    name: 'called title, format and description',
    schema: property(
      'title',
      { type: 'string' },
      { format: { type: 'string' }, description: { type: 'string', maxLength: 3 } },
    ),
    valid: [{ title: 'a', format: 'b', description: 'c' }],
    invalid: [{ title: 1 }, { title: 'a', description: 'long' }],
  },
  {
    name: 'called strict and $schema',
    schema: property('strict', { type: 'boolean' }, { $schema: { type: 'string' } }),
    valid: [{ strict: true, $schema: 'a' }],
    invalid: [{ $schema: 'a' }, { strict: 1 }],
  },
  {
    name: 'called items',
    schema: property('items', { type: 'array', items: { type: 'integer' } }),
    valid: [{ items: [1] }],
    invalid: [{ items: ['a'] }, {}],
  },
  {
    name: 'called nullable and const',
    schema: property('nullable', { type: 'boolean' }, { const: { type: 'number' } }),
    valid: [{ nullable: false, const: 1 }],
    invalid: [{ nullable: 'x' }, { nullable: true, const: 'x' }],
  },
  {
    name: 'called not and if',
    schema: property('not', { type: 'string' }, { if: { type: 'string' } }),
    valid: [{ not: 'a', if: 'b' }],
    invalid: [{ if: 'b' }, { not: 1 }],
  },
  {
    name: 'called __proto__',
    schema: JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}'),
    valid: [JSON.parse('{"__proto__":"a"}')],
    invalid: [{}, JSON.parse('{"__proto__":1}')],
  },
  {
    name: 'with dots, spaces and dashes',
    schema: property('user.first name-1', { type: 'string' }),
    valid: [{ 'user.first name-1': 'a' }],
    invalid: [{ 'user.first name-1': 1 }, {}],
  },
  {
    name: 'as root properties of a tool',
    root: true,
    schema: property(
      'type',
      { type: 'string' },
      { properties: { type: 'array', items: { type: 'string' } }, required: { type: 'boolean' } },
    ),
    valid: [{ type: 'a', properties: ['b'], required: true }],
    invalid: [{ type: 1 }, { type: 'a', required: 'x' }],
  },
]

export const booleanSchemas = [
  { name: 'true', schema: true, valid: ['a', 1, null, { a: [1] }], invalid: [] },
  { name: '{}', schema: {}, valid: ['a', 1, null, { a: [1] }], invalid: [] },
  { name: 'any, with a description', schema: { description: 'Anything.' }, valid: ['a', 1.5, [1]], invalid: [] },
  {
    name: 'a property that must be absent',
    schema: { type: 'object', properties: { a: { type: 'string' }, b: false }, required: ['a'] },
    valid: [{ a: 'x' }],
    invalid: [{ a: 'x', b: 1 }, { a: 1 }],
  },
  {
    name: 'a property that may be anything',
    schema: { type: 'object', properties: { a: { type: 'string' }, extra: true }, required: ['a'] },
    valid: [{ a: 'x', extra: [1] }, { a: 'x' }],
    invalid: [{ extra: 1 }],
  },
  {
    name: 'a record of anything',
    schema: { type: 'object', additionalProperties: true },
    valid: [{ a: 1, b: 'x' }],
    invalid: [1],
  },
  {
    name: 'a branch of anything',
    schema: { anyOf: [{ type: 'string' }, true] },
    valid: ['a', 1, { a: 1 }],
    invalid: [],
  },
]
