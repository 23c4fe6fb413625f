/**
 * Schemas that ask for every encoding, each with values in the tool's own shape. `make-fixtures.mjs` has a released version
 * encode them; what it wrote is in the JSON files beside it, with these schemas, so that this list may grow.
 */
const text = { type: 'string' }
const integer = { type: 'integer' }
const object = (properties, more = {}) => ({ type: 'object', properties, ...more })

const tree = object(
  { name: text, children: { type: 'array', items: { $ref: '#/$defs/tree' } } },
  { required: ['name'] },
)
const chain = (depth) => (depth === 0 ? { name: 'leaf' } : { name: `n${depth}`, children: [chain(depth - 1)] })

/** @type {Record<string, { source: object, values: unknown[], root?: 'any' }>} */
export const awkwardSchemas = {
  'a record': {
    source: object({ scores: { type: 'object', additionalProperties: integer } }),
    values: [{ scores: { ada: 97, 'grace hopper': 88 } }, { scores: {} }, {}],
  },
  'a record of records': {
    source: object({
      files: { type: 'object', additionalProperties: { type: 'object', additionalProperties: { type: 'number' } } },
    }),
    values: [{ files: { a: { x: 1.5 }, b: {} } }],
  },
  'declared properties and typed others': {
    source: object({ id: text }, { required: ['id'], additionalProperties: integer }),
    values: [{ id: 'x', width: 3, height: 4 }, { id: 'x' }],
  },
  'declared properties and any others': {
    source: object({ id: text }, { required: ['id'], additionalProperties: true }),
    values: [{ id: 'x' }],
  },
  'a tuple': {
    source: object({
      at: { type: 'array', prefixItems: [{ type: 'number' }, text], items: { type: 'boolean' }, minItems: 1 },
    }),
    values: [{ at: [1, 'north', true, false] }, { at: [1] }],
  },
  'an enum of anything': {
    source: object({ level: { enum: [1, 2.5, true, '1', 'auto', { unit: 'C' }] } }),
    values: [1, 2.5, true, '1', 'auto', { unit: 'C' }].map((level) => ({ level })),
  },
  'numbers in a row': {
    source: object({ stars: { type: 'integer', enum: [1, 2, 3, 4, 5] } }),
    values: [{ stars: 1 }, { stars: 5 }],
  },
  'numbers that are not in a row': {
    source: object({ size: { type: 'integer', enum: [128, 256, 1024] }, ratio: { enum: [0.5, 2] } }),
    values: [{ size: 256, ratio: 0.5 }],
  },
  'true and false as an enum': {
    source: object({ on: { type: 'boolean', enum: [true, false] }, off: { const: false }, yes: { enum: [true] } }),
    values: [{ on: true, off: false, yes: true }, { on: false }],
  },
  'a number or true, as constants': {
    source: object({ retries: { enum: [0, 1, 2, true] } }),
    values: [{ retries: 0 }, { retries: true }],
  },
  'numbers as constants of a union': {
    source: object({
      code: {
        oneOf: [
          { const: 1, description: 'Low.' },
          { const: 2, description: 'High.' },
        ],
      },
    }),
    values: [{ code: 2 }],
  },
  'strings as constants of a union': {
    source: object({
      code: {
        oneOf: [
          { const: 'a', description: 'Low.' },
          { const: '', description: 'None.' },
        ],
      },
    }),
    values: [{ code: 'a' }, { code: '' }],
  },
  'any value': {
    source: object({ value: {}, list: { type: 'array' }, open: { type: 'object' } }),
    values: [
      { value: { unit: 'C', digits: [2, 1] }, list: [1, 'a', null], open: { a: { b: [] } } },
      { value: 21.5 },
      { value: 'hello' },
      { value: '21.5' },
      { value: null },
      { value: '{"a":1}' },
      { value: '', list: [], open: {} },
    ],
  },
  'a URI or nothing': {
    source: object({ link: { anyOf: [{ type: 'string', format: 'uri' }, { const: '' }] } }),
    values: [{ link: 'https://example.com/a?b=1' }, { link: '' }],
  },
  'a string or false': {
    source: object({ proxy: { anyOf: [text, { const: false }] } }),
    values: [{ proxy: 'http://proxy:8080' }, { proxy: false }, { proxy: 'false' }, { proxy: '' }],
  },
  'zero or a string with a pattern': {
    source: object({ wait: { anyOf: [{ const: 0 }, { type: 'string', pattern: '^[0-9]+(ms|s)$' }] } }),
    values: [{ wait: 0 }, { wait: '15s' }],
  },
  'a number or a string': {
    source: object({ id: { type: ['integer', 'string'] } }),
    values: [{ id: 7 }, { id: '7' }, { id: 'seven' }],
  },
  'a string or a list of strings': {
    source: object({ to: { anyOf: [text, { type: 'array', items: text }] } }),
    values: [{ to: 'ada' }, { to: ['ada', 'grace'] }, { to: [] }],
  },
  'a format without a type': {
    source: object({ since: { format: 'date-time' } }),
    values: [{ since: '2026-02-03T04:05:06Z' }, { since: '7' }],
  },
  'a condition without a type': {
    source: object({
      limit: { if: { type: 'string' }, then: { pattern: '^[0-9]+%$' }, else: { type: 'number', minimum: 0 } },
    }),
    values: [{ limit: '50%' }, { limit: 12 }],
  },
  'one of two sets of properties': {
    source: object(
      { radius: { type: 'number' }, length: { type: 'number' }, width: { type: 'number' }, unit: text },
      { oneOf: [{ required: ['radius'] }, { required: ['length', 'width'] }], required: ['unit'] },
    ),
    values: [
      { radius: 2, unit: 'm' },
      { length: 2, width: 3, unit: 'm' },
    ],
  },
  'any of two properties': {
    source: object({ id: integer, name: text }, { anyOf: [{ required: ['id'] }, { required: ['name'] }] }),
    values: [{ id: 1 }, { name: 'ada' }, { id: 1, name: 'ada' }],
  },
  'a property that needs another': {
    source: object({ card: text, address: text }, { dependentRequired: { card: ['address'] } }),
    values: [{}, { card: '1', address: 'a' }, { address: 'a' }],
  },
  'a condition about one property': {
    source: object(
      { kind: { enum: ['file', 'url'] }, path: text, url: text },
      {
        if: { properties: { kind: { const: 'file' } } },
        then: { required: ['path'] },
        else: { required: ['url'] },
        required: ['kind'],
      },
    ),
    values: [
      { kind: 'file', path: '/tmp' },
      { kind: 'url', url: 'https://example.com' },
    ],
  },
  'a condition with an encoded property': {
    source: object(
      { labels: { type: 'object', additionalProperties: text }, id: integer },
      { anyOf: [{ required: ['labels'] }, { required: ['id'] }] },
    ),
    values: [{ labels: { a: 'b' } }, { id: 3 }, { labels: {}, id: 3 }],
  },
  'a condition inside of a property': {
    source: object({
      shape: object(
        { radius: { type: 'number' }, side: { type: 'number' } },
        { oneOf: [{ required: ['radius'] }, { required: ['side'] }] },
      ),
    }),
    values: [{ shape: { radius: 1 } }, { shape: { side: 1 } }],
  },
  'a condition beside a property called value': {
    source: object({ value: object({ a: text }), b: text }, { anyOf: [{ required: ['value'] }, { required: ['b'] }] }),
    values: [{ value: { a: 'x' } }, { b: 'y' }, { value: {}, b: 'y' }],
  },
  'a record or a list': {
    source: object({
      headers: {
        anyOf: [
          { type: 'object', additionalProperties: text },
          { type: 'array', items: text },
        ],
      },
    }),
    values: [{ headers: { Accept: 'text/html' } }, { headers: ['text/html'] }, { headers: {} }, { headers: [] }],
  },
  'objects that share an encoded property': {
    source: object({
      target: {
        oneOf: [
          object(
            { kind: { const: 1 }, labels: { type: 'object', additionalProperties: text } },
            { required: ['kind'] },
          ),
          object(
            { kind: { const: 2 }, labels: { type: 'object', additionalProperties: text } },
            { required: ['kind'] },
          ),
        ],
      },
    }),
    values: [{ target: { kind: 1, labels: { a: 'b' } } }, { target: { kind: 2 } }],
  },
  'objects whose shared property is encoded in one': {
    source: object({
      target: {
        anyOf: [
          object(
            { at: { type: 'array', prefixItems: [integer, integer], items: false, minItems: 2 } },
            { required: ['at'] },
          ),
          object({ at: object({ item_0: integer, item_1: integer }) }, { required: ['at'] }),
        ],
      },
    }),
    values: [{ target: { at: [1, 2] } }, { target: { at: { item_0: 1, item_1: 2 } } }],
  },
  'an object or nothing': {
    source: object({
      options: { anyOf: [{ type: 'object', additionalProperties: false }, object({ deep: { type: 'boolean' } })] },
    }),
    values: [{ options: {} }, { options: { deep: true } }],
  },
  'a root that is a list': { source: { type: 'array', items: text }, values: [['a', 'b'], []] },
  'a root that is a union of objects': {
    source: {
      anyOf: [
        object({ id: integer }, { required: ['id'], additionalProperties: false }),
        object({ name: text }, { required: ['name'], additionalProperties: false }),
      ],
    },
    values: [{ id: 1 }, { name: 'ada' }],
  },
  'an empty object': {
    source: object({ options: { type: 'object', additionalProperties: false } }),
    values: [{ options: {} }, {}],
  },
  'no parameters': { source: object({}), values: [{}] },
  'recursion, deep': {
    source: object({ root: { $ref: '#/$defs/tree' } }, { $defs: { tree } }),
    values: [{ root: chain(0) }, { root: chain(2) }, { root: chain(12) }],
  },
  'recursion that is required': {
    source: {
      ...object({ next: { anyOf: [{ $ref: '#' }, { type: 'null' }] } }, { required: ['next'] }),
      additionalProperties: false,
    },
    values: [{ next: null }, { next: { next: { next: { next: { next: { next: null } } } } } }],
  },
  'an empty name': { source: object({ '': text, _: text }), values: [{ '': 'no name', _: 'a name' }] },
  'names that some refuse': {
    source: object({ 'first name': text, first_name: text, größe: integer }),
    values: [{ 'first name': 'Ada', first_name: 'Grace', größe: 170 }],
  },
  'null and absent': {
    source: object({ city: text, days: integer, note: { type: ['string', 'null'] } }, { required: ['city'] }),
    values: [{ city: 'Graz' }, { city: 'Graz', days: 3, note: 'x' }],
  },
  'a required null': {
    source: object({ note: { type: ['string', 'null'] } }, { required: ['note'] }),
    values: [{ note: null }, { note: 'null' }],
  },
  'a property that the server sets': {
    source: object({ id: { type: 'string', readOnly: true }, name: text }, { required: ['name'] }),
    values: [{ name: 'ada' }, { id: '1', name: 'ada' }],
  },
  'a required name that is not declared': {
    source: object({ a: text }, { required: ['a', 'ghost'] }),
    values: [],
  },
}
