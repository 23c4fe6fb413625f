import type { Json } from '../../../src/core/json.ts'
import type { Construct } from '../construct.ts'
import { breaking, never } from '../construct.ts'

const anything: readonly Json[] = [
  '',
  'a',
  '5',
  '"a"',
  'null',
  5,
  -0.5,
  true,
  null,
  [],
  [1, 'a'],
  {},
  { a: { b: [null] } },
]

/** Schemas that say nothing, and roots that are no objects. */
export const freeForm: readonly Construct[] = [
  { name: 'a response of any value', schema: {}, sentAs: 'response', valid: anything, invalid: [] },
  { name: 'true as a response', schema: true, sentAs: 'response', valid: anything, invalid: [] },
  ...[{}, true].map(
    (schema): Construct => ({
      name: `${JSON.stringify(schema)} as the parameters of a tool, which then has none`,
      schema,
      sentAs: 'tool',
      valid: [{}],
      losable: [...anything.map((value) => ({ value, unless: never }))],
      invalid: [],
    }),
  ),
  {
    name: 'properties of any value',
    schema: { type: 'object', properties: { a: {}, b: true }, required: ['a'], additionalProperties: false },
    valid: [...anything.map((value): Json => ({ a: value })), { a: 1, b: 'x' }],
    invalid: [breaking('required', {}), breaking('additionalProperties', { a: 1, c: 2 })],
  },
  {
    name: 'a list of any values',
    schema: { type: 'object', properties: { a: { type: 'array', items: {} } }, required: ['a'] },
    valid: [{ a: [] }, { a: [...anything] }],
    invalid: [breaking('type', { a: {} })],
  },
  {
    name: 'a list at the root',
    schema: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } },
    valid: [[], [{ n: 1 }, { n: 2 }]],
    invalid: [breaking('required', [{}]), breaking('type', {})],
  },
  {
    name: 'a default at the root and inside',
    schema: {
      type: 'object',
      properties: { unit: { enum: ['c', 'f'], default: 'c' }, tags: { type: 'array', items: {}, default: [1] } },
      additionalProperties: false,
      default: { unit: 'f' },
    },
    valid: [{}, { unit: 'f' }, { unit: 'c', tags: ['x'] }],
    invalid: [breaking('enum', { unit: 'k' })],
  },
]
