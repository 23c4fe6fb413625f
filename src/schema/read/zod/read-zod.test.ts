import { describe, expect, test } from 'vitest'
import * as z4 from 'zod'
import * as mini from 'zod/mini'
import { z as z3 } from 'zod3'
import { nativeOf, type Schema } from '../../document/schema.ts'
import { readSource } from '../read-source.ts'

/** Zod 4's types stand for both: the calls below exist in either. */
type Z = typeof z4
const versions: readonly (readonly [string, Z])[] = [
  ['Zod 4', z4],
  ['Zod 3', z3 as unknown as Z],
]

enum Level {
  Low = 0,
  High = 10,
}

interface Case {
  readonly name: string
  readonly build: (z: Z) => unknown
  readonly schema: Schema
}

const cases: readonly Case[] = [
  { name: 'a string', build: (z) => z.string(), schema: { type: 'string' } },
  {
    name: 'the lengths of a string',
    build: (z) => z.string().min(2).min(1).max(9),
    schema: { type: 'string', minLength: 2, maxLength: 9 },
  },
  {
    name: 'an exact length',
    build: (z) => z.string().length(3),
    schema: { type: 'string', minLength: 3, maxLength: 3 },
  },
  {
    name: 'startsWith, endsWith and includes as patterns',
    build: (z) => z.string().startsWith('a.').endsWith('z$').includes('(m)'),
    schema: { type: 'string', pattern: '^a\\.', allOf: [{ pattern: 'z\\$$' }, { pattern: '\\(m\\)' }] },
  },
  {
    name: 'an expression that ignores case',
    build: (z) => z.string().regex(/^id-[a-f0-9]+$/i),
    schema: { type: 'string', pattern: '^[iI][dD]-[a-fA-F0-9]+$' },
  },
  { name: 'a url', build: (z) => z.string().url(), schema: { type: 'string', format: 'uri' } },
  {
    name: 'trim and case rewrites, which refuse nothing',
    build: (z) => z.string().trim().toLowerCase(),
    schema: { type: 'string' },
  },
  { name: 'a number', build: (z) => z.number(), schema: { type: 'number' } },
  {
    name: 'an integer with bounds',
    build: (z) => z.number().int().min(1).max(9),
    schema: { type: 'integer', minimum: 1, maximum: 9 },
  },
  {
    name: 'exclusive bounds, the tighter one',
    build: (z) => z.number().min(1).gt(1).lt(5).lt(7),
    schema: { type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 5 },
  },
  {
    name: 'several divisors',
    build: (z) => z.number().multipleOf(2).multipleOf(3),
    schema: { type: 'number', multipleOf: 2, allOf: [{ multipleOf: 3 }] },
  },
  { name: 'bounds that exclude nothing', build: (z) => z.number().min(-Infinity).finite(), schema: { type: 'number' } },
  { name: 'a boolean', build: (z) => z.boolean(), schema: { type: 'boolean' } },
  { name: 'null', build: (z) => z.null(), schema: { type: 'null' } },
  { name: 'any value', build: (z) => z.unknown(), schema: {} },
  { name: 'no value', build: (z) => z.never(), schema: false },
  { name: 'a literal', build: (z) => z.literal('a'), schema: { type: 'string', const: 'a' } },
  { name: 'a literal null', build: (z) => z.literal(null), schema: { type: 'null' } },
  { name: 'an enum', build: (z) => z.enum(['a', 'b']), schema: { type: 'string', enum: ['a', 'b'] } },
  {
    name: 'a numeric enum of TypeScript without its reverse keys',
    build: (z) => z.nativeEnum(Level),
    schema: { type: 'number', enum: [0, 10] },
  },
  {
    name: 'an array with its size',
    build: (z) => z.array(z.string()).min(1).max(3),
    schema: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3 },
  },
  {
    name: 'a closed tuple whose last item may be missing',
    build: (z) => z.tuple([z.string(), z.number().optional()]),
    schema: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], minItems: 1, items: false },
  },
  {
    name: 'a tuple with a rest',
    build: (z) => z.tuple([z.string()]).rest(z.number()),
    schema: { type: 'array', prefixItems: [{ type: 'string' }], minItems: 1, items: { type: 'number' } },
  },
  { name: 'an empty tuple', build: (z) => z.tuple([]), schema: { type: 'array', maxItems: 0 } },
  {
    name: 'an object, silent about other properties',
    build: (z) => z.object({ a: z.string(), b: z.number().optional(), c: z.undefined() }),
    schema: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } }, required: ['a'] },
  },
  {
    name: 'a strict object',
    build: (z) => z.object({}).strict(),
    schema: { type: 'object', properties: {}, additionalProperties: false },
  },
  {
    name: 'a loose object',
    build: (z) => z.object({}).passthrough(),
    schema: { type: 'object', properties: {}, additionalProperties: true },
  },
  {
    name: 'an object with a catchall',
    build: (z) => z.object({}).catchall(z.number()),
    schema: { type: 'object', properties: {}, additionalProperties: { type: 'number' } },
  },
  {
    name: 'properties named like keywords and prototypes',
    build: (z) => z.object({ $ref: z.string(), constructor: z.string(), type: z.number() }),
    schema: {
      type: 'object',
      properties: { $ref: { type: 'string' }, constructor: { type: 'string' }, type: { type: 'number' } },
      required: ['$ref', 'constructor', 'type'],
    },
  },
  {
    name: 'nullable, nullish and default',
    build: (z) => z.object({ a: z.string().nullable(), b: z.string().nullish(), c: z.number().default(3) }),
    schema: {
      type: 'object',
      properties: {
        a: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        b: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        c: { type: 'number', default: 3 },
      },
      required: ['a'],
    },
  },
  {
    name: 'wrappers that change nothing for the input',
    build: (z) => z.object({ a: z.string().catch('x'), b: z.string().readonly(), c: z.string().brand('B') }),
    schema: {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } },
      required: ['a', 'b', 'c'],
    },
  },
  { name: 'the input of a transform', build: (z) => z.string().transform((s) => s.length), schema: { type: 'string' } },
  { name: 'what a preprocess step feeds', build: (z) => z.preprocess(Number, z.number()), schema: { type: 'number' } },
  { name: 'the declared type of a coercion', build: (z) => z.coerce.number(), schema: { type: 'number' } },
  { name: 'the inside of a promise', build: (z) => z.promise(z.string()), schema: { type: 'string' } },
  {
    name: 'a union',
    build: (z) => z.union([z.string(), z.number()]),
    schema: { anyOf: [{ type: 'string' }, { type: 'number' }] },
  },
  {
    name: 'a union without the branches that JSON cannot take',
    build: (z) => z.union([z.string(), z.undefined(), z.never()]),
    schema: { type: 'string' },
  },
  {
    name: 'a discriminated union, exclusive by its tag',
    build: (z) =>
      z.discriminatedUnion('k', [z.object({ k: z.literal('a') }), z.object({ k: z.literal('b'), n: z.number() })]),
    schema: {
      anyOf: [
        { type: 'object', properties: { k: { type: 'string', const: 'a' } }, required: ['k'] },
        {
          type: 'object',
          properties: { k: { type: 'string', const: 'b' }, n: { type: 'number' } },
          required: ['k', 'n'],
        },
      ],
    },
  },
  {
    name: 'an intersection',
    build: (z) => z.object({ a: z.string() }).and(z.object({ b: z.string() })),
    schema: {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] },
      ],
    },
  },
  {
    name: 'a record',
    build: (z) => z.record(z.string(), z.number()),
    schema: { type: 'object', additionalProperties: { type: 'number' } },
  },
  {
    name: 'a record whose keys follow a pattern',
    build: (z) => z.record(z.string().regex(/^x-/), z.number()),
    schema: {
      type: 'object',
      propertyNames: { type: 'string', pattern: '^x-' },
      additionalProperties: { type: 'number' },
    },
  },
  {
    name: 'descriptions, the outer before the inner',
    build: (z) => z.object({ a: z.string().describe('inner').optional().describe('outer') }).describe('root'),
    schema: {
      type: 'object',
      properties: { a: { type: 'string', description: 'outer' } },
      description: 'root',
    },
  },
]

