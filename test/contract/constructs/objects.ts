import type { Json } from '../../../src/core/json.ts'
import type { Construct } from '../construct.ts'
import { allBreaking, breaking, either, has, lacks, within } from '../construct.ts'

const string = { type: 'string' }
const integer = { type: 'integer' }

const manyNames = Array.from({ length: 6000 }, (_, index) => `property_${index}`)
const many: Json = Object.fromEntries(manyNames.map((name) => [name, string]))

/** Objects: what is declared, what is not, and how many. */
export const objects: readonly Construct[] = [
  {
    name: 'a closed object',
    schema: { type: 'object', properties: { a: string, b: integer }, required: ['a'], additionalProperties: false },
    valid: [{ a: 'x' }, { a: 'x', b: 1 }],
    invalid: [breaking('required', {}), breaking('additionalProperties', { a: 'x', c: 1 }), breaking('type', { a: 1 })],
  },
  {
    name: 'an object that is open by default',
    schema: { type: 'object', properties: { a: string }, required: ['a'] },
    valid: [{ a: 'x' }],
    losable: [{ value: { a: 'x', b: 1 }, unless: has('openObjects') }],
    invalid: [breaking('required', {}), breaking('type', { a: 1 })],
  },
  {
    name: 'an object that says that it is open',
    schema: { type: 'object', properties: { a: string }, additionalProperties: true },
    valid: [{}, { a: 'x' }],
    losable: [{ value: { a: 'x', b: 1 }, unless: has('additionalProperties') }],
    invalid: [breaking('type', { a: 1 })],
  },
  {
    name: 'an empty closed object',
    schema: { type: 'object', properties: {}, additionalProperties: false },
    valid: [{}],
    invalid: allBreaking('additionalProperties', [{ a: 1 }]),
  },
  {
    name: 'an empty closed object inside',
    schema: {
      type: 'object',
      properties: { a: { type: 'object', properties: {}, additionalProperties: false } },
      required: ['a'],
    },
    valid: [{ a: {} }],
    invalid: [breaking('additionalProperties', { a: { b: 1 } }), breaking('required', {})],
  },
  {
    name: 'a free object inside',
    schema: { type: 'object', properties: { a: { type: 'object' } }, required: ['a'] },
    valid: [{ a: {} }, { a: { b: [1, { c: null }] } }],
    invalid: allBreaking('type', [{ a: 5 }, { a: [] }], has('additionalProperties')),
  },
  {
    name: 'an optional property that takes null',
    schema: { type: 'object', properties: { a: { type: ['string', 'null'] }, b: string }, required: ['b'] },
    valid: [{ b: 'x' }, { a: 'y', b: 'x' }],
    losable: [{ value: { a: null, b: 'x' }, unless: has('optionalProperties') }],
    invalid: [breaking('type', { a: 5, b: 'x' })],
  },
  {
    name: 'a required property that takes null',
    schema: { type: 'object', properties: { a: { type: ['string', 'null'] } }, required: ['a'] },
    valid: [{ a: null }, { a: 'y' }],
    invalid: [breaking('required', {}), breaking('type', { a: 5 })],
  },
  {
    name: 'an optional property of every kind',
    schema: {
      type: 'object',
      properties: {
        a: { enum: ['x', 'y'] },
        b: { enum: [1, 2] },
        c: { const: true },
        d: { type: 'array', prefixItems: [string], items: false },
        e: { anyOf: [string, integer] },
        f: { type: 'object', additionalProperties: integer },
        g: {},
      },
      additionalProperties: false,
    },
    valid: [{}, { a: 'x' }, { b: 2, c: true }, { d: ['p'] }, { e: 5 }, { e: '5', f: { k: 1 } }, { f: {}, g: [1] }],
    invalid: [
      breaking('enum', { a: 'z' }),
      breaking('enum', { b: 3 }),
      breaking('const', { c: false }, has('enumOfAnything')),
      breaking('type', { f: { k: 'x' } }),
    ],
  },
  {
    name: 'a record',
    schema: { type: 'object', additionalProperties: integer },
    valid: [{}, { a: 1, 'b c': 2 }, proto(5)],
    invalid: [breaking('type', { a: 'x' })],
  },
  {
    name: 'a record that says how large it is',
    schema: { type: 'object', additionalProperties: integer, minProperties: 1, maxProperties: 2 },
    valid: [{ a: 1 }, { a: 1, b: 2 }],
    invalid: [
      breaking('minProperties', {}, either(has('objectCounts'), lacks('additionalProperties'))),
      breaking('maxProperties', { a: 1, b: 2, c: 3 }, either(has('objectCounts'), lacks('additionalProperties'))),
    ],
  },
  {
    name: 'a record over a list of keys',
    schema: { type: 'object', propertyNames: { enum: ['x', 'y'] }, additionalProperties: integer },
    valid: [{}, { x: 1 }, { x: 1, y: 2 }],
    invalid: [breaking('propertyNames', { z: 1 }), breaking('type', { x: 'a' })],
  },
  {
    name: 'declared properties and typed others',
    schema: { type: 'object', properties: { a: string }, required: ['a'], additionalProperties: integer },
    valid: [{ a: 'x' }, { a: 'x', b: 1, extra_properties: 2 }],
    invalid: [breaking('type', { a: 'x', b: 'y' }), breaking('required', { b: 1 })],
  },
  {
    name: 'patternProperties alone',
    schema: { type: 'object', patternProperties: { '^x_': integer }, additionalProperties: false },
    valid: [{}, { x_1: 1 }],
    invalid: [breaking('type', { x_1: 'a' }), breaking('additionalProperties', { y: 1 }, has('patternProperties'))],
  },
  {
    name: 'patternProperties beside properties',
    schema: {
      type: 'object',
      properties: { id: string },
      required: ['id'],
      patternProperties: { '^x_': integer },
      additionalProperties: false,
    },
    valid: [{ id: 'a' }, { id: 'a', x_1: 1 }],
    invalid: [breaking('required', { x_1: 1 }), breaking('type', { id: 'a', x_1: 'b' })],
  },
  {
    name: 'a pattern of keys that looks ahead',
    schema: { type: 'object', patternProperties: { '^(?!@)[a-z@]+$': string }, additionalProperties: false },
    valid: [{}, { a: 'x' }],
    invalid: [
      breaking('type', { a: 5 }),
      breaking('additionalProperties', { '@a': 'x' }, has('patternProperties', 'lookarounds')),
    ],
  },
  {
    name: 'propertyNames with a pattern',
    schema: { type: 'object', propertyNames: { pattern: '^[a-z]+$' }, additionalProperties: string },
    valid: [{}, { abc: 'x' }],
    invalid: [breaking('propertyNames', { A1: 'x' }, has('propertyNames')), breaking('type', { abc: 5 })],
  },
  {
    name: 'minProperties and maxProperties',
    schema: {
      type: 'object',
      properties: { a: string, b: string, c: string },
      additionalProperties: false,
      minProperties: 1,
      maxProperties: 2,
    },
    valid: [{ a: 'x' }, { a: 'x', c: 'y' }],
    invalid: [
      breaking('minProperties', {}, has('objectCounts', 'optionalProperties')),
      breaking('maxProperties', { a: '', b: '', c: '' }, has('objectCounts', 'optionalProperties')),
    ],
  },
  {
    name: 'unevaluatedProperties',
    schema: { type: 'object', properties: { a: string }, unevaluatedProperties: false },
    valid: [{}, { a: 'x' }],
    invalid: [breaking('unevaluatedProperties', { b: 1 })],
  },
  {
    name: 'unevaluatedProperties beside allOf',
    schema: {
      allOf: [{ type: 'object', properties: { a: string }, required: ['a'] }],
      properties: { b: string },
      unevaluatedProperties: false,
    },
    valid: [{ a: 'x' }, { a: 'x', b: 'y' }],
    invalid: [breaking('unevaluatedProperties', { a: 'x', c: 1 }), breaking('required', { b: 'y' })],
  },
  {
    name: 'a required property that nothing declares',
    schema: { type: 'object', properties: { a: string }, required: ['a', 'b'] },
    valid: [],
    losable: [{ value: { a: 'x', b: 1 }, unless: has('undeclaredRequired', 'openObjects') }],
    invalid: [breaking('required', { a: 'x' }, has('undeclaredRequired', 'openObjects'))],
  },
  {
    name: 'an impossible optional property',
    schema: { type: 'object', properties: { a: string, b: false }, additionalProperties: false },
    valid: [{}, { a: 'x' }],
    invalid: [breaking('properties', { b: 1 })],
  },
  {
    name: '6,000 properties',
    isLarge: true,
    schema: { type: 'object', properties: many, required: ['property_0'], additionalProperties: false },
    valid: [{ property_0: 'x' }, { property_0: 'x', property_5999: 'y' }],
    invalid: [breaking('type', { property_0: 'x', property_5999: 5 }, within('properties', 6000))],
  },
]

/** `fromEntries` defines `__proto__` as data. */
function proto(value: Json): Json {
  return Object.fromEntries([['__proto__', value]])
}
