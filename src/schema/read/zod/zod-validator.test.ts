import { describe, expect, test } from 'vitest'
import * as z4 from 'zod'
import * as mini from 'zod/mini'
import * as core from 'zod/v4/core'
import { z as z3 } from 'zod3'
import type { ParseResult } from '../../issue.ts'
import { readSource } from '../read-source.ts'

type Z = typeof z4
const versions: readonly (readonly [string, Z])[] = [
  ['Zod 4', z4],
  ['Zod 3', z3 as unknown as Z],
]

const parse = (schema: unknown, value: unknown) => readSource(schema).validator!.parse(value) as ParseResult
const complaints = (schema: unknown, value: unknown) =>
  parse(schema, value).issues?.map(({ pointer, keyword }) => [pointer, keyword])

for (const [version, z] of versions) {
  describe(`${version}: the schema's own parser`, () => {
    test('applies defaults, transforms and coercion', () => {
      const schema = z.object({
        a: z.string().transform((text) => text.length),
        b: z.number().default(3),
        c: z.coerce.number(),
      })
      expect(parse(schema, { a: 'xyz', c: '7' })).toEqual({ value: { a: 3, b: 3, c: 7 } })
    })

    test('names the keyword and the place of every issue', () => {
      const schema = z
        .object({
          type: z.string(),
          missing: z.string(),
          short: z.string().min(3),
          list: z.array(z.number()).max(1),
          low: z.number().min(1),
          above: z.number().lt(3),
          even: z.number().multipleOf(2),
          choice: z.enum(['a', 'b']),
          mail: z.string().email(),
          code: z.string().regex(/^x/),
          'a/b': z.string().refine(() => false),
          either: z.union([z.string(), z.number()]),
        })
        .strict()
      const value = {
        type: 1,
        short: 'x',
        list: [1, 2],
        low: 0,
        above: 3,
        even: 3,
        choice: 'c',
        mail: 'no',
        code: 'y',
        'a/b': '',
        either: true,
        extra: 1,
      }
      expect(complaints(schema, value)).toEqual(
        expect.arrayContaining([
          ['/type', 'type'],
          ['', 'required'],
          ['/short', 'minLength'],
          ['/list', 'maxItems'],
          ['/low', 'minimum'],
          ['/above', 'exclusiveMaximum'],
          ['/even', 'multipleOf'],
          ['/mail', 'format'],
          ['/code', 'pattern'],
          ['/a~1b', 'refine'],
          ['/either', 'anyOf'],
          ['', 'additionalProperties'],
        ]),
      )
    })

    test('says what to send instead', () => {
      const [missing] = parse(z.object({ city: z.string() }), {}).issues!
      expect(missing!.message).toBe('The property "city" is required. Expected string.')
      const [custom] = parse(
        z.string().refine(() => false, 'Use a palindrome'),
        'ab',
      ).issues!
      expect(custom!.message).toBe('Use a palindrome.')
    })

    test('says what is wrong with the closest branch of a union', () => {
      const schema = z.object({ at: z.union([z.string(), z.object({ lat: z.number(), long: z.number() })]) })
      const [issue] = parse(schema, { at: { lat: 1 } }).issues!
      expect(issue).toMatchObject({ pointer: '/at', keyword: 'anyOf' })
      expect(issue!.message).toBe(
        'No option of the union fits. The closest: The property "long" is required. Expected number.',
      )
    })

    test('promises an outcome where checks are asynchronous, and only there', async () => {
      const schema = z.object({ a: z.string(), b: z.optional(z.string().refine(async (text) => text === 'ok')) })
      const { validator } = readSource(schema)
      expect(validator!.parse({ a: 'x' })).toEqual({ value: { a: 'x' } })
      expect(validator!.parse({ a: 'x', b: 'ok' })).toBeInstanceOf(Promise)
      expect(await validator!.parse({ a: 'x', b: 'ok' })).toEqual({ value: { a: 'x', b: 'ok' } })
      expect(await validator!.parse({ a: 'x', b: 'no' })).toMatchObject({
        issues: [{ pointer: '/b', keyword: 'refine' }],
      })
    })

    test('turns a check that throws into an issue', () => {
      const schema = z.unknown().refine((value) => (value as { a: { b: string } }).a.b === 'x')
      expect(parse(schema, {})).toMatchObject({ issues: [{ level: 'error', pointer: '', keyword: 'refine' }] })
    })

    test('takes the natives that decoding makes', () => {
      const schema = z.object({ d: z.date(), m: z.map(z.string(), z.bigint()) })
      const value = { d: new Date(0), m: new Map([['a', 1n]]) }
      expect(parse(schema, value)).toEqual({ value })
    })
  })
}

test('zod/mini has no messages of its own: they are written', () => {
  const schema = mini.object({ a: mini.string().check(mini.minLength(3)), b: mini.enum(['x', 'y']) })
  const { issues } = parse(schema, { a: 'q', b: 'z' })
  expect(issues!.map(({ keyword }) => keyword)).toEqual(['minLength', 'enum'])
  expect(issues!.every(({ message }) => /[a-z].*\.$/.test(message) && message !== 'Invalid input.')).toBe(true)
})

test('schemas of Zod’s core, which have no methods, are parsed too', () => {
  const schema = new core.$ZodString({ type: 'string' })
  expect(parse(schema, 'a')).toEqual({ value: 'a' })
  expect(complaints(schema, 1)).toEqual([['', 'type']])
})

test('Zod 4 runs an asynchronous check of a valid value once', async () => {
  let calls = 0
  const { validator } = readSource(z4.string().refine(async () => ++calls > 0))
  expect(await validator!.parse('a')).toEqual({ value: 'a' })
  expect(calls).toBe(1)
})

test('Zod 4: turns an asynchronous check that fails into an issue', async () => {
  const { validator } = readSource(z4.string().transform(() => Promise.reject(new Error('no database'))))
  const message = 'A check of the tool failed: no database'
  for (const value of ['a', 'b']) expect(await validator!.parse(value)).toMatchObject({ issues: [{ message }] })
})
