import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { expectRoundTrip, fitted, reportedChanges } from './fitted.ts'

const string = { type: 'string' }
const number = { type: 'number' }
const record = { type: 'object', additionalProperties: number }
const pair = { type: 'array', prefixItems: [string, number], items: false, minItems: 2 }

/** The wire form of a record. */
const entries = (value: object, key: object = { type: 'STRING' }) => ({
  type: 'ARRAY',
  items: { type: 'OBJECT', properties: { key, value }, required: ['key', 'value'] },
})
const pairOnWire = {
  type: 'OBJECT',
  properties: { item_0: { type: 'STRING' }, item_1: { type: 'NUMBER' } },
  required: ['item_0', 'item_1'],
}
const anyText = { type: 'STRING', description: 'Any JSON value, as JSON text.' }

interface Case {
  readonly name: string
  readonly source: object | boolean
  readonly schema: object
  readonly changes: readonly string[]
  readonly values: readonly (readonly [unknown, unknown])[]
}

const records: readonly Case[] = [
  {
    name: 'a record is a list of entries',
    source: { type: 'object', properties: { scores: record } },
    schema: { type: 'OBJECT', properties: { scores: entries({ type: 'NUMBER' }) } },
    changes: ['/properties/scores additionalProperties: record-to-entries, encoded'],
    values: [
      [
        { scores: { ada: 1, '': 2 } },
        {
          scores: [
            { key: 'ada', value: 1 },
            { key: '', value: 2 },
          ],
        },
      ],
      [{ scores: {} }, { scores: [] }],
      [{}, {}],
    ],
  },
  {
    name: 'a record of records',
    source: { type: 'object', additionalProperties: record },
    schema: entries(entries({ type: 'NUMBER' })),
    changes: [
      ' additionalProperties: record-to-entries, encoded',
      '/additionalProperties additionalProperties: record-to-entries, encoded',
    ],
    values: [[{ a: { b: 1 } }, [{ key: 'a', value: [{ key: 'b', value: 1 }] }]]],
  },
  {
    name: 'a record with counts and a needed key',
    source: { type: 'object', additionalProperties: string, minProperties: 1, maxProperties: 4, required: ['id'] },
    schema: { ...entries({ type: 'STRING' }), minItems: '1', maxItems: '4', description: 'Needs the keys id.' },
    changes: [
      ' additionalProperties: record-to-entries, encoded',
      ' maxProperties: record-to-entries, encoded',
      ' minProperties: record-to-entries, encoded',
      ' required: constraint-described, described',
    ],
    values: [[{ id: 'x' }, [{ key: 'id', value: 'x' }]]],
  },
  {
    name: 'a record whose keys have a pattern',
    source: { type: 'object', additionalProperties: number, propertyNames: { pattern: '^[a-z]+$' } },
    schema: entries({ type: 'NUMBER' }, { type: 'STRING', pattern: '^[a-z]+$' }),
    changes: [' additionalProperties: record-to-entries, encoded', ' propertyNames: record-to-entries, encoded'],
    values: [[{ ab: 1 }, [{ key: 'ab', value: 1 }]]],
  },
  {
    name: 'a record over an enum of keys is an object',
    source: { type: 'object', additionalProperties: number, propertyNames: { enum: ['a', 'b'] }, required: ['a'] },
    schema: { type: 'OBJECT', properties: { a: { type: 'NUMBER' }, b: { type: 'NUMBER' } }, required: ['a'] },
    changes: [' additionalProperties: keys-enumerated, rewritten', ' propertyNames: keys-enumerated, rewritten'],
    values: [
      [{ a: 1 }, { a: 1 }],
      [
        { a: 1, b: 2 },
        { a: 1, b: 2 },
      ],
    ],
  },
  {
    name: 'patternProperties alone are entries whose keys match',
    source: { type: 'object', patternProperties: { '^x-': string }, additionalProperties: false },
    schema: entries({ type: 'STRING' }, { type: 'STRING', pattern: '^x-' }),
    changes: [' additionalProperties: record-to-entries, encoded', ' patternProperties: record-to-entries, encoded'],
    values: [[{ 'x-a': '1' }, [{ key: 'x-a', value: '1' }]]],
  },
  {
    name: 'several patterns, of which the key decides',
    source: {
      type: 'object',
      patternProperties: { '^p_': pair, '^r_': record },
      additionalProperties: { enum: [1, 5] },
    },
    schema: {
      ...entries({ anyOf: [pairOnWire, entries({ type: 'NUMBER' }), { type: 'STRING', enum: ['1', '5'] }] }),
      description:
        'Keys matching ^p_ hold [string, number]; keys matching ^r_ hold { [key]: number }; other keys hold 1 | 5.',
    },
    changes: [
      ' additionalProperties: constraint-described, described',
      ' additionalProperties: record-to-entries, encoded',
      ' patternProperties: constraint-described, described',
      ' patternProperties: record-to-entries, encoded',
      '/additionalProperties enum: enum-to-strings, encoded',
      '/patternProperties/^p_ items: tuple-to-object, encoded',
      '/patternProperties/^p_ minItems: tuple-to-object, encoded',
      '/patternProperties/^p_ prefixItems: tuple-to-object, encoded',
      '/patternProperties/^r_ additionalProperties: record-to-entries, encoded',
    ],
    values: [
      [
        { p_a: ['x', 1], r_b: { c: 2 }, other: 5 },
        [
          { key: 'p_a', value: { item_0: 'x', item_1: 1 } },
          { key: 'r_b', value: [{ key: 'c', value: 2 }] },
          { key: 'other', value: '5' },
        ],
      ],
    ],
  },
  {
    name: 'declared properties and typed others',
    source: { type: 'object', properties: { id: string }, required: ['id'], additionalProperties: number },
    schema: {
      type: 'OBJECT',
      properties: {
        id: { type: 'STRING' },
        extra_properties: {
          ...entries({ type: 'NUMBER' }),
          description: 'Further properties, as a list of { key, value }.',
        },
      },
      required: ['id'],
    },
    changes: [' additionalProperties: extras-to-entries, encoded'],
    values: [
      [{ id: 'a' }, { id: 'a' }],
      [
        { id: 'a', x: 1, y: 2 },
        {
          id: 'a',
          extra_properties: [
            { key: 'x', value: 1 },
            { key: 'y', value: 2 },
          ],
        },
      ],
    ],
  },
  {
    name: 'the name of the extras gets a _ until it is free',
    source: {
      type: 'object',
      properties: { extra_properties: string, extra_properties_: string },
      additionalProperties: number,
    },
    schema: {
      type: 'OBJECT',
      properties: {
        extra_properties: { type: 'STRING' },
        extra_properties_: { type: 'STRING' },
        extra_properties__: {
          ...entries({ type: 'NUMBER' }),
          description: 'Further properties, as a list of { key, value }.',
        },
      },
    },
    changes: [' additionalProperties: extras-to-entries, encoded'],
    values: [
      [
        { extra_properties: 'a', extra_properties___: 1 },
        { extra_properties: 'a', extra_properties__: [{ key: 'extra_properties___', value: 1 }] },
      ],
      [{ extra_properties__: 1 }, { extra_properties__: [{ key: 'extra_properties__', value: 1 }] }],
    ],
  },
]

