export const ifThens = [
  {
    name: 'a required name that depends on a value',
    schema: {
      type: 'object',
      properties: { kind: { enum: ['card', 'cash'] }, number: { type: 'string' } },
      required: ['kind'],
      if: { properties: { kind: { const: 'card' } } },
      then: { required: ['number'] },
    },
    valid: [{ kind: 'cash' }, { kind: 'card', number: '4' }],
    invalid: [{ kind: 'card' }, { kind: 'iou' }],
  },
  {
    name: 'then and else',
    schema: {
      type: 'object',
      properties: { country: { type: 'string' }, zip: { type: 'string' } },
      required: ['country', 'zip'],
      if: { properties: { country: { const: 'US' } } },
      then: { properties: { zip: { pattern: '^[0-9]{5}$' } } },
      else: { properties: { zip: { maxLength: 4 } } },
    },
    valid: [
      { country: 'US', zip: '12345' },
      { country: 'CH', zip: '8000' },
    ],
    invalid: [
      { country: 'US', zip: 'x' },
      { country: 'CH', zip: '80001' },
    ],
  },
  {
    name: 'on a number',
    schema: { type: 'integer', if: { minimum: 100 }, then: { multipleOf: 10 } },
    valid: [7, 110],
    invalid: [105],
  },
  {
    name: 'only else',
    schema: {
      type: 'object',
      properties: { all: { type: 'boolean' }, ids: { type: 'array', items: { type: 'integer' } } },
      if: { properties: { all: { const: true } }, required: ['all'] },
      else: { required: ['ids'] },
    },
    valid: [{ all: true }, { ids: [1] }],
    invalid: [{}, { all: false }],
  },
  {
    name: 'two conditions, each with a property of its own',
    schema: {
      type: 'object',
      properties: { kind: { enum: ['file', 'link'] } },
      required: ['kind'],
      allOf: [
        { if: { properties: { kind: { const: 'file' } } }, then: { properties: { size: { type: 'integer' } } } },
        { if: { properties: { kind: { const: 'link' } } }, then: { properties: { url: { type: 'string' } } } },
      ],
    },
    valid: [
      { kind: 'file', size: 1 },
      { kind: 'link', url: 'a' },
    ],
    invalid: [{ kind: 'file', size: 'x' }, { kind: 'link', url: 1 }, {}],
  },
]

export const dependents = [
  {
    name: 'dependentRequired',
    schema: {
      type: 'object',
      properties: { card: { type: 'string' }, billing: { type: 'string' } },
      dependentRequired: { card: ['billing'] },
    },
    valid: [{}, { billing: 'a' }, { card: '4', billing: 'a' }],
    invalid: [{ card: '4' }],
  },
  {
    name: 'dependentSchemas',
    schema: {
      type: 'object',
      properties: { page: { type: 'integer' }, size: { type: 'integer' } },
      dependentSchemas: { page: { required: ['size'], properties: { size: { minimum: 1 } } } },
    },
    valid: [{}, { page: 1, size: 10 }, { size: 0 }],
    invalid: [{ page: 1 }, { page: 1, size: 0 }],
  },
  {
    name: 'dependencies of draft 7, a list',
    schema: {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      dependencies: { a: ['b'] },
    },
    valid: [{ b: 'x' }, { a: 'x', b: 'y' }],
    invalid: [{ a: 'x' }],
  },
  {
    name: 'both ways',
    schema: {
      type: 'object',
      properties: { lat: { type: 'number' }, lon: { type: 'number' } },
      dependentRequired: { lat: ['lon'], lon: ['lat'] },
    },
    valid: [{}, { lat: 1, lon: 2 }],
    invalid: [{ lat: 1 }, { lon: 2 }],
  },
]