for (const [version, z] of versions) {
  describe(`${version} becomes JSON Schema`, () => {
    for (const { name, build, schema } of cases) {
      test(name, () => {
        const source = readSource(build(z))
        expect(source.schema).toEqual(schema)
        expect(source.hasNatives).toBe(false)
      })
    }
  })

  describe(`${version}: recursion`, () => {
    test('of the root refers to the root', () => {
      const Category: z4.ZodType = z.object({
        name: z.string(),
        sub: z.lazy(() => z.array(Category)).describe('below'),
      })
      expect(readSource(Category).schema).toEqual({
        type: 'object',
        properties: {
          name: { type: 'string' },
          sub: { type: 'array', items: { $ref: '#' }, description: 'below' },
        },
        required: ['name', 'sub'],
      })
    })

    test('below the root becomes a definition, named after its property', () => {
      const Tree: z4.ZodType = z.object({ next: z.lazy(() => Tree).optional() })
      expect(readSource(z.object({ tree: Tree, other: Tree })).schema).toEqual({
        type: 'object',
        properties: { tree: { $ref: '#/$defs/tree' }, other: { $ref: '#/$defs/tree' } },
        required: ['tree', 'other'],
        $defs: { tree: { type: 'object', properties: { next: { $ref: '#/$defs/tree' } } } },
      })
    })

    test('through a getter that makes new schemas ends too', () => {
      const Value: z4.ZodType = z.lazy(() => z.union([z.string(), z.array(Value), z.record(z.string(), Value)]))
      expect(readSource(Value).schema).toEqual({
        anyOf: [
          { type: 'string' },
          { type: 'array', items: { $ref: '#' } },
          { type: 'object', additionalProperties: { $ref: '#' } },
        ],
      })
    })

    test('reports checks at the definition that holds them', () => {
      const Tree: z4.ZodType = z.object({
        name: z.string().refine((name) => name !== ''),
        next: z.lazy(() => Tree).optional(),
      })
      expect(readSource(z.object({ tree: Tree })).changes.map(({ at }) => at)).toEqual(['/$defs/tree/properties/name'])
    })
  })

  describe(`${version}: hostile shapes`, () => {
    const deepen = (wrap: (inner: z4.ZodType) => z4.ZodType) => {
      let schema: z4.ZodType = z.string()
      for (let i = 0; i < 100_000; i++) schema = wrap(schema)
      return schema
    }

    test.each([
      ['arrays', (inner: z4.ZodType) => z.array(inner)],
      ['optionals', (inner: z4.ZodType) => inner.optional()],
      ['unions', (inner: z4.ZodType) => z.union([inner, z.number()])],
      ['lazies', (inner: z4.ZodType) => z.lazy(() => inner)],
    ])('100,000 nested %s end in an error', (_, wrap) => {
      expect(() => readSource(z.object({ a: deepen(wrap) }))).toThrow(
        expect.objectContaining({ code: 'schema-unreadable' }),
      )
    })

    test('a schema that unfolds to 2^30 parts is shared, not written out', () => {
      let schema: z4.ZodType = z.string()
      for (let i = 0; i < 30; i++) schema = z.object({ x: schema, y: schema })
      expect(JSON.stringify(readSource(schema).schema).length).toBeLessThan(10_000)
    })

    test('lazies of lazies that come back to themselves are one reference', () => {
      const Loop: z4.ZodType = z.lazy(() => z.lazy(() => z.lazy(() => z.string().or(Loop))))
      expect(readSource(Loop).schema).toEqual({ anyOf: [{ type: 'string' }, { $ref: '#' }] })
    })
  })

  describe(`${version}: values that are no JSON`, () => {
    const propertyOf = (schema: unknown, name: string) =>
      (schema as { properties: Record<string, Schema> }).properties[name]!

    test('dates, big integers, sets and maps are marked and have a wire form', () => {
      const { schema, hasNatives } = readSource(
        z.object({
          date: z.date(),
          big: z.bigint(),
          set: z.set(z.string()).min(1),
          map: z.map(z.string(), z.number()),
        }),
      )
      expect(hasNatives).toBe(true)
      const marks = ['date', 'big', 'set', 'map'].map((name) => nativeOf(propertyOf(schema, name)))
      expect(marks).toEqual(['date', 'bigint', 'set', 'map'])
      expect(JSON.parse(JSON.stringify(schema)).properties).toEqual({
        date: { type: 'string', format: 'date-time' },
        big: { type: 'string', pattern: '^-?\\d+$' },
        set: { type: 'array', items: { type: 'string' }, uniqueItems: true, minItems: 1 },
        map: {
          type: 'array',
          items: {
            type: 'object',
            properties: { key: { type: 'string' }, value: { type: 'number' } },
            required: ['key', 'value'],
            additionalProperties: false,
          },
        },
      })
    })

    test('their bounds are put into words', () => {
      const { schema, changes } = readSource(z.date().min(new Date('2020-01-01T00:00:00Z')).describe('The day'))
      expect(schema).toMatchObject({ description: 'The day. Not before 2020-01-01T00:00:00.000Z.' })
      expect(changes).toMatchObject([{ at: '', keyword: 'refine', effect: 'described', enforced: true }])
    })

    test('a literal big integer is a string of digits', () => {
      const { schema } = readSource(z.literal(5n))
      expect(nativeOf(schema)).toBe('bigint')
      expect(schema).toMatchObject({ type: 'string', const: '5' })
    })

    test('a symbol or function is read as any value, and reported', () => {
      const { schema, changes } = readSource(z.object({ s: z.symbol() }))
      expect(schema).toMatchObject({ properties: { s: {} } })
      expect(changes).toMatchObject([{ at: '/properties/s', keyword: 'refine', code: 'type-not-json' }])
    })

    test('a branch of a union that is not JSON is omitted, and reported', () => {
      const { schema, changes } = readSource(z.union([z.string(), z.nan()]))
      expect(schema).toEqual({ type: 'string' })
      expect(changes).toMatchObject([{ at: '', effect: 'narrowed', code: 'type-not-json' }])
    })

    test('a root that is only undefined has no JSON form', () => {
      expect(() => readSource(z.void())).toThrow(expect.objectContaining({ code: 'schema-unrepresentable' }))
    })

    test('a default that differs at every call, or is no JSON, is left to Zod', () => {
      let calls = 0
      const { schema, changes } = readSource(
        z.object({ a: z.number().default(() => ++calls), b: z.date().default(() => new Date()) }),
      )
      expect(JSON.stringify(schema)).not.toContain('default"')
      expect(changes.map(({ at, keyword }) => [at, keyword])).toEqual([
        ['/properties/a', 'default'],
        ['/properties/b', 'default'],
      ])
    })
  })

  describe(`${version}: checks beyond JSON Schema`, () => {
    test('are reported once, at their own place', () => {
      const schema = z
        .object({
          a: z
            .string()
            .refine(() => true)
            .refine(() => true),
        })
        .superRefine(() => {})
      expect(
        readSource(schema).changes.map(({ at, keyword, code, enforced }) => ({ at, keyword, code, enforced })),
      ).toEqual([
        { at: '/properties/a', keyword: 'refine', code: 'refine-not-expressible', enforced: true },
        { at: '', keyword: 'refine', code: 'refine-not-expressible', enforced: true },
      ])
    })

    test('count what a pipe feeds', () => {
      const piped = z.string().transform(Number).pipe(z.number().min(3))
      expect(readSource(piped).changes).toMatchObject([{ at: '', keyword: 'refine', effect: 'dropped' }])
    })
  })
}