const tuples: readonly Case[] = [
  {
    name: 'positions that may be absent',
    source: { type: 'array', prefixItems: [string, number], items: false, minItems: 1 },
    schema: {
      type: 'OBJECT',
      properties: { item_0: { type: 'STRING' }, item_1: { type: 'NUMBER' } },
      required: ['item_0'],
    },
    changes: [
      ' items: tuple-to-object, encoded',
      ' minItems: tuple-to-object, encoded',
      ' prefixItems: tuple-to-object, encoded',
    ],
    values: [
      [['a'], { item_0: 'a' }],
      [['a', 1], { item_0: 'a', item_1: 1 }],
    ],
  },
  {
    name: 'a rest',
    source: { type: 'array', prefixItems: [string], items: number, minItems: 2, maxItems: 4 },
    schema: {
      type: 'OBJECT',
      properties: {
        item_0: { type: 'STRING' },
        rest: { type: 'ARRAY', items: { type: 'NUMBER' }, minItems: '1', maxItems: '3' },
      },
      required: ['item_0', 'rest'],
    },
    changes: [
      ' items: tuple-to-object, encoded',
      ' maxItems: tuple-to-object, encoded',
      ' minItems: tuple-to-object, encoded',
      ' prefixItems: tuple-to-object, encoded',
    ],
    values: [[['a', 1, 2], { item_0: 'a', rest: [1, 2] }]],
  },
  {
    name: 'tuples in tuples in a list',
    source: {
      type: 'array',
      items: { type: 'array', prefixItems: [pair, string], items: false, minItems: 2 },
    },
    schema: {
      type: 'ARRAY',
      items: {
        type: 'OBJECT',
        properties: { item_0: pairOnWire, item_1: { type: 'STRING' } },
        required: ['item_0', 'item_1'],
      },
    },
    changes: [
      '/items items: tuple-to-object, encoded',
      '/items minItems: tuple-to-object, encoded',
      '/items prefixItems: tuple-to-object, encoded',
      '/items/prefixItems/0 items: tuple-to-object, encoded',
      '/items/prefixItems/0 minItems: tuple-to-object, encoded',
      '/items/prefixItems/0 prefixItems: tuple-to-object, encoded',
    ],
    values: [[[[['a', 1], 'b']], [{ item_0: { item_0: 'a', item_1: 1 }, item_1: 'b' }]]],
  },
  {
    name: 'a list of items as the drafts before 2020-12 write it',
    source: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'array',
      items: [string, record],
      additionalItems: false,
      minItems: 2,
    },
    schema: {
      type: 'OBJECT',
      properties: { item_0: { type: 'STRING' }, item_1: entries({ type: 'NUMBER' }) },
      required: ['item_0', 'item_1'],
    },
    changes: [
      ' $schema: metadata-dropped, dropped, not enforced',
      ' additionalItems: tuple-to-object, encoded',
      ' items: tuple-to-object, encoded',
      ' minItems: tuple-to-object, encoded',
      '/items/1 additionalProperties: record-to-entries, encoded',
    ],
    values: [[['a', { b: 1 }], { item_0: 'a', item_1: [{ key: 'b', value: 1 }] }]],
  },
  {
    name: 'an open tuple is closed, reported as narrowed',
    source: { type: 'array', prefixItems: [string], minItems: 1 },
    schema: { type: 'OBJECT', properties: { item_0: { type: 'STRING' } }, required: ['item_0'] },
    changes: [
      ' minItems: tuple-to-object, encoded',
      ' prefixItems: open-tuple-closed, narrowed, not enforced',
      ' prefixItems: tuple-to-object, encoded',
    ],
    values: [[['a'], { item_0: 'a' }]],
  },
]

