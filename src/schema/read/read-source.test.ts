import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { readSource, readSourceAsync } from './read-source.ts'

describe('JSON Schema', () => {
  test('passes through as the very same object', () => {
    const schema = Object.freeze({ type: 'object' as const, then: { type: 'string' } })
    expect(readSource(schema)).toEqual({ schema, changes: [], hasNatives: false })
    expect(readSource(schema).schema).toBe(schema)
    expect(readSource(true).schema).toBe(true)
    expect(readSource(false).schema).toBe(false)
    expect(readSource(Object.assign(Object.create(null), schema)).schema).toEqual(schema)
  })

  test.each([
    [{ _def: { typeName: 'ZodString' } }],
    [{ _zod: { def: { type: 'string' }, run: {} } }],
    [{ '~standard': { version: 1, vendor: 'x', validate: {} } }],
    [{ jsonSchema: { type: 'string' }, validate: {} }],
  ])('is not mistaken for another library by its property names: %j', (schema) => {
    expect(readSource(schema).schema).toBe(schema)
  })
})

describe('what is no schema', () => {
  class Widget {}
  test.each([
    [null, 'null is not a schema'],
    [undefined, 'undefined is not a schema'],
    [5, 'The number 5 is not a schema'],
    ['{}', 'The string "{}" is not a schema'],
    [[], 'An array is not a schema'],
    [new Widget(), 'An object of class Widget is not a schema'],
    [new Map(), 'An object of class Map is not a schema'],
    [Widget, 'The function Widget is not a schema'],
    [(value: unknown) => value, 'The function (anonymous) is not a schema'],
    [() => 5, 'The number 5 is not a schema'],
    [Symbol('x'), 'The symbol Symbol(x) is not a schema'],
  ])('%s is refused with a hint', (source, message) => {
    expect(() => readSource(source)).toThrow(
      expect.objectContaining({ code: 'schema-unreadable', message: expect.stringContaining(message) }),
    )
  })

  test('a function that makes functions is not followed for ever', async () => {
    const endless = (): unknown => endless
    expect(() => readSource(endless)).toThrow(expect.objectContaining({ code: 'schema-unreadable' }))
    await expect(readSourceAsync(endless)).rejects.toMatchObject({ code: 'schema-unreadable' })
  })
})

describe('promises', () => {
  test('are read through the async door only', async () => {
    const promised = Promise.resolve(z.string())
    expect(() => readSource(promised)).toThrow(expect.objectContaining({ code: 'schema-async' }))
    expect((await readSourceAsync(promised)).schema).toEqual({ type: 'string' })
  })

  test('the async door reads everything that the sync one does', async () => {
    expect((await readSourceAsync({ type: 'string' })).schema).toEqual({ type: 'string' })
    expect((await readSourceAsync(z.number())).schema).toEqual({ type: 'number' })
    await expect(readSourceAsync(null)).rejects.toMatchObject({ code: 'schema-unreadable' })
  })
})