describe('Zod 4 only', () => {
  test('a format keeps Zod’s own pattern beside its name', () => {
    expect(readSource(z4.nanoid()).schema).toEqual({ type: 'string', format: 'nanoid', pattern: '^[a-zA-Z0-9_-]{21}$' })
    expect(readSource(z4.base64url()).schema).toMatchObject({ type: 'string', contentEncoding: 'base64url' })
  })

  test('the message of a refinement is told to the model', () => {
    const schema = z4
      .string()
      .refine(() => true, 'must be a palindrome')
      .describe('A word')
    expect(readSource(schema)).toMatchObject({
      schema: { description: 'A word. Must pass a check that fails with "must be a palindrome".' },
      changes: [{ at: '', keyword: 'refine', effect: 'described' }],
    })
  })

  test('metadata: title, description, examples, deprecated; an id names a definition', () => {
    const Node = z4
      .object({
        get next() {
          return Node.optional()
        },
      })
      .meta({ id: 'ListNode', title: 'Node', examples: [{}, () => 1], deprecated: true })
    expect(readSource(z4.object({ head: Node })).schema).toEqual({
      type: 'object',
      properties: { head: { $ref: '#/$defs/ListNode' } },
      required: ['head'],
      $defs: {
        ListNode: {
          type: 'object',
          properties: { next: { $ref: '#/$defs/ListNode' } },
          title: 'Node',
          examples: [{}],
          deprecated: true,
        },
      },
    })
  })

  test('records over listed keys need them all, unless partial', () => {
    const keys = { type: 'string', enum: ['a', 'b'] }
    expect(readSource(z4.record(z4.enum(['a', 'b']), z4.number())).schema).toEqual({
      type: 'object',
      propertyNames: keys,
      additionalProperties: { type: 'number' },
      required: ['a', 'b'],
    })
    expect(readSource(z4.partialRecord(z4.enum(['a', 'b']), z4.number())).schema).toEqual({
      type: 'object',
      propertyNames: keys,
      additionalProperties: { type: 'number' },
    })
  })

  test('number keys are digits', () => {
    expect(readSource(z4.record(z4.int(), z4.string())).schema).toMatchObject({
      propertyNames: { type: 'string', pattern: '^-?\\d+$' },
    })
  })

  test('a loose record checks only the keys that fit', () => {
    expect(readSource(z4.looseRecord(z4.string().regex(/^x/), z4.number())).schema).toEqual({
      type: 'object',
      patternProperties: { '^x': { type: 'number' } },
    })
  })

  test('strict objects pool their properties in an intersection', () => {
    expect(readSource(z4.strictObject({ a: z4.string() }).and(z4.strictObject({ b: z4.string() }))).schema).toEqual({
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] },
      ],
      unevaluatedProperties: false,
    })
  })

  test('xor, int32, template literals, several literals, stringbool, codec and prefault', () => {
    const date = z4.codec(z4.string(), z4.date(), { decode: (text) => new Date(text), encode: String })
    const schema = z4.object({
      xor: z4.xor([z4.string(), z4.number()]),
      int: z4.int32(),
      template: z4.templateLiteral(['v', z4.int()]),
      many: z4.literal([1, 'a', null]),
      flag: z4.stringbool({ truthy: ['y'], falsy: ['n'] }),
      date,
      early: z4.string().prefault('x'),
    })
    expect(readSource(schema).schema).toMatchObject({
      properties: {
        xor: { oneOf: [{ type: 'string' }, { type: 'number' }] },
        int: { type: 'integer', minimum: -2147483648, maximum: 2147483647 },
        template: { type: 'string', pattern: '^v-?\\d+$' },
        many: { enum: [1, 'a', null] },
        flag: { type: 'string', description: 'One of: y, n.' },
        date: { type: 'string' },
        early: { type: 'string', default: 'x' },
      },
      required: ['xor', 'int', 'template', 'many', 'flag', 'date'],
    })
  })

  test('a codec may refuse what it decodes, and says so', () => {
    const codec = z4.codec(z4.string(), z4.number(), { decode: Number, encode: String })
    expect(readSource(codec).changes).toMatchObject([{ at: '', keyword: 'refine', effect: 'dropped' }])
  })

  test('a default that is an output, of another type than the input, is not written', () => {
    const length = z4.string().transform((text) => text.length)
    expect(readSource(length.default(3)).schema).toEqual({ type: 'string' })
  })

  test('zod/mini, with its checks and metadata', () => {
    const schema = mini.object({ a: mini.optional(mini.string().check(mini.minLength(3), mini.describe('x'))) })
    expect(readSource(schema).schema).toEqual({
      type: 'object',
      properties: { a: { type: 'string', minLength: 3, description: 'x' } },
    })
  })

  test('a type that does not exist yet is read as any value, and reported', () => {
    const future = { _zod: { run: () => ({}), def: { type: 'quaternion' } }, '~standard': { validate: () => ({}) } }
    expect(readSource(future)).toMatchObject({ schema: {}, changes: [{ code: 'type-not-json' }] })
  })
})