const enums: readonly Case[] = [
  {
    name: 'numbers',
    source: { type: 'integer', enum: [1, 2, 30] },
    schema: { type: 'STRING', enum: ['1', '2', '30'] },
    changes: [' enum: enum-to-strings, encoded'],
    values: [[30, '30']],
  },
  {
    name: 'booleans',
    source: { enum: [true, false] },
    schema: { type: 'BOOLEAN' },
    changes: [' enum: enum-to-type, rewritten'],
    values: [
      [true, true],
      [false, false],
    ],
  },
  {
    name: 'strings that look like the other members get quotes',
    source: { enum: ['1', 1, 'true', true, 'plain', null] },
    schema: { type: 'STRING', enum: ['"1"', '1', '"true"', 'true', 'plain'], nullable: true },
    changes: [' enum: enum-to-strings, encoded', ' enum: null-to-nullable, rewritten'],
    values: [
      ['1', '"1"'],
      [1, '1'],
      ['true', '"true"'],
      [true, 'true'],
      ['plain', 'plain'],
      [null, null],
    ],
  },
  {
    name: 'objects and lists, whatever the order of their keys',
    source: { enum: [{ a: 1, b: 2 }, [1, 2]] },
    schema: { type: 'STRING', enum: ['{"a":1,"b":2}', '[1,2]'] },
    changes: [' enum: enum-to-strings, encoded'],
    values: [
      [{ a: 1, b: 2 }, '{"a":1,"b":2}'],
      [[1, 2], '[1,2]'],
      [{ b: 2, a: 1 }, '{"a":1,"b":2}'],
    ],
  },
  {
    name: 'the empty string, and the text of it',
    source: { enum: ['', '""', 'a'] },
    schema: { type: 'STRING', enum: ['""', '"\\"\\""', 'a'] },
    changes: [' enum: enum-to-strings, encoded'],
    values: [
      ['', '""'],
      ['""', '"\\"\\""'],
      ['a', 'a'],
    ],
  },
]

