import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { readSource, readSourceAsync } from './read-source.ts'

const marker = Symbol.for('vercel.ai.schema')
const validatorMarker = Symbol.for('vercel.ai.validator')

/** The objects that `jsonSchema()` returns: AI SDK 5 (later releases with a getter, like 6 and 7) and 6, 7. */
const shapes = {
  'AI SDK 5': (schema: unknown, validate?: unknown) => ({
    [marker]: true,
    _type: undefined,
    [validatorMarker]: true,
    jsonSchema: schema,
    validate,
  }),
  'AI SDK 6 and 7': (schema: unknown, validate?: unknown) => ({
    [marker]: true,
    _type: undefined,
    get jsonSchema() {
      return typeof schema === 'function' ? schema() : schema
    },
    validate,
  }),
}

for (const [version, jsonSchema] of Object.entries(shapes)) {
  describe(`jsonSchema() of ${version}`, () => {
    test('gives its JSON Schema as it is, and no validator when it has none', () => {
      const schema = { type: 'object', properties: {} }
      const source = readSource(jsonSchema(schema))
      expect(source.schema).toBe(schema)
      expect(source.validator).toBeUndefined()
    })

    test('validates with its own function', () => {
      const validate = (value: unknown) =>
        value === 'ok' ? { success: true, value: 'OK' } : { success: false, error: new Error('not ok') }
      const { validator } = readSource(jsonSchema({ type: 'string' }, validate))
      expect(validator!.parse('ok')).toEqual({ value: 'OK' })
      expect(validator!.parse('no')).toEqual({
        issues: [{ level: 'error', pointer: '', keyword: 'refine', message: 'not ok' }],
      })
    })

    test('promises an outcome where its function does', async () => {
      const { validator } = readSource(jsonSchema({}, async (value: unknown) => ({ success: true, value })))
      expect(validator!.parse(1)).toBeInstanceOf(Promise)
      expect(await validator!.parse(1)).toEqual({ value: 1 })
    })

    test('tells the issues of the Zod error that it wraps', () => {
      const { error } = z.object({ a: z.string() }).safeParse({ a: 1 })
      const wrapped = Object.assign(new Error('Type validation failed'), { cause: error })
      for (const failure of [error, wrapped]) {
        const { validator } = readSource(jsonSchema({}, () => ({ success: false, error: failure })))
        expect(validator!.parse({ a: 1 })).toMatchObject({ issues: [{ pointer: '/a', keyword: 'type' }] })
      }
    })

    test('may promise its JSON Schema to the async door', async () => {
      const promised = jsonSchema(Promise.resolve({ type: 'string' }))
      expect(() => readSource(promised)).toThrow(expect.objectContaining({ code: 'schema-async' }))
      expect((await readSourceAsync(promised)).schema).toEqual({ type: 'string' })
    })

    test('may be made lazily', async () => {
      const lazy = () => jsonSchema({ type: 'string' })
      expect(readSource(lazy).schema).toEqual({ type: 'string' })
      expect((await readSourceAsync(async () => jsonSchema({ type: 'number' }))).schema).toEqual({ type: 'number' })
    })
  })
}

test('a converter that refuses its schema is quoted', async () => {
  const source = shapes['AI SDK 6 and 7'](() => {
    throw new Error("vendor 'x' does not support JSON Schema conversion")
  })
  const refusal = { code: 'schema-unreadable', message: expect.stringContaining("vendor 'x'") }
  expect(() => readSource(source)).toThrow(expect.objectContaining(refusal))
  await expect(readSourceAsync(source)).rejects.toMatchObject(refusal)
})

test('a jsonSchema that is no schema is refused', () => {
  expect(() => readSource(shapes['AI SDK 5']('text'))).toThrow(expect.objectContaining({ code: 'schema-unreadable' }))
})
