import { describe, expect, test } from 'vitest'
import * as z4 from 'zod'
import { z as z3 } from 'zod3'
import { expectRoundTrip, fitted, reportedChanges } from './fitted.ts'

/** Zod 4's types stand for both: the calls below exist in either. */
type Z = typeof z4
const versions: readonly (readonly [string, Z])[] = [
  ['Zod 4', z4],
  ['Zod 3', z3 as unknown as Z],
]

interface Case {
  readonly name: string
  readonly build: (z: Z) => unknown
  readonly schema: object
  readonly changes?: readonly string[]
  /** A value and its form on the wire; the same where there is only one. */
  readonly values: readonly (readonly [unknown, unknown?])[]
  readonly invalid: unknown
}

const date = new Date('2024-05-06T07:08:09.010Z')
const iso = '2024-05-06T07:08:09.010Z'

const cases: readonly Case[] = [
  { name: 'string', build: (z) => z.string(), schema: { type: 'STRING' }, values: [['a'], ['']], invalid: 5 },
  {
    name: 'string with lengths and an expression',
    build: (z) => z.string().min(1).max(9).regex(/^a/),
    schema: { type: 'STRING', minLength: '1', maxLength: '9', pattern: '^a' },
    values: [['ab']],
    invalid: 'b',
  },
  { name: 'number', build: (z) => z.number(), schema: { type: 'NUMBER' }, values: [[1.5]], invalid: 'a' },
  {
    name: 'integer with bounds',
    build: (z) => z.number().int().min(1).max(9),
    schema: { type: 'INTEGER', minimum: 1, maximum: 9 },
    values: [[3]],
    invalid: 3.5,
  },
  { name: 'boolean', build: (z) => z.boolean(), schema: { type: 'BOOLEAN' }, values: [[true], [false]], invalid: 'x' },
  {
    name: 'array',
    build: (z) => z.array(z.string()).min(1).max(3),
    schema: { type: 'ARRAY', items: { type: 'STRING' }, minItems: '1', maxItems: '3' },
    values: [[['a', 'b']]],
    invalid: [],
  },
  {
    name: 'object',
    build: (z) => z.object({ a: z.string(), b: z.object({ c: z.number() }) }),
    schema: {
      type: 'OBJECT',
      properties: {
        a: { type: 'STRING' },
        b: { type: 'OBJECT', properties: { c: { type: 'NUMBER' } }, required: ['c'] },
      },
      required: ['a', 'b'],
    },
    values: [[{ a: 'x', b: { c: 1 } }]],
    invalid: { a: 'x' },
  },
  {
    name: 'strict object',
    build: (z) => z.object({ a: z.string() }).strict(),
    schema: { type: 'OBJECT', properties: { a: { type: 'STRING' } }, required: ['a'] },
    changes: [' additionalProperties: closed-object-implied, rewritten'],
    values: [[{ a: 'x' }]],
    invalid: { a: 'x', b: 1 },
  },
  {
    name: 'enum',
    build: (z) => z.enum(['celsius', 'kelvin']),
    schema: { type: 'STRING', enum: ['celsius', 'kelvin'] },
    values: [['kelvin']],
    invalid: 'Kelvin',
  },
  {
    name: 'optional',
    build: (z) => z.object({ a: z.string(), b: z.number().optional() }),
    schema: { type: 'OBJECT', properties: { a: { type: 'STRING' }, b: { type: 'NUMBER' } }, required: ['a'] },
    values: [[{ a: 'x' }], [{ a: 'x', b: 1 }]],
    invalid: { b: 1 },
  },
  {
    name: 'nullable',
    build: (z) => z.object({ a: z.string().nullable() }),
    schema: { type: 'OBJECT', properties: { a: { type: 'STRING', nullable: true } }, required: ['a'] },
    changes: ['/properties/a anyOf: null-to-nullable, rewritten'],
    values: [[{ a: null }], [{ a: 'x' }]],
    invalid: {},
  },
  {
    name: 'default',
    build: (z) => z.object({ a: z.string().default('x'), n: z.number().default(3) }),
    schema: { type: 'OBJECT', properties: { a: { type: 'STRING', default: 'x' }, n: { type: 'NUMBER', default: 3 } } },
    values: [[{ a: 'y', n: 1 }]],
    invalid: { a: 5 },
  },
  {
    name: 'literal',
    build: (z) => z.literal('a'),
    schema: { type: 'STRING', enum: ['a'] },
    changes: [' const: const-to-enum, rewritten'],
    values: [['a']],
    invalid: 'b',
  },
  {
    name: 'literal number',
    build: (z) => z.object({ v: z.literal(7), w: z.literal(true) }),
    schema: {
      type: 'OBJECT',
      properties: {
        v: { type: 'INTEGER', minimum: 7, maximum: 7 },
        w: { type: 'BOOLEAN', description: 'Must be true.' },
      },
      required: ['v', 'w'],
    },
    changes: ['/properties/v const: enum-to-type, rewritten', '/properties/w const: constraint-described, described'],
    values: [
      [
        { v: 7, w: true },
        { v: 7, w: true },
      ],
    ],
    invalid: { v: 8, w: true },
  },
  {
    name: 'union',
    build: (z) => z.union([z.string(), z.number()]),
    schema: { anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }] },
    values: [['a'], [1], ['1']],
    invalid: true,
  },
  {
    name: 'discriminated union',
    build: (z) =>
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('circle'), radius: z.number() }),
        z.object({ kind: z.literal('square'), side: z.number() }),
      ]),
    schema: {
      anyOf: [
        {
          type: 'OBJECT',
          properties: { kind: { type: 'STRING', enum: ['circle'] }, radius: { type: 'NUMBER' } },
          required: ['kind', 'radius'],
        },
        {
          type: 'OBJECT',
          properties: { kind: { type: 'STRING', enum: ['square'] }, side: { type: 'NUMBER' } },
          required: ['kind', 'side'],
        },
      ],
    },
    changes: [
      '/anyOf/0/properties/kind const: const-to-enum, rewritten',
      '/anyOf/1/properties/kind const: const-to-enum, rewritten',
    ],
    values: [[{ kind: 'circle', radius: 1 }], [{ kind: 'square', side: 2 }]],
    invalid: { kind: 'circle', side: 2 },
  },
  {
    name: 'record',
    build: (z) => z.record(z.string(), z.number()),
    schema: {
      type: 'ARRAY',
      items: {
        type: 'OBJECT',
        properties: { key: { type: 'STRING' }, value: { type: 'NUMBER' } },
        required: ['key', 'value'],
      },
    },
    changes: [' additionalProperties: record-to-entries, encoded'],
    values: [
      [
        { ada: 1, bob: 2 },
        [
          { key: 'ada', value: 1 },
          { key: 'bob', value: 2 },
        ],
      ],
      [{}, []],
    ],
    invalid: { ada: 'x' },
  },
  {
    name: 'tuple',
    build: (z) => z.tuple([z.string(), z.number()]),
    schema: {
      type: 'OBJECT',
      properties: { item_0: { type: 'STRING' }, item_1: { type: 'NUMBER' } },
      required: ['item_0', 'item_1'],
    },
    changes: [
      ' items: tuple-to-object, encoded',
      ' minItems: tuple-to-object, encoded',
      ' prefixItems: tuple-to-object, encoded',
    ],
    values: [[['a', 1], { item_0: 'a', item_1: 1 }]],
    invalid: ['a'],
  },
  {
    name: 'tuple with a rest',
    build: (z) => z.tuple([z.string()]).rest(z.number()),
    schema: {
      type: 'OBJECT',
      properties: { item_0: { type: 'STRING' }, rest: { type: 'ARRAY', items: { type: 'NUMBER' } } },
      required: ['item_0'],
    },
    changes: [
      ' items: tuple-to-object, encoded',
      ' minItems: tuple-to-object, encoded',
      ' prefixItems: tuple-to-object, encoded',
    ],
    values: [
      [['a'], { item_0: 'a' }],
      [['a', 1, 2], { item_0: 'a', rest: [1, 2] }],
    ],
    invalid: ['a', 'b'],
  },
  {
    name: 'intersection',
    build: (z) => z.intersection(z.object({ a: z.string() }), z.object({ b: z.number() })),
    schema: {
      type: 'OBJECT',
      properties: { a: { type: 'STRING' }, b: { type: 'NUMBER' } },
      required: ['a', 'b'],
    },
    changes: [' allOf: all-of-merged, rewritten'],
    values: [[{ a: 'x', b: 1 }]],
    invalid: { a: 'x' },
  },
  {
    name: 'date',
    build: (z) => z.object({ at: z.date() }),
    schema: { type: 'OBJECT', properties: { at: { type: 'STRING', format: 'date-time' } }, required: ['at'] },
    changes: ['/properties/at type: native-encoded, encoded'],
    values: [[{ at: date }, { at: iso }]],
    invalid: { at: iso },
  },
  {
    name: 'describe',
    build: (z) => z.object({ city: z.string().describe('The city.') }).describe('Where.'),
    schema: {
      type: 'OBJECT',
      properties: { city: { type: 'STRING', description: 'The city.' } },
      required: ['city'],
      description: 'Where.',
    },
    values: [[{ city: 'Oslo' }]],
    invalid: { city: 1 },
  },
]