const freeForm: readonly Case[] = [
  {
    name: 'any value; text that is JSON gets quotes',
    source: { type: 'object', properties: { v: {} } },
    schema: { type: 'OBJECT', properties: { v: anyText } },
    changes: ['/properties/v type: free-form-to-json-text, encoded'],
    values: [
      [{ v: 1 }, { v: '1' }],
      [{ v: 'hello' }, { v: 'hello' }],
      [{ v: '1' }, { v: '"1"' }],
      [{ v: '"q"' }, { v: '"\\"q\\""' }],
      [{ v: '{"a":1}' }, { v: '"{\\"a\\":1}"' }],
      [{ v: '{not json' }, { v: '{not json' }],
      [{ v: ' 12 ' }, { v: '" 12 "' }],
      [{ v: '' }, { v: '' }],
      [{ v: null }, { v: 'null' }],
      [{ v: [{ a: ['x'] }] }, { v: '[{"a":["x"]}]' }],
    ],
  },
  {
    name: 'true',
    source: { type: 'array', items: true },
    schema: { type: 'ARRAY', items: anyText },
    changes: ['/items type: free-form-to-json-text, encoded'],
    values: [
      [
        [1, 'a', '2'],
        ['1', 'a', '"2"'],
      ],
    ],
  },
  {
    name: 'an open object, with its own description first',
    source: { type: 'object', properties: { headers: { type: 'object', description: 'HTTP headers.' } } },
    schema: {
      type: 'OBJECT',
      properties: { headers: { type: 'STRING', description: 'HTTP headers. JSON text of type object.' } },
    },
    changes: ['/properties/headers type: free-form-to-json-text, encoded'],
    values: [[{ headers: { a: 1, b: { c: [] } } }, { headers: '{"a":1,"b":{"c":[]}}' }]],
  },
  {
    name: 'an object with additionalProperties: true',
    source: { type: 'object', properties: { v: { type: 'object', additionalProperties: true } } },
    schema: { type: 'OBJECT', properties: { v: { type: 'STRING', description: 'JSON text of type object.' } } },
    changes: ['/properties/v additionalProperties: free-form-to-json-text, encoded'],
    values: [[{ v: { a: 1 } }, { v: '{"a":1}' }]],
  },
  {
    name: 'an object that holds nothing',
    source: {
      type: 'object',
      properties: { v: { type: 'object', properties: {}, additionalProperties: false } },
    },
    schema: {
      type: 'OBJECT',
      properties: {
        v: { type: 'OBJECT', properties: { value: { type: 'BOOLEAN', description: 'Not used. Leave it out.' } } },
      },
    },
    changes: ['/properties/v additionalProperties: empty-object-placeholder, encoded'],
    values: [[{ v: {} }, { v: {} }]],
  },
  {
    name: 'the empty name',
    source: { type: 'object', properties: { '': string, _: number }, required: [''] },
    schema: { type: 'OBJECT', properties: { __: { type: 'STRING' }, _: { type: 'NUMBER' } }, required: ['__'] },
    changes: [' properties: property-renamed, encoded'],
    values: [
      [
        { '': 'x', _: 1 },
        { __: 'x', _: 1 },
      ],
    ],
  },
]

