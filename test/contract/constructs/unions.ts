import type { Construct } from '../construct.ts'
import { allBreaking, breaking, has } from '../construct.ts'

const string = { type: 'string' }
const integer = { type: 'integer' }

/** Alternatives and conjunctions. */
export const unions: readonly Construct[] = [
  {
    name: 'anyOf of types',
    schema: { anyOf: [string, integer] },
    valid: ['5', 5, ''],
    invalid: allBreaking('anyOf', [1.5, null, {}]),
  },
  {
    name: 'anyOf of objects that overlap',
    schema: {
      anyOf: [
        { type: 'object', properties: { a: string }, required: ['a'], additionalProperties: false },
        { type: 'object', properties: { a: string, b: integer }, required: ['a', 'b'], additionalProperties: false },
      ],
    },
    valid: [{ a: 'x' }, { a: 'x', b: 1 }],
    invalid: allBreaking('anyOf', [{ b: 1 }, { a: 'x', b: 'y' }, {}]),
  },
  {
    name: 'anyOf of values that look alike on the wire',
    schema: { anyOf: [{ type: 'array', items: string }, { type: 'object', additionalProperties: string }, string] },
    valid: [[], ['a'], {}, { a: 'x' }, '[]', '{}', 'a'],
    invalid: allBreaking('anyOf', [5, [5], { a: 5 }], has('additionalProperties')),
  },
  {
    name: 'anyOf of bounds',
    schema: {
      anyOf: [
        { type: 'integer', maximum: 0 },
        { type: 'integer', minimum: 10 },
      ],
    },
    valid: [0, 10],
    invalid: allBreaking('anyOf', [5]),
  },
  {
    name: 'anyOf beside other keywords',
    schema: {
      type: 'object',
      properties: { a: string, b: string },
      additionalProperties: false,
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    },
    valid: [{ a: 'x' }, { b: 'x' }, { a: 'x', b: 'y' }],
    invalid: [breaking('anyOf', {}, has('conditions'))],
  },
  {
    name: 'oneOf of types',
    schema: { oneOf: [string, { type: 'boolean' }] },
    valid: ['true', true],
    invalid: allBreaking('oneOf', [5, null]),
  },
  {
    name: 'oneOf that overlaps',
    schema: {
      oneOf: [
        { type: 'integer', minimum: 0 },
        { type: 'integer', maximum: 10 },
      ],
    },
    valid: [-1, 11],
    invalid: [breaking('oneOf', 5, has('oneOf')), breaking('oneOf', 'x')],
  },
  {
    name: 'a discriminated union',
    schema: {
      oneOf: [
        { type: 'object', properties: { kind: { const: 'circle' }, r: { type: 'number' } }, required: ['kind', 'r'] },
        { type: 'object', properties: { kind: { const: 'square' }, side: integer }, required: ['kind', 'side'] },
      ],
    },
    valid: [
      { kind: 'circle', r: 1.5 },
      { kind: 'square', side: 2 },
    ],
    losable: [{ value: { kind: 'square', side: 2, r: 1 }, unless: has('openObjects') }],
    invalid: allBreaking('oneOf', [{ kind: 'circle' }, { kind: 'square', side: 1.5 }, { kind: 'other' }]),
  },
  {
    name: 'a union discriminated by numbers, in a list',
    schema: {
      type: 'array',
      items: {
        anyOf: [
          { type: 'object', properties: { v: { const: 1 }, a: string }, required: ['v'], additionalProperties: false },
          { type: 'object', properties: { v: { const: 2 }, b: integer }, required: ['v'], additionalProperties: false },
        ],
      },
    },
    valid: [[], [{ v: 1 }, { v: 2, b: 3 }, { v: 1, a: 'x' }]],
    invalid: allBreaking('anyOf', [[{ v: 3 }], [{ v: 1, b: 3 }]]),
  },
  {
    name: 'allOf',
    schema: {
      allOf: [
        { type: 'object', properties: { a: string }, required: ['a'] },
        { type: 'object', properties: { b: { type: 'integer', minimum: 1 } }, required: ['b'] },
      ],
    },
    valid: [{ a: 'x', b: 1 }],
    invalid: [breaking('required', { a: 'x' }), breaking('minimum', { a: 'x', b: 0 })],
  },
  {
    name: 'allOf of bounds and lists',
    schema: { allOf: [{ enum: [1, 2, 3, 4] }, { type: 'integer', minimum: 2 }, { maximum: 3 }] },
    valid: [2, 3],
    invalid: [breaking('minimum', 1), breaking('maximum', 4), breaking('enum', 5)],
  },
  {
    name: 'allOf with a union inside',
    schema: {
      allOf: [
        { type: 'object', properties: { id: string }, required: ['id'] },
        {
          anyOf: [
            { properties: { mail: string }, required: ['mail'] },
            { properties: { phone: string }, required: ['phone'] },
          ],
        },
      ],
    },
    valid: [
      { id: 'a', mail: 'm' },
      { id: 'a', phone: 'p' },
    ],
    invalid: [breaking('anyOf', { id: 'a' }, has('conditions')), breaking('required', { mail: 'm' })],
  },
  {
    name: 'a union in a union',
    schema: { anyOf: [{ anyOf: [string, { type: 'null' }] }, { anyOf: [integer, { type: 'array', items: integer }] }] },
    valid: ['a', null, 5, [5]],
    invalid: allBreaking('anyOf', [1.5, ['a'], {}]),
  },
  {
    name: 'a union at the root, of objects and lists',
    schema: {
      anyOf: [
        { type: 'array', items: integer },
        { type: 'object', properties: { n: integer }, required: ['n'], additionalProperties: false },
      ],
    },
    valid: [[], [1], { n: 1 }],
    invalid: allBreaking('anyOf', [['x'], {}, 'x']),
  },
]