describe.each(versions)('%s (A3)', (_, z) => {
  test.each(cases)('$name has its exact output (A3)', ({ build, schema, changes = [] }) => {
    const compiled = fitted(build(z))
    expect(compiled.schema).toEqual(schema)
    expect(reportedChanges(compiled)).toEqual(changes)
  })

  test.each(cases)('$name goes to the wire and back (A3)', ({ build, values, invalid }) => {
    const compiled = fitted(build(z))
    for (const pair of values) {
      expectRoundTrip(compiled, pair[0], pair.length === 2 ? pair[1] : pair[0])
      expect(compiled.parse(pair[0])).toEqual({ value: pair[0] })
    }
    expect(compiled.check(invalid)).not.toEqual([])
  })

  test('a default is filled in where the model leaves the property out (A3)', () => {
    const compiled = fitted(z.object({ unit: z.enum(['c', 'f']).default('c') }))
    expect(compiled.receive({})).toEqual({ value: { unit: 'c' }, issues: [] })
  })

  test('a lazy schema is followed three levels, then is JSON text (A3)', () => {
    const tree: unknown = z.object({ name: z.string(), children: z.lazy(() => z.array(tree as never)) })
    const compiled = fitted(tree)
    const level = (items: object) => ({
      type: 'OBJECT',
      properties: { name: { type: 'STRING' }, children: { type: 'ARRAY', items } },
      required: ['name', 'children'],
    })
    expect(compiled.schema).toMatchObject(level(level(level(level({ type: 'STRING' })))))
    expect(reportedChanges(compiled)).toEqual([
      '/properties/children/items $ref: recursion-to-json-text, encoded',
      '/properties/children/items $ref: ref-inlined, rewritten',
    ])
    const leaf = { name: 'e', children: [] }
    const nest = (inner: unknown) => ['d', 'c', 'b', 'a'].reduce((child, name) => ({ name, children: [child] }), inner)
    expectRoundTrip(compiled, nest(leaf), nest('{"name":"e","children":[]}'))
    expect(compiled.check(nest({ name: 'e' }))).toMatchObject([
      { pointer: '/children/0/children/0/children/0/children/0' },
    ])
  })

  test('a Date comes back as a Date from below the cut of a recursion (A3)', () => {
    const event: unknown = z.object({ at: z.date(), next: z.lazy(() => event as never).optional() })
    const compiled = fitted(event, { limits: { unroll: 0 } })
    expectRoundTrip(
      compiled,
      { at: date, next: { at: date, next: { at: date } } },
      { at: iso, next: `{"at":"${iso}","next":{"at":"${iso}"}}` },
    )
  })

  test('a refinement is reported and enforced (A3)', () => {
    const compiled = fitted(z.object({ n: z.number().refine((n) => n !== 13) }))
    expect(reportedChanges(compiled)).toEqual(['/properties/n refine: refine-not-expressible, dropped'])
    expect(compiled.receive({ n: 13 }).issues).toMatchObject([{ level: 'error', pointer: '/n', keyword: 'refine' }])
  })

  test('a transform gives the parsed value (A3)', () => {
    const compiled = fitted(z.object({ s: z.string().transform((s) => s.length) }))
    expect(compiled.schema).toEqual({ type: 'OBJECT', properties: { s: { type: 'STRING' } }, required: ['s'] })
    expect(compiled.receive({ s: 'abc' })).toEqual({ value: { s: 3 }, issues: [] })
  })
})

test('a refinement of Zod 4 that has words of its own is said in them (A3)', () => {
  const compiled = fitted(z4.object({ n: z4.number().refine((n) => n !== 13, 'Must not be 13.') }))
  expect(compiled.schema['properties']).toEqual({
    n: { type: 'NUMBER', description: 'Must pass a check that fails with "Must not be 13.".' },
  })
  expect(reportedChanges(compiled)).toEqual(['/properties/n refine: refine-not-expressible, described'])
})