const unions: readonly Case[] = [
  {
    name: 'branches that differ on the wire are told apart',
    source: { anyOf: [record, pair, { enum: [1, 5] }, { type: 'boolean' }] },
    schema: {
      anyOf: [entries({ type: 'NUMBER' }), pairOnWire, { type: 'STRING', enum: ['1', '5'] }, { type: 'BOOLEAN' }],
    },
    changes: [
      '/anyOf/0 additionalProperties: record-to-entries, encoded',
      '/anyOf/1 items: tuple-to-object, encoded',
      '/anyOf/1 minItems: tuple-to-object, encoded',
      '/anyOf/1 prefixItems: tuple-to-object, encoded',
      '/anyOf/2 enum: enum-to-strings, encoded',
    ],
    values: [
      [{ a: 1 }, [{ key: 'a', value: 1 }]],
      [['a', 1], { item_0: 'a', item_1: 1 }],
      [5, '5'],
      [true, true],
    ],
  },
  {
    name: 'a record and a list of its entries are tagged',
    source: {
      anyOf: [
        record,
        {
          type: 'array',
          items: {
            type: 'object',
            properties: { key: string, value: number },
            required: ['key', 'value'],
            additionalProperties: false,
          },
        },
      ],
    },
    schema: {
      anyOf: [
        { type: 'OBJECT', properties: { option_1: entries({ type: 'NUMBER' }) }, required: ['option_1'] },
        { type: 'OBJECT', properties: { option_2: entries({ type: 'NUMBER' }) }, required: ['option_2'] },
      ],
    },
    changes: [
      ' anyOf: union-tagged, encoded',
      '/anyOf/0 additionalProperties: record-to-entries, encoded',
      '/anyOf/1/items additionalProperties: closed-object-implied, rewritten',
    ],
    values: [
      [{ a: 1 }, { option_1: [{ key: 'a', value: 1 }] }],
      [[{ key: 'a', value: 1 }], { option_2: [{ key: 'a', value: 1 }] }],
      [{}, { option_1: [] }],
      [[], { option_2: [] }],
    ],
  },
  {
    name: 'a tuple and the object that it becomes are tagged',
    source: {
      anyOf: [
        pair,
        {
          type: 'object',
          properties: { item_0: string, item_1: number },
          required: ['item_0', 'item_1'],
          additionalProperties: false,
        },
      ],
    },
    schema: {
      anyOf: [
        { type: 'OBJECT', properties: { option_1: pairOnWire }, required: ['option_1'] },
        { type: 'OBJECT', properties: { option_2: pairOnWire }, required: ['option_2'] },
      ],
    },
    changes: [
      ' anyOf: union-tagged, encoded',
      '/anyOf/0 items: tuple-to-object, encoded',
      '/anyOf/0 minItems: tuple-to-object, encoded',
      '/anyOf/0 prefixItems: tuple-to-object, encoded',
      '/anyOf/1 additionalProperties: closed-object-implied, rewritten',
    ],
    values: [
      [['a', 1], { option_1: { item_0: 'a', item_1: 1 } }],
      [{ item_0: 'a', item_1: 1 }, { option_2: { item_0: 'a', item_1: 1 } }],
    ],
  },
  {
    name: 'a string and an open object are JSON text',
    source: { anyOf: [string, { type: 'object' }] },
    schema: { type: 'STRING', description: 'A string, or JSON text of type object.' },
    changes: [' anyOf: union-to-json-text, encoded'],
    values: [
      ['a', 'a'],
      ['{}', '"{}"'],
      [{ a: 1 }, '{"a":1}'],
    ],
  },
  {
    name: 'a string and listed numbers keep their types',
    source: { anyOf: [string, { enum: [1, 5] }] },
    schema: {
      anyOf: [{ type: 'STRING' }, { type: 'INTEGER', minimum: 1, maximum: 5, description: 'Must be 1 or 5.' }],
    },
    changes: [' anyOf: any-of-simplified, rewritten', '/anyOf/1 enum: constraint-described, described'],
    values: [
      ['a', 'a'],
      ['1', '1'],
      [1, 1],
    ],
  },
  {
    name: 'a string, a record and a listed object: one text, which has the shape of the tool, beside the record',
    source: { anyOf: [string, record, { enum: [{ a: true }] }] },
    schema: {
      anyOf: [
        { type: 'STRING', description: 'A string, or JSON text of type {"a":true}.' },
        entries({ type: 'NUMBER' }),
      ],
    },
    changes: [
      '/anyOf/0 type: union-to-json-text, encoded',
      '/anyOf/1 additionalProperties: record-to-entries, encoded',
      '/anyOf/2 enum: union-to-json-text, encoded',
    ],
    values: [
      ['a', 'a'],
      [{ a: 1 }, [{ key: 'a', value: 1 }]],
      [{ a: true }, '{"a":true}'],
      ['true', '"true"'],
    ],
  },
  {
    name: 'a nullable union of encoded branches',
    source: { anyOf: [record, pair, { type: 'null' }] },
    schema: {
      anyOf: [{ ...entries({ type: 'NUMBER' }), nullable: true }, pairOnWire],
    },
    changes: [
      ' anyOf: null-to-nullable, rewritten',
      '/anyOf/0 additionalProperties: record-to-entries, encoded',
      '/anyOf/1 items: tuple-to-object, encoded',
      '/anyOf/1 minItems: tuple-to-object, encoded',
      '/anyOf/1 prefixItems: tuple-to-object, encoded',
    ],
    values: [
      [null, null],
      [{ a: 1 }, [{ key: 'a', value: 1 }]],
      [['a', 1], { item_0: 'a', item_1: 1 }],
    ],
  },
]

