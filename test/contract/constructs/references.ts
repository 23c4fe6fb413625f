import type { Json, JsonObject } from '../../../src/core/json.ts'
import type { Ability, Construct } from '../construct.ts'
import { breaking, has, within } from '../construct.ts'

const string = { type: 'string' }
const integer = { type: 'integer' }

/** A chain of `next`, so many deep. */
function chain(length: number, last: Json = { v: 0 }): Json {
  return length === 0 ? last : { v: length, next: chain(length - 1, last) }
}

/** Objects in objects, so many deep, with a string at the end. */
function nested(depth: number, last: Json = string): JsonObject {
  const inner = depth === 1 ? last : nested(depth - 1, last)
  return { type: 'object', properties: { a: inner }, required: ['a'] }
}

function nestedValue(depth: number, last: Json): Json {
  return depth === 0 ? last : { a: nestedValue(depth - 1, last) }
}

/** Where references may stay but not go round through required properties, such a property is required in words. */
const staysRequired: Ability = ({ supports }) => !supports.has('refs') || supports.has('requiredLoops')

/** References, recursion and depth. */
export const references: readonly Construct[] = [
  {
    name: 'a shared definition',
    schema: {
      type: 'object',
      properties: { from: { $ref: '#/$defs/Place' }, to: { $ref: '#/$defs/Place', description: 'Where to.' } },
      required: ['from'],
      $defs: { Place: { type: 'object', properties: { city: string }, required: ['city'], description: 'A place.' } },
    },
    valid: [{ from: { city: 'a' } }, { from: { city: 'a' }, to: { city: 'b' } }],
    invalid: [breaking('required', { from: {} }), breaking('type', { from: { city: 'a' }, to: { city: 5 } })],
  },
  {
    name: 'recursion through an optional property',
    schema: {
      $ref: '#/$defs/Node',
      $defs: {
        Node: {
          type: 'object',
          properties: { v: integer, next: { $ref: '#/$defs/Node' } },
          required: ['v'],
          additionalProperties: false,
        },
      },
    },
    valid: [{ v: 1 }, chain(2), chain(9)],
    invalid: [
      breaking('type', { v: 'x' }),
      breaking('type', { v: 1, next: { v: 'x' } }),
      breaking('required', chain(8, {}), has('refs')),
    ],
  },
  {
    name: 'recursion through a required list',
    schema: {
      type: 'object',
      properties: { name: string, children: { type: 'array', items: { $ref: '#' } } },
      required: ['name', 'children'],
      additionalProperties: false,
    },
    valid: [
      { name: 'a', children: [] },
      {
        name: 'a',
        children: [
          { name: 'b', children: [{ name: 'c', children: [{ name: 'd', children: [{ name: 'e', children: [] }] }] }] },
        ],
      },
    ],
    invalid: [breaking('required', { name: 'a' }), breaking('required', { name: 'a', children: [{ name: 'b' }] })],
  },
  {
    name: 'recursion through a required property that takes null',
    schema: {
      type: 'object',
      properties: { v: integer, next: { anyOf: [{ $ref: '#' }, { type: 'null' }] } },
      required: ['v', 'next'],
      additionalProperties: false,
    },
    valid: [{ v: 1, next: null }, chain(6, { v: 0, next: null })],
    invalid: [breaking('required', { v: 1 }, staysRequired), breaking('anyOf', { v: 1, next: 5 })],
  },
  {
    name: 'recursion that only a union ends',
    schema: {
      $ref: '#/$defs/Expression',
      $defs: {
        Expression: {
          anyOf: [
            { type: 'number' },
            {
              type: 'object',
              properties: { add: { type: 'array', items: { $ref: '#/$defs/Expression' }, minItems: 2 } },
              required: ['add'],
              additionalProperties: false,
            },
          ],
        },
      },
    },
    valid: [1, { add: [1, 2] }, { add: [1, { add: [{ add: [1, { add: [4, 5] }] }, 3] }] }],
    invalid: [breaking('anyOf', 'x'), breaking('anyOf', { add: [1] }), breaking('anyOf', { add: [1, 'x'] })],
  },
  {
    name: 'two definitions that need each other',
    schema: {
      type: 'object',
      properties: { person: { $ref: '#/$defs/Person' } },
      required: ['person'],
      $defs: {
        Person: { type: 'object', properties: { name: string, home: { $ref: '#/$defs/House' } }, required: ['name'] },
        House: { type: 'object', properties: { people: { type: 'array', items: { $ref: '#/$defs/Person' } } } },
      },
    },
    valid: [
      { person: { name: 'a' } },
      {
        person: {
          name: 'a',
          home: {
            people: [
              { name: 'b', home: {} },
              { name: 'c', home: { people: [] } },
            ],
          },
        },
      },
      {
        person: {
          name: 'a',
          home: { people: [{ name: 'b', home: { people: [{ name: 'd', home: { people: [{ name: 'e' }] } }] } }] },
        },
      },
    ],
    invalid: [
      breaking('required', { person: {} }),
      breaking('required', { person: { name: 'a', home: { people: [{}] } } }),
    ],
  },
  {
    name: 'a base through allOf',
    schema: {
      allOf: [{ $ref: '#/$defs/Base' }, { type: 'object', properties: { extra: integer } }],
      $defs: {
        Base: {
          type: 'object',
          properties: { id: string, parts: { type: 'array', items: { $ref: '#/$defs/Base' } } },
          required: ['id'],
        },
      },
    },
    valid: [{ id: 'a' }, { id: 'a', extra: 1, parts: [{ id: 'b', parts: [{ id: 'c' }] }] }],
    invalid: [breaking('required', { extra: 1 }), breaking('type', { id: 'a', extra: 'x' })],
  },
  {
    name: 'definitions in a union',
    schema: {
      type: 'object',
      properties: { pet: { anyOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }] } },
      required: ['pet'],
      $defs: {
        Cat: { type: 'object', properties: { meows: { type: 'boolean' } }, required: ['meows'] },
        Dog: { type: 'object', properties: { barks: { type: 'boolean' } }, required: ['barks'] },
      },
    },
    valid: [{ pet: { meows: true } }, { pet: { barks: false } }],
    invalid: [breaking('anyOf', { pet: {} }), breaking('anyOf', { pet: { meows: 'x' } })],
  },
  {
    name: 'a reference to the root',
    schema: {
      type: 'object',
      properties: { v: integer, next: { $ref: '#' } },
      required: ['v'],
      additionalProperties: false,
    },
    valid: [{ v: 1 }, chain(9)],
    invalid: [breaking('required', { v: 1, next: {} }), breaking('required', {})],
  },
  {
    name: 'a recursive record',
    schema: { type: 'object', additionalProperties: { $ref: '#' } },
    valid: [{}, { a: {}, b: { c: { d: { e: { f: {} } } } } }],
    invalid: [breaking('type', { a: 5 })],
  },
  {
    name: 'names of definitions that need an escape',
    schema: {
      type: 'object',
      properties: { a: { $ref: '#/$defs/x~1y%20z' }, b: { $ref: '#/definitions/ü' }, c: { $ref: '#spot' } },
      $defs: { 'x/y z': { type: 'string', minLength: 1 }, s: { $anchor: 'spot', type: 'boolean' } },
      definitions: { ü: integer },
    },
    valid: [{}, { a: 'x', b: 1, c: true }],
    invalid: [
      breaking('type', { a: 5 }),
      breaking('type', { b: 'x' }),
      breaking('minLength', { a: '' }, has('lengths')),
    ],
  },
  {
    name: 'a reference that leads nowhere',
    schema: { type: 'object', properties: { a: { $ref: '#/$defs/Nothing' } }, additionalProperties: false },
    valid: [{}, { a: [1, { b: null }] }],
    invalid: [breaking('additionalProperties', { c: 1 })],
  },
  {
    name: 'words and values around what is nested too deep',
    schema: {
      ...nested(11, {
        anyOf: [{ $ref: '#/$defs/Deep' }, { type: 'null' }],
        description: 'Deep.',
        default: null,
        examples: [{ a: 'x' }],
        'x-vendor': 1,
      }),
      $defs: { Deep: { type: 'object', properties: { a: string } } },
    },
    valid: [nestedValue(11, null), nestedValue(11, { a: 'x' })],
    invalid: [breaking('type', { a: 5 })],
  },
  ...[15, 40].map(
    (depth): Construct => ({
      name: `${depth} levels of objects`,
      schema: nested(depth),
      valid: [nestedValue(depth, 'x')],
      invalid: [breaking('type', nestedValue(depth, 5), within('depth', depth)), breaking('type', { a: 5 })],
    }),
  ),
]
