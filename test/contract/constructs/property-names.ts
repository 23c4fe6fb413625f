import type { Json } from '../../../src/core/json.ts'
import type { Construct } from '../construct.ts'
import { breaking, has } from '../construct.ts'

const names = [
  '',
  'with spaces',
  'ünïcode 日本 😀',
  '__proto__',
  'constructor',
  '$ref',
  'properties',
  'type',
  'required',
  'a/b~c',
  'key',
  'value',
  'x'.repeat(100),
]

/** `fromEntries` defines `__proto__` as data. */
function one(name: string, value: Json): { [name: string]: Json } {
  return Object.fromEntries([[name, value]])
}

/** Names are names. */
export const propertyNames: readonly Construct[] = [
  ...names.map(
    (name): Construct => ({
      name: `a property called ${JSON.stringify(name.slice(0, 30))}`,
      schema: {
        type: 'object',
        properties: one(name, { type: 'array', items: { type: 'object', properties: one(name, { type: 'string' }) } }),
        required: [name],
        additionalProperties: false,
      },
      valid: [one(name, []), one(name, [one(name, 'x'), {}])],
      invalid: [
        breaking('required', {}),
        breaking('type', one(name, [one(name, 5)])),
        breaking('type', one(name, 'x')),
      ],
    }),
  ),
  {
    name: 'names that only differ in what has to be replaced',
    schema: {
      type: 'object',
      properties: { 'a b': { type: 'string' }, a_b: { type: 'integer' }, 'a-b': { type: 'boolean' }, 'a?b': {} },
      required: ['a b'],
    },
    valid: [{ 'a b': 'x' }, { 'a b': 'x', a_b: 1, 'a-b': true, 'a?b': [1] }],
    losable: [{ value: { 'a b': 'x', other: 1 }, unless: has('openObjects') }],
    invalid: [breaking('required', { a_b: 1 }), breaking('type', { 'a b': 'x', a_b: 'y' })],
  },
]