describe.each([
  ['records', records],
  ['tuples', tuples],
  ['enums', enums],
  ['free-form', freeForm],
  ['unions', unions],
] as const)('%s', (_, cases) => {
  test.each(cases)('$name', ({ source, schema, changes, values }) => {
    const compiled = fitted(source)
    expect(compiled.schema).toEqual(schema)
    expect(reportedChanges(compiled)).toEqual(changes)
    for (const [value, wire] of values) expectRoundTrip(compiled, value, wire)
  })
})

describe('the root of a tool', () => {
  const wrapped = (value: object) => ({ type: 'OBJECT', properties: { value }, required: ['value'] })
  const roots: readonly (readonly [object, object, unknown, unknown])[] = [
    [string, wrapped({ type: 'STRING' }), 'a', { value: 'a' }],
    [{ type: 'array', items: string }, wrapped({ type: 'ARRAY', items: { type: 'STRING' } }), ['a'], { value: ['a'] }],
    [record, wrapped(entries({ type: 'NUMBER' })), { value: 2 }, { value: [{ key: 'value', value: 2 }] }],
    [{ type: ['string', 'null'] }, wrapped({ type: 'STRING', nullable: true }), null, { value: null }],
    [{ enum: [1, 5] }, wrapped({ type: 'STRING', enum: ['1', '5'] }), 1, { value: '1' }],
    [{ anyOf: [string, number] }, wrapped({ anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }] }), 1, { value: 1 }],
  ]
  test.each(roots)('%j is wrapped', (source, schema, value, wire) => {
    const compiled = fitted(source, { root: 'object' })
    expect(compiled.schema).toEqual(schema)
    expect(reportedChanges(compiled)).toContain(' type: root-wrapped, encoded')
    expectRoundTrip(compiled, value, wire)
  })

  test('a tuple is an object on the wire already', () => {
    const compiled = fitted(pair, { root: 'object' })
    expect(compiled.schema).toEqual(pairOnWire)
    expectRoundTrip(compiled, ['a', 1], { item_0: 'a', item_1: 1 })
  })

  test('an object that may be null is sent as the object: arguments are never null', () => {
    const compiled = fitted({ type: ['object', 'null'], properties: { value: string } }, { root: 'object' })
    expect(compiled.schema).toEqual({ type: 'OBJECT', properties: { value: { type: 'STRING' } } })
    expectRoundTrip(compiled, { value: 'x' }, { value: 'x' })
    // As 0.1 sent it.
    expect(compiled.decode({ value: { value: 'x' } })).toEqual({ value: 'x' })
  })

  test.each([[true], [{}], [{ type: 'object' }], [{ type: 'object', properties: {} }]])(
    '%j is a tool without arguments',
    (source) => {
      const compiled = fitted(source, { root: 'object' })
      expect(compiled.schema).toMatchObject({ type: 'OBJECT' })
      expect(compiled.schema).not.toHaveProperty('required')
      expect(compiled.receive({})).toEqual({ value: {}, issues: [] })
    },
  )

  test('an object is not wrapped, whatever its properties are called', () => {
    const compiled = fitted({ type: 'object', properties: { value: string } }, { root: 'object' })
    expect(compiled.schema).toEqual({ type: 'OBJECT', properties: { value: { type: 'STRING' } } })
    expectRoundTrip(compiled, { value: 'a' }, { value: 'a' })
  })
})

