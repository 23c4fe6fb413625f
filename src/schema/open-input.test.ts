import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as z4 from 'zod'
import { z as z3 } from 'zod3'
import { compileSchema } from './index.ts'
import type { ParseResult } from './issue.ts'
import type { OpenedInput } from './open-input.ts'
import { openInput } from './open-input.ts'

type Z = typeof z4
const versions: readonly (readonly [string, Z])[] = [
  ['Zod 4', z4],
  ['Zod 3', z3 as unknown as Z],
]

const opened = (source: unknown) => openInput(source) as OpenedInput
const parse = (source: unknown, value: unknown) => opened(source).parse(value) as ParseResult

/** What `jsonSchema()` of the AI SDK returns. */
const aiSdk = (jsonSchema: unknown, validate?: unknown) => ({
  [Symbol.for('vercel.ai.schema')]: true,
  jsonSchema,
  validate,
})

describe('a JSON Schema', () => {
  test('is sent as it is, and checked with its defaults', () => {
    const schema = { type: 'object', properties: { n: { type: 'integer' }, days: { default: 3 } }, required: ['n'] }
    expect(opened(schema).jsonSchema).toBe(schema)
    expect(parse(schema, { n: 1 })).toEqual({ value: { n: 1, days: 3 } })
    expect(parse(schema, { n: 'x' })).toEqual({
      issues: [
        { level: 'error', pointer: '/n', keyword: 'type', message: '"n" must be an integer, got the string "x".' },
      ],
    })
  })

  test('may be a boolean', () => {
    expect(opened(true).jsonSchema).toBe(true)
    expect(parse(true, 1)).toEqual({ value: 1 })
    expect(parse(false, 1).issues).toHaveLength(1)
  })

  test('that contains itself is refused', () => {
    const schema: Record<string, unknown> = { type: 'object' }
    schema.properties = { self: schema }
    expect(() => openInput(schema)).toThrow(expect.objectContaining({ code: 'schema-circular' }))
  })

  test('runs a pattern on which RegExp runs away, but none with a back reference', () => {
    const text = `${'a'.repeat(40)}!`
    expect(parse({ pattern: '^(a+)+$' }, text)).toMatchObject({ issues: [{ keyword: 'pattern' }] })
    expect(parse({ pattern: '^(a+)\\1$' }, text)).toEqual({ value: text })
  })

  test('takes formats for annotations', () => {
    expect(parse({ type: 'string', format: 'email' }, 'x')).toEqual({ value: 'x' })
  })
})

describe('a schema of the AI SDK', () => {
  test('validates with its own function where it has one', () => {
    const validate = (value: unknown) => ({ success: true, value: [value] })
    expect(parse(aiSdk({ type: 'string' }, validate), 5)).toEqual({ value: [5] })
    expect(parse(aiSdk({ type: 'string' }), 5).issues).toHaveLength(1)
  })

  test('is opened later only where it, or its JSON Schema, is promised', async () => {
    const schema = { type: 'string' }
    expect(opened(() => aiSdk(schema)).jsonSchema).toBe(schema)
    for (const source of [aiSdk(Promise.resolve(schema)), async () => schema, Promise.resolve(schema)]) {
      const promised = openInput(source)
      expect(promised).toBeInstanceOf(Promise)
      const input = await promised
      expect(input.jsonSchema).toBe(schema)
      expect(openInput(source)).toBe(input)
    }
  })

  test('is tried again when it could not be loaded', async () => {
    const outcomes = [Promise.reject(new Error('offline')), Promise.resolve({ type: 'string' })]
    const lazy = () => outcomes.shift()
    await expect(openInput(lazy)).rejects.toThrow('offline')
    expect((await openInput(lazy)).jsonSchema).toEqual({ type: 'string' })
  })
})

describe('any source', () => {
  test('is opened once', () => {
    for (const source of [{ type: 'string' }, z4.string(), z3.string(), aiSdk({}), () => ({})])
      expect(openInput(source)).toBe(openInput(source))
  })

  test('is refused with a hint when it is no schema', () => {
    for (const source of [5, null, undefined, 'text', [], v.string()])
      expect(() => openInput(source)).toThrow(expect.objectContaining({ code: 'schema-unreadable' }))
  })

  test('refuses a value that is too deep with an issue, as the mistake of a model', () => {
    let value: unknown = 1
    for (let depth = 0; depth < 100_000; depth++) value = [value]
    for (const source of [true, z4.any(), z3.any()])
      expect(parse(source, value).issues).toMatchObject([{ pointer: '', keyword: 'type' }])
  })
})

