import type { Json, JsonObject } from '../../src/core/json.ts'
import { hostileSize } from '../test-level.ts'

const deep = hostileSize
const many = hostileSize

/** Schemas that were made to hurt, by name. Each is built when it is asked for. */
export const hostileSchemas: Readonly<Record<string, () => unknown>> = {
  'a $ref bomb of properties': () => bomb((ref) => ({ type: 'object', properties: { a: ref, b: ref } })),
  'a $ref bomb of required properties': () =>
    bomb((ref) => ({ type: 'object', properties: { a: ref, b: ref }, required: ['a', 'b'] })),
  'a $ref bomb of allOf': () => bomb((ref) => ({ allOf: [ref, ref] })),
  'a $ref bomb of anyOf': () => bomb((ref) => ({ anyOf: [ref, ref] })),
  'a $ref bomb of oneOf': () => bomb((ref) => ({ oneOf: [ref, { type: 'array', items: ref }] })),
  'a $ref bomb of items': () => bomb((ref) => ({ type: 'array', prefixItems: [ref, ref], items: ref })),
  'a $ref bomb of records': () =>
    bomb((ref) => ({ type: 'object', additionalProperties: ref, properties: { a: ref } })),
  'a $ref bomb of conditions': () => bomb((ref) => ({ if: ref, then: ref, else: ref })),
  'a $ref bomb of not': () => bomb((ref) => ({ not: { allOf: [ref, ref] } })),
  'a wide product of unions': () => ({
    allOf: Array.from({ length: 40 }, (_, index) => ({
      anyOf: [
        { properties: { [`a${index}`]: { type: 'string' } } },
        { properties: { [`b${index}`]: { type: 'number' } } },
      ],
    })),
  }),
  'mutual recursion': () => ({ $ref: '#/$defs/a', $defs: { a: list('b', 'c'), b: list('a', 'c'), c: list('a', 'b') } }),
  'a reference to itself': () => ({ $ref: '#' }),
  'a ring of references': () => ({ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }),
  'allOf that holds itself': () => ({ allOf: [{ $ref: '#' }, { type: 'string' }] }),
  'deep properties': () => nest((inner) => ({ type: 'object', properties: { a: inner } })),
  'deep items': () => nest((inner) => ({ type: 'array', items: inner })),
  'deep allOf': () => nest((inner) => ({ allOf: [inner] })),
  'deep anyOf': () => nest((inner) => ({ anyOf: [inner, { type: 'null' }] })),
  'deep not': () => nest((inner) => ({ not: inner })),
  'deep conditions': () => nest((inner) => ({ if: inner, then: { type: 'string' } })),
  'deep definitions': () => nest((inner) => ({ type: 'string', $defs: { a: inner } })),
  'a deep default': () => ({
    type: 'object',
    properties: { a: { type: 'array', default: nest((inner) => [inner] as unknown as JsonObject) } },
  }),
  'a deep enum': () => ({ enum: [nest((inner) => ({ a: inner })), 'a'] }),
  'a deep const': () => ({ const: nest((inner) => ({ a: inner })) }),
  'a cycle of JavaScript objects': () => cyclic(),
  'a cycle inside a default': () => ({ type: 'object', properties: { a: { default: cyclic() } } }),
  'a wide enum': () => ({ type: 'string', enum: Array.from({ length: many }, (_, index) => `v${index}`) }),
  'a wide enum of numbers': () => ({ enum: Array.from({ length: many }, (_, index) => index) }),
  'a wide enum of objects': () => ({ enum: Array.from({ length: 20_000 }, (_, index) => ({ index })) }),
  'many properties': () => ({
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: many }, (_, index) => [`p${index}`, { type: 'string' }])),
  }),
  'many required names': () => ({
    type: 'object',
    properties: { a: { type: 'string' } },
    required: Array.from({ length: many }, (_, index) => `p${index}`),
  }),
  'many branches': () => ({
    anyOf: Array.from({ length: 3_000 }, (_, index) => ({
      type: 'object',
      properties: { [`p${index}`]: { enum: [index] } },
    })),
  }),
  'many equal branches': () => ({
    oneOf: Array.from({ length: 1_000 }, () => ({ type: 'object', properties: { a: {} } })),
  }),
  'many definitions': () => ({
    $ref: '#/$defs/d0',
    $defs: Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [
        `d${index}`,
        { type: 'object', properties: { next: { $ref: `#/$defs/d${index + 1}` } } },
      ]),
    ),
  }),
  'a long chain of references': () => ({
    $ref: '#/$defs/d0',
    $defs: Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`d${index}`, { $ref: `#/$defs/d${index + 1}` }]),
    ),
  }),
  'a minimum above the maximum': () => ({ type: 'number', minimum: 5, maximum: 1 }),
  'an empty enum': () => ({ enum: [] }),
  'nothing at all': () => false,
  'a catastrophic pattern': () => ({
    type: 'object',
    properties: { a: { type: 'string', pattern: '^(a+)+$' } },
    patternProperties: { '^(x+x+)+y$': { type: 'string', pattern: '(.*a){25}' } },
  }),
  'a pattern that is none': () => ({ type: 'string', pattern: '(' }),
  'a long pattern': () => ({ type: 'string', pattern: `^${'(a|b)?'.repeat(5_000)}$` }),
  'a prototype': () =>
    JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"object","properties":{"polluted":{"const":1}}}},"required":["__proto__"],"default":{"__proto__":{"polluted":1}}}',
    ) as unknown,
  'a keyword __proto__': () =>
    JSON.parse('{"__proto__":{"type":"string"},"properties":{"a":{"$ref":"#/__proto__"}}}') as unknown,
  'remote references': () => ({
    type: 'object',
    properties: {
      a: { $ref: 'https://example.com/a.json' },
      b: { $ref: 'file:///etc/passwd' },
      c: { $ref: 'other.json#/x' },
    },
  }),
  'malformed keywords': () => ({
    type: 5,
    properties: [],
    required: 'a',
    items: 3,
    anyOf: {},
    allOf: [],
    enum: 'a',
    minimum: 'x',
    pattern: 4,
    $ref: 7,
    additionalProperties: 'no',
    $defs: null,
    default: undefined,
  }),
  'extreme numbers': () => ({
    type: 'object',
    properties: {
      a: { type: 'string', maxLength: 1e300 },
      b: { type: 'integer', minimum: -1e308, maximum: 1e308, multipleOf: 1e-300 },
      c: { type: 'array', minItems: 1e15 },
    },
  }),
  'a huge description': () => ({ type: 'string', description: 'x'.repeat(1_000_000), title: 'y'.repeat(1_000_000) }),
}

/** 2^30 nodes from a few kilobytes. */
function bomb(make: (ref: JsonObject) => JsonObject): JsonObject {
  const $defs: Record<string, Json> = {}
  for (let level = 0; level < 30; level++) $defs[`d${level}`] = make({ $ref: `#/$defs/d${level + 1}` })
  $defs['d30'] = { type: 'string' }
  return { $ref: '#/$defs/d0', $defs }
}

function list(one: string, other: string): JsonObject {
  return {
    type: 'object',
    properties: { x: { $ref: `#/$defs/${one}` }, y: { type: 'array', items: { $ref: `#/$defs/${other}` } } },
  }
}

function nest(wrap: (inner: JsonObject) => JsonObject): JsonObject {
  let schema: JsonObject = { type: 'string' }
  for (let level = 0; level < deep; level++) schema = wrap(schema)
  return schema
}

function cyclic(): unknown {
  const schema: Record<string, unknown> = { type: 'object', properties: {} }
  ;(schema['properties'] as Record<string, unknown>)['self'] = schema
  return schema
}