describe('recursion and depth', () => {
  const tree = {
    $ref: '#/$defs/Node',
    $defs: {
      Node: {
        type: 'object',
        properties: {
          at: pair,
          tags: record,
          next: { anyOf: [{ $ref: '#/$defs/Node' }, { type: 'null' }] },
        },
        required: ['at'],
        additionalProperties: false,
      },
    },
  }

  test('encodings hold inside the levels that are followed; the cut is the shape of the tool', () => {
    const compiled = fitted(tree, { limits: { unroll: 1 } })
    const node = (next: object) => ({
      type: 'OBJECT',
      properties: { at: pairOnWire, tags: entries({ type: 'NUMBER' }), next },
      required: ['at'],
    })
    expect(compiled.schema).toMatchObject(node({ ...node({ type: 'STRING' }), nullable: true }))
    expectRoundTrip(
      compiled,
      { at: ['a', 1], next: { at: ['b', 2], tags: { x: 1 }, next: { at: ['c', 3], tags: { y: 2 }, next: null } } },
      {
        at: { item_0: 'a', item_1: 1 },
        next: {
          at: { item_0: 'b', item_1: 2 },
          tags: [{ key: 'x', value: 1 }],
          next: '{"at":["c",3],"tags":{"y":2},"next":null}',
        },
      },
    )
    expect(compiled.check({ at: ['a', 1], next: { at: ['b'] } })).not.toEqual([])
  })

  test('null at the cut comes back as null', () => {
    const compiled = fitted(tree, { limits: { unroll: 0 } })
    const wire = compiled.encode({ at: ['a', 1], next: null })
    expect(compiled.decode(wire)).toEqual({ at: ['a', 1], next: null })
  })

  test('what nests deeper than the endpoint parses is JSON text', () => {
    let source: object = string
    let value: unknown = 'x'
    for (let level = 0; level < 40; level++) {
      source = { type: 'object', properties: { a: source } }
      value = { a: value }
    }
    const compiled = fitted(source)
    expect(reportedChanges(compiled)).toHaveLength(1)
    expect(reportedChanges(compiled)[0]).toMatch(/^(\/properties\/a)+ properties: depth-to-json-text, encoded$/)
    expect(compiled.decode(compiled.encode(value))).toEqual(value)
    expect(JSON.stringify(compiled.encode(value))).toContain('\\"a\\"')
  })

  test('thirty levels are written out', () => {
    let source: object = string
    for (let level = 0; level < 30; level++) source = { type: 'object', properties: { a: source } }
    expect(reportedChanges(fitted(source))).toEqual([])
  })
})

