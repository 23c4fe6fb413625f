import type { Construct } from '../construct.ts'
import { allBreaking, breaking, has } from '../construct.ts'

const string = { type: 'string' }
const integer = { type: 'integer' }

/** Lists and tuples. */
export const arrays: readonly Construct[] = [
  {
    name: 'an array',
    schema: { type: 'array', items: string },
    valid: [[], ['a', 'null']],
    invalid: [breaking('type', [5]), breaking('type', {})],
  },
  {
    name: 'an array of anything',
    schema: { type: 'array' },
    valid: [[], [1, 'a', null, { a: [] }]],
    invalid: allBreaking('type', [{}, 5]),
  },
  {
    name: 'an array that says how long it is',
    schema: { type: 'array', items: integer, minItems: 1, maxItems: 2 },
    valid: [[1], [1, 2]],
    invalid: [breaking('minItems', []), breaking('maxItems', [1, 2, 3])],
  },
  {
    name: 'uniqueItems',
    schema: { type: 'array', items: integer, uniqueItems: true },
    valid: [[], [1, 2]],
    invalid: [breaking('uniqueItems', [1, 1], has('uniqueItems'))],
  },
  {
    name: 'contains',
    schema: { type: 'array', items: integer, contains: { minimum: 10 } },
    valid: [[1, 10]],
    invalid: [breaking('contains', [1], has('contains')), breaking('contains', [], has('contains'))],
  },
  {
    name: 'minContains and maxContains',
    schema: { type: 'array', items: integer, contains: { const: 7 }, minContains: 2, maxContains: 3 },
    valid: [
      [7, 7],
      [7, 1, 7, 7],
    ],
    invalid: [breaking('minContains', [7], has('contains')), breaking('maxContains', [7, 7, 7, 7], has('contains'))],
  },
  {
    name: 'a list that contains two things',
    schema: {
      type: 'array',
      items: integer,
      allOf: [{ contains: { minimum: 10 } }, { contains: { maximum: 0 } }],
    },
    valid: [[10, 0]],
    invalid: [breaking('contains', [10], has('contains')), breaking('contains', [0], has('contains'))],
  },
  {
    name: 'an open tuple',
    schema: { type: 'array', prefixItems: [string, integer] },
    valid: [[], ['a'], ['a', 1]],
    losable: [{ value: ['a', 1, true], unless: has('tuples') }],
    invalid: [breaking('type', [5]), breaking('type', ['a', 'b'])],
  },
  {
    name: 'a closed tuple',
    schema: { type: 'array', prefixItems: [string, integer], items: false, minItems: 2 },
    valid: [['a', 1]],
    invalid: [breaking('minItems', ['a']), breaking('items', ['a', 1, 2]), breaking('type', ['a', 'b'])],
  },
  {
    name: 'a closed tuple that is shorter than it may be',
    schema: { type: 'array', prefixItems: [string], items: false, minItems: 1, maxItems: 3 },
    valid: [['a']],
    invalid: [breaking('items', ['a', 1]), breaking('maxItems', ['a', 1, 2, 3])],
  },
  {
    name: 'a closed tuple whose items may be missing',
    schema: { type: 'array', prefixItems: [string, integer], items: false },
    valid: [[], ['a'], ['a', 1]],
    invalid: [breaking('items', ['a', 1, 2])],
  },
  {
    name: 'a tuple with a rest',
    schema: { type: 'array', prefixItems: [string], items: integer, minItems: 1 },
    valid: [['a'], ['a', 1, 2]],
    invalid: [breaking('type', ['a', 'b']), breaking('minItems', [])],
  },
  {
    name: 'a tuple of draft 7',
    schema: { type: 'array', items: [string, { type: ['integer', 'null'] }], additionalItems: false, minItems: 2 },
    valid: [
      ['a', 1],
      ['a', null],
    ],
    invalid: [breaking('additionalItems', ['a', 1, 2]), breaking('minItems', ['a'])],
  },
  {
    name: 'a tuple in a list in a tuple',
    schema: {
      type: 'array',
      prefixItems: [{ type: 'array', items: { type: 'array', prefixItems: [integer], items: false, minItems: 1 } }],
      items: false,
      minItems: 1,
    },
    valid: [[[]], [[[1], [2]]]],
    invalid: [breaking('type', [[['x']]])],
  },
  {
    name: 'unevaluatedItems of null',
    schema: { type: 'array', unevaluatedItems: { type: 'null' } },
    valid: [[]],
    losable: [{ value: [null], unless: has('unevaluated') }],
    invalid: [breaking('unevaluatedItems', [5], has('unevaluated'))],
  },
  {
    name: 'unevaluatedItems',
    schema: { type: 'array', prefixItems: [string], unevaluatedItems: false },
    valid: [[], ['a']],
    invalid: [breaking('unevaluatedItems', ['a', 1])],
  },
]