for (const [version, z] of versions) {
  describe(`a schema of ${version}`, () => {
    test('is sent from its input side, as plain JSON', () => {
      const schema = z.object({
        city: z.string().min(1).describe('A town'),
        days: z.number().int().default(3),
        at: z.date().optional(),
        ids: z.set(z.bigint()),
      })
      const { jsonSchema } = opened(schema)
      expect(jsonSchema).toEqual({
        type: 'object',
        properties: {
          city: { type: 'string', minLength: 1, description: 'A town' },
          days: { type: 'integer', default: 3 },
          at: { type: 'string', format: 'date-time' },
          ids: { type: 'array', items: { type: 'string', pattern: '^-?\\d+$' }, uniqueItems: true },
        },
        required: ['city', 'ids'],
      })
      const { properties } = jsonSchema as unknown as { properties: { at: object } }
      expect(Object.getOwnPropertySymbols(properties.at)).toEqual([])
    })

    test('parses: defaults, transforms, coercion', () => {
      const schema = z.object({
        length: z.string().transform((text) => text.length),
        days: z.number().default(3),
        n: z.coerce.number(),
      })
      expect(parse(schema, { length: 'abc', n: '5' })).toEqual({ value: { length: 3, days: 3, n: 5 } })
      expect(parse(schema, { length: 1, n: 5 }).issues).toMatchObject([{ pointer: '/length', keyword: 'type' }])
    })

    test('promises an outcome where a check is asynchronous', async () => {
      const schema = z.object({ id: z.string().refine(async (id) => id !== 'taken', 'Already taken') })
      const outcome = opened(schema).parse({ id: 'free' })
      expect(outcome).toBeInstanceOf(Promise)
      expect(await outcome).toEqual({ value: { id: 'free' } })
      expect(await opened(schema).parse({ id: 'taken' })).toMatchObject({ issues: [{ message: 'Already taken.' }] })
    })
  })

  describe(`what ${version} wants as no JSON`, () => {
    const day = '2024-05-06T07:08:09.000Z'

    test.each([
      ['a date', z.date(), day, new Date(day)],
      ['a date by itself', z.date(), '2024-05-06', new Date('2024-05-06')],
      ['a bigint', z.bigint(), '12345678901234567890', 12345678901234567890n],
      ['a list', z.array(z.date()), [day], [new Date(day)]],
      ['a tuple', z.tuple([z.string(), z.date()]).rest(z.bigint()), [day, day, '1'], [day, new Date(day), 1n]],
      ['a record', z.record(z.string(), z.date()), { a: day }, { a: new Date(day) }],
      ['a set', z.set(z.bigint()), ['1', '2'], new Set([1n, 2n])],
      [
        'a map',
        z.map(z.date(), z.set(z.bigint())),
        [{ key: day, value: ['1'] }],
        new Map([[new Date(day), new Set([1n])]]),
      ],
      ['null in its place', z.object({ at: z.date().nullable() }), { at: null }, { at: null }],
      ['a date or null', z.object({ at: z.date().nullable() }), { at: day }, { at: new Date(day) }],
      ['the first branch that takes it', z.union([z.string(), z.date()]), day, day],
      ['the other branch', z.union([z.number(), z.date()]), day, new Date(day)],
      [
        'a tagged branch',
        z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('text'), at: z.string() }),
          z.object({ kind: z.literal('time'), at: z.date() }),
        ]),
        { kind: 'time', at: day },
        { kind: 'time', at: new Date(day) },
      ],
      [
        'a name of the prototype',
        z.object({ constructor: z.date() }),
        { constructor: day },
        { constructor: new Date(day) },
      ],
    ])('is revived: %s', (_, schema, wire, value) => {
      expect(parse(schema, wire)).toEqual({ value })
      expect(compileSchema(schema, { to: 'json-schema' }).receive(wire).value).toEqual(value)
    })

    test('is revived in both sides of an intersection', () => {
      const schema = z.intersection(z.object({ a: z.date() }), z.object({ b: z.bigint() }))
      expect(parse(schema, { a: day, b: '1' })).toEqual({ value: { a: new Date(day), b: 1n } })
    })

    test('is left alone where it is what the tool wants already', () => {
      const schema = z.object({ d: z.date(), b: z.bigint(), m: z.map(z.string(), z.date()), s: z.set(z.date()) })
      const value = { d: new Date(0), b: 1n, m: new Map([['a', new Date(1)]]), s: new Set([new Date(2)]) }
      expect(parse(schema, value)).toEqual({ value })
    })

    test('is revived through recursion', () => {
      interface Tree {
        at: Date
        children: Tree[]
      }
      const tree: z4.ZodType<Tree> = z.lazy(() => z.object({ at: z.date(), children: z.array(tree) }))
      const wire = { at: day, children: [{ at: day, children: [] }] }
      const value = { at: new Date(day), children: [{ at: new Date(day), children: [] }] }
      expect(parse(tree, wire)).toEqual({ value })
    })

    test('is not complained about beside a real mistake', () => {
      const schema = z.object({ slot: z.object({ at: z.date(), n: z.number() }).nullable() })
      expect(parse(schema, { slot: { at: day, n: 'x' } }).issues).toMatchObject([{ pointer: '/slot/n' }])
    })

    test('does not change what the model sent', () => {
      const wire = Object.freeze({ list: Object.freeze([day]) })
      expect(parse(z.object({ list: z.array(z.date()) }), wire)).toEqual({ value: { list: [new Date(day)] } })
      expect(wire).toEqual({ list: [day] })
    })
  })
}

test('unions inside unions take time that grows with the value, not with the ways through it', () => {
  const node = (): z4.ZodType =>
    z4.union([
      z4.object({ kind: z4.literal('a'), at: z4.date(), child: z4.lazy(() => tree).optional() }),
      z4.object({ kind: z4.literal('b'), at: z4.date(), child: z4.lazy(() => tree).optional() }),
    ])
  const tree: z4.ZodType = node()
  let wire: unknown
  for (let depth = 0; depth < 60; depth++)
    wire = { kind: 'b', at: '2024-05-06', ...(wire !== undefined && { child: wire }) }
  expect(parse(tree, wire).issues).toBeUndefined()
})
