import type { Construct } from '../construct.ts'
import { breaking, has } from '../construct.ts'

const string = { type: 'string' }
const integer = { type: 'integer' }
const kinds = { enum: ['a', 'b', 'c'] }

/** What holds only under a condition, and what must not hold. */
export const conditions: readonly Construct[] = [
  {
    name: 'not a listed value',
    schema: { type: 'string', enum: ['a', 'b', 'c'], not: { enum: ['b'] } },
    valid: ['a', 'c'],
    invalid: [breaking('not', 'b'), breaking('enum', 'd')],
  },
  {
    name: 'not a value of an open type',
    schema: { type: 'string', not: { const: 'x' } },
    valid: ['y'],
    invalid: [breaking('not', 'x', has('not')), breaking('type', 5)],
  },
  {
    name: 'not a type',
    schema: { type: 'object', properties: { a: { type: ['string', 'integer'], not: { type: 'integer' } } } },
    valid: [{}, { a: 'x' }],
    invalid: [breaking('not', { a: 5 })],
  },
  {
    name: 'two negations that hold together',
    schema: {
      type: 'object',
      properties: { s: { type: 'string', allOf: [{ not: { const: 'x' } }, { not: { const: 'y' } }] } },
      required: ['s'],
    },
    valid: [{ s: 'z' }],
    invalid: [breaking('not', { s: 'x' }, has('not')), breaking('not', { s: 'y' }, has('not'))],
  },
  {
    name: 'two negations that hold together at the root',
    schema: {
      type: 'object',
      properties: { a: string, b: string, c: string },
      additionalProperties: false,
      allOf: [{ not: { required: ['a', 'b'] } }, { not: { required: ['b', 'c'] } }],
    },
    valid: [{}, { a: 'x', c: 'x' }],
    invalid: [breaking('not', { a: 'x', b: 'x' }, has('not')), breaking('not', { b: 'x', c: 'x' }, has('not'))],
  },
  {
    name: 'not both properties',
    schema: {
      type: 'object',
      properties: { a: string, b: string },
      additionalProperties: false,
      not: { required: ['a', 'b'] },
    },
    valid: [{}, { a: 'x' }, { b: 'x' }],
    invalid: [breaking('not', { a: 'x', b: 'y' }, has('not'))],
  },
  {
    name: 'a condition on a listed property',
    schema: {
      type: 'object',
      properties: { kind: kinds, n: integer },
      required: ['kind'],
      additionalProperties: false,
      if: { properties: { kind: { const: 'a' } } },
      then: { required: ['n'] },
    },
    valid: [{ kind: 'a', n: 1 }, { kind: 'b' }, { kind: 'b', n: 1 }],
    invalid: [breaking('if', { kind: 'a' }, has('conditions')), breaking('enum', { kind: 'd' })],
  },
  {
    name: 'a condition with an else',
    schema: {
      type: 'object',
      properties: { kind: kinds, n: integer, s: string },
      required: ['kind'],
      additionalProperties: false,
      if: { properties: { kind: { const: 'a' } } },
      then: { required: ['n'] },
      else: { required: ['s'] },
    },
    valid: [
      { kind: 'a', n: 1 },
      { kind: 'b', s: 'x' },
    ],
    invalid: [
      breaking('then', { kind: 'a', s: 'x' }, has('conditions')),
      breaking('else', { kind: 'c', n: 1 }, has('conditions')),
    ],
  },
  {
    name: 'several conditions',
    schema: {
      type: 'object',
      properties: { kind: kinds, n: integer, s: string },
      required: ['kind'],
      additionalProperties: false,
      allOf: [
        { if: { properties: { kind: { const: 'a' } } }, then: { required: ['n'] } },
        { if: { properties: { kind: { const: 'b' } } }, then: { required: ['s'] } },
      ],
    },
    valid: [{ kind: 'a', n: 1 }, { kind: 'b', s: 'x' }, { kind: 'c' }],
    invalid: [breaking('if', { kind: 'a' }, has('conditions')), breaking('if', { kind: 'b', n: 1 }, has('conditions'))],
  },
  {
    name: 'a condition on a number',
    schema: {
      type: 'object',
      properties: { n: integer, s: string },
      required: ['n'],
      additionalProperties: false,
      if: { properties: { n: { minimum: 10 } } },
      then: { required: ['s'] },
    },
    valid: [{ n: 1 }, { n: 10, s: 'x' }],
    invalid: [breaking('if', { n: 10 }, has('conditions'))],
  },
  {
    name: 'dependentRequired',
    schema: {
      type: 'object',
      properties: { card: string, address: string },
      additionalProperties: false,
      dependentRequired: { card: ['address'] },
    },
    valid: [{}, { address: 'x' }, { card: 'x', address: 'y' }],
    invalid: [breaking('dependentRequired', { card: 'x' }, has('dependencies'))],
  },
  {
    name: 'dependentSchemas',
    schema: {
      type: 'object',
      properties: { card: string, limit: integer },
      additionalProperties: false,
      dependentSchemas: { card: { properties: { limit: { minimum: 10 } }, required: ['limit'] } },
    },
    valid: [{}, { limit: 1 }, { card: 'x', limit: 10 }],
    invalid: [
      breaking('dependentSchemas', { card: 'x' }, has('dependencies')),
      breaking('dependentSchemas', { card: 'x', limit: 1 }, has('dependencies')),
    ],
  },
  {
    name: 'dependencies of draft 7',
    schema: {
      type: 'object',
      properties: { a: string, b: string },
      additionalProperties: false,
      dependencies: { a: ['b'] },
    },
    valid: [{}, { b: 'x' }, { a: 'x', b: 'y' }],
    invalid: [breaking('dependencies', { a: 'x' }, has('dependencies'))],
  },
]