describe('dates in every encoding', () => {
  const date = new Date('2024-05-06T07:08:09.010Z')
  const iso = '2024-05-06T07:08:09.010Z'
  const dates: readonly (readonly [string, z.ZodType, unknown, unknown])[] = [
    ['a list', z.array(z.date()), [date], [iso]],
    ['a record', z.record(z.string(), z.date()), { a: date }, [{ key: 'a', value: iso }]],
    ['a tuple', z.tuple([z.date(), z.number()]), [date, 1], { item_0: iso, item_1: 1 }],
    ['the rest of a tuple', z.tuple([z.number()]).rest(z.date()), [1, date], { item_0: 1, rest: [iso] }],
    [
      'extra properties',
      z.object({ id: z.string() }).catchall(z.date()),
      { id: 'a', x: date },
      { id: 'a', extra_properties: [{ key: 'x', value: iso }] },
    ],
    ['a nullable property', z.object({ at: z.date().nullable() }), { at: date }, { at: iso }],
    ['a union with a number', z.union([z.date(), z.number()]), date, iso],
    ['a map', z.map(z.string(), z.date()), new Map([['a', date]]), [{ key: 'a', value: iso }]],
    ['a set', z.set(z.date()), new Set([date]), [iso]],
  ]
  test.each(dates)('a Date in %s', (_, schema, value, wire) => {
    expectRoundTrip(fitted(schema), value, wire)
  })

  test('a Date in a wrapped root', () => {
    expectRoundTrip(fitted(z.date(), { root: 'object' }), date, { value: iso })
  })

  test('a Date and a string stay what they are, also where the string looks like a date', () => {
    const compiled = fitted(z.union([z.date(), z.string()]))
    for (const value of [date, 'tomorrow', iso]) expect(compiled.decode(compiled.encode(value))).toStrictEqual(value)
  })

  test('objects that differ only in a Date are tagged', () => {
    const compiled = fitted(z.union([z.object({ a: z.date() }), z.object({ a: z.string() })]))
    expectRoundTrip(compiled, { a: date }, { option_1: { a: iso } })
    expectRoundTrip(compiled, { a: iso }, { option_2: { a: iso } })
    expect(reportedChanges(compiled)).toContain(' anyOf: union-tagged, encoded')
  })

  test('a BigInt is digits', () => {
    const compiled = fitted(z.object({ n: z.bigint() }))
    expectRoundTrip(compiled, { n: 12345678901234567890n }, { n: '12345678901234567890' })
    expect(reportedChanges(compiled)).toEqual(['/properties/n type: native-encoded, encoded'])
  })
})

describe('defaults and examples', () => {
  test('are encoded like values', () => {
    const compiled = fitted({
      type: 'object',
      properties: {
        r: { ...record, default: { b: 2 }, example: { a: 1 } },
        t: { ...pair, default: ['x', 1] },
        e: { enum: [1, 2], default: 2 },
        f: { default: { a: 1 } },
      },
    })
    expect(compiled.schema['properties']).toMatchObject({
      r: { default: [{ key: 'b', value: 2 }], example: [{ key: 'a', value: 1 }] },
      t: { default: { item_0: 'x', item_1: 1 } },
      e: { default: 2 },
      f: { default: '{"a":1}' },
    })
    expect(compiled.receive({})).toEqual({
      value: { r: { b: 2 }, t: ['x', 1], e: 2, f: { a: 1 } },
      issues: [],
    })
  })
})

describe('values without a counterpart', () => {
  test('pass as they are, in both directions', () => {
    const compiled = fitted({ type: 'object', properties: { r: record, t: pair, e: { enum: [1] }, f: {} } })
    for (const value of [
      undefined,
      5,
      'x',
      [],
      { r: 5 },
      { t: 'x' },
      { e: 9 },
      { r: [1] },
      { t: { x: 1 } },
      { z: 1 },
    ]) {
      expect(() => compiled.decode(compiled.encode(value))).not.toThrow()
    }
    expect(compiled.encode({ r: 5, t: 'x', e: 9 })).toEqual({ r: 5, t: 'x', e: 9 })
    expect(compiled.encode({ f: 12n })).toEqual({ f: 12n })
  })
})
