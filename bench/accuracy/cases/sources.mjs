/** What tools look like that were not written as JSON Schema 2020-12. */
export const openApi = [
  { name: 'nullable', schema: { type: 'string', nullable: true }, valid: ['a', null], invalid: [1] },
  {
    name: 'nullable with an enum',
    schema: { type: 'string', nullable: true, enum: ['a', 'b'] },
    valid: ['a', null],
    invalid: ['c'],
  },
  {
    name: 'nullable object',
    schema: { type: 'object', nullable: true, properties: { a: { type: 'integer' } }, required: ['a'] },
    valid: [{ a: 1 }, null],
    invalid: [{}, 'x'],
  },
  {
    name: 'example, deprecated and readOnly',
    schema: { type: 'integer', example: 5, deprecated: true, readOnly: true, minimum: 1 },
    valid: [5],
    invalid: [0],
  },
  {
    name: 'discriminator',
    schema: {
      oneOf: [
        { type: 'object', properties: { t: { enum: ['cat'] }, lives: { type: 'integer' } }, required: ['t', 'lives'] },
        {
          type: 'object',
          properties: { t: { enum: ['dog'] }, tricks: { type: 'array', items: { type: 'string' } } },
          required: ['t'],
        },
      ],
      discriminator: { propertyName: 't' },
    },
    valid: [
      { t: 'cat', lives: 9 },
      { t: 'dog', tricks: ['sit'] },
    ],
    invalid: [{ t: 'cat' }, { t: 'fish' }],
  },
  {
    name: 'int32 with a flagged bound',
    schema: { type: 'integer', format: 'int32', minimum: 0, exclusiveMinimum: true },
    valid: [1],
    invalid: [0],
  },
  {
    name: 'vendor keys',
    schema: { type: 'string', 'x-order': 1, 'x-enum-labels': ['A'], xml: { name: 'v' }, maxLength: 2 },
    valid: ['ab'],
    invalid: ['abc'],
  },
]

export const geminiSchemas = [
  { name: 'upper-case type', schema: { type: 'STRING' }, valid: ['a'], invalid: [1] },
  {
    name: 'an object of them',
    schema: {
      type: 'OBJECT',
      properties: { n: { type: 'INTEGER', minimum: 1 }, s: { type: 'STRING', nullable: true } },
      required: ['n'],
    },
    valid: [{ n: 1, s: null }],
    invalid: [{ n: 0 }, {}, { n: 1, s: 5 }],
  },
  {
    name: 'counts as strings',
    schema: { type: 'ARRAY', items: { type: 'NUMBER' }, minItems: '1', maxItems: '2' },
    valid: [[1], [1, 2]],
    invalid: [[], [1, 2, 3]],
  },
  {
    name: 'enum with its format',
    schema: { type: 'STRING', format: 'enum', enum: ['A', 'B'] },
    valid: ['A'],
    invalid: ['C'],
  },
  {
    name: 'propertyOrdering',
    schema: {
      type: 'OBJECT',
      properties: { b: { type: 'STRING' }, a: { type: 'BOOLEAN' } },
      required: ['a'],
      propertyOrdering: ['a', 'b'],
    },
    valid: [{ a: true }],
    invalid: [{ b: 'x' }],
  },
]

export const booleanRequired = [
  {
    name: 'true on a property',
    root: true,
    schema: { type: 'object', properties: { q: { type: 'string', required: true }, n: { type: 'integer' } } },
    valid: [{ q: 'a' }, { q: 'a', n: 1 }],
    invalid: [{}, { n: 1 }],
  },
  {
    name: 'false on a property',
    root: true,
    schema: { type: 'object', properties: { q: { type: 'string', required: false } } },
    valid: [{}, { q: 'a' }],
    invalid: [{ q: 1 }],
  },
  {
    name: 'beside a list',
    root: true,
    schema: {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string', required: true } },
      required: ['a'],
    },
    valid: [{ a: 'x', b: 'y' }],
    invalid: [{ a: 'x' }, { b: 'y' }],
  },
  {
    name: 'nested',
    schema: {
      type: 'object',
      properties: { o: { type: 'object', properties: { x: { type: 'integer', required: true } } } },
      required: ['o'],
    },
    valid: [{ o: { x: 1 } }],
    invalid: [{ o: {} }, {}],
  },
]

export const metadata = [
  {
    name: '$schema and $id',
    root: true,
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'https://example.com/tool',
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    },
    valid: [{ a: 'x' }],
    invalid: [{}, { a: 'x', b: 1 }],
  },
  {
    name: 'draft 7, as zod-to-json-schema writes it',
    root: true,
    schema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { limit: { type: 'integer', exclusiveMinimum: 0, maximum: 100, default: 10 } },
      additionalProperties: false,
    },
    valid: [{}, { limit: 100 }],
    invalid: [{ limit: 0 }, { limit: 101 }],
  },
  {
    name: '$comment and examples',
    schema: { type: 'string', $comment: 'internal', examples: ['a', 'b'], minLength: 1 },
    valid: ['a'],
    invalid: [''],
  },
  {
    name: 'contentEncoding',
    schema: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' },
    valid: ['aGk='],
    invalid: [1],
  },
]
