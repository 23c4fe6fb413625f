import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import type { ParseResult } from '../../src/schema/issue.ts'
import { readSource } from '../../src/schema/read/read-source.ts'
import { runs } from './runs.ts'

const { tree } = fc.letrec<{ tree: z.ZodType; leaf: z.ZodType }>((tie) => ({
  // No bare `unknown`: in a record over listed keys, or before a rest, Zod lets it be missing, and its own converter does not.
  leaf: fc.oneof(
    fc.constant(z.string()),
    fc.tuple(fc.nat(3), fc.nat(3)).map(([min, more]) =>
      z
        .string()
        .min(min)
        .max(min + more),
    ),
    fc.constantFrom(
      z.string().startsWith('a'),
      z.string().endsWith('b'),
      z.string().includes('.'),
      z.string().regex(/^[ab]+$/),
    ),
    fc.constantFrom(z.email(), z.uuid(), z.iso.date(), z.ipv4(), z.nanoid(), z.iso.time()),
    fc.constant(z.number()),
    fc
      .integer({ min: -3, max: 3 })
      .chain((n) =>
        fc.constantFrom(z.number().min(n), z.int().gt(n), z.number().lt(n), z.number().multipleOf(2).max(n)),
      ),
    fc.constantFrom(z.boolean(), z.null(), z.array(z.unknown()), z.never()),
    fc.constantFrom(z.literal('a'), z.literal([1, 'b', true]), z.enum(['a', 'b']), z.enum({ One: 1, Two: 2 })),
  ),
  tree: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    tie('leaf'),
    tie('tree').map((inner) => inner.nullable()),
    tie('tree').map((inner) => inner.describe('text').readonly()),
    tie('tree').chain((element) => fc.constantFrom(z.array(element), z.array(element).min(1).max(2))),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((options) => z.union(options)),
    fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => z.tuple([a, b.optional()])),
    fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => z.tuple([a]).rest(b)),
    fc.tuple(tie('tree'), tie('tree'), fc.constantFrom('strip', 'strict', 'loose', 'number')).map(([a, b, others]) => {
      const object = z.object({ a, b: b.optional() })
      if (others === 'strict') return object.strict()
      return others === 'loose' ? object.loose() : others === 'number' ? object.catchall(z.number()) : object
    }),
    tie('tree').chain((value) =>
      fc.constantFrom(
        z.record(z.string(), value),
        z.record(z.enum(['a', 'b']), value),
        z.partialRecord(z.enum(['a']), value),
      ),
    ),
    tie('tree').map((inner) => z.strictObject({ a: inner }).and(z.strictObject({ b: z.string() }))),
    tie('tree').map((inner) => {
      const node = z.object({
        a: inner,
        get b() {
          return node.optional()
        },
      })
      return node
    }),
  ),
}))

const text = fc.constantFrom(
  '',
  'a',
  'b',
  'ab',
  'a.b',
  'abcd',
  'x@y.io',
  '2024-02-30',
  '2024-02-29',
  '10:00',
  '127.0.0.1',
)
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    text,
    fc.constantFrom<unknown>(null, true, false, 0, 1, 2, -2, 0.5),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
  ),
}))

const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false })
const validatorOf = (schema: unknown) => ajv.compile(schema as object)

test('accepts the JSON values that Zod accepts, and says the same as z.toJSONSchema', () => {
  fc.assert(
    fc.property(tree, fc.array(value, { minLength: 5, maxLength: 12 }), (schema, values) => {
      const { schema: ours, validator, changes } = readSource(schema)
      expect(changes).toEqual([])
      const accepts = validatorOf(ours)
      const oracle = validatorOf(z.toJSONSchema(schema, { io: 'input' }))
      for (const sample of values) {
        const verdict = { sample, ours: accepts(sample) }
        expect(verdict).toEqual({ sample, ours: oracle(sample) })
        expect(verdict).toEqual({ sample, ours: (validator!.parse(sample) as ParseResult).issues === undefined })
      }
    }),
    runs(),
  )
})
