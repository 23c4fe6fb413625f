import { describe, expect, test } from 'vitest'
import { openInput } from '../schema/open-input.ts'
import { readSource } from '../schema/read/read-source.ts'
import { jsonSchema } from './json-schema.ts'

const place = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }

describe('jsonSchema()', () => {
  test('has all by which ai 5, 6 and 7 know a schema', () => {
    const made = jsonSchema(place)
    expect(made).toMatchObject({
      [Symbol.for('vercel.ai.schema')]: true,
      [Symbol.for('vercel.ai.validator')]: true,
      _type: undefined,
      validate: undefined,
    })
    expect('validate' in made).toBe(true)
    expect(made.jsonSchema).toBe(place)
  })

  test('calls a function once, when it is first needed', () => {
    let calls = 0
    const made = jsonSchema(() => {
      calls++
      return place
    })
    expect(calls).toBe(0)
    expect([made.jsonSchema, made.jsonSchema]).toEqual([place, place])
    expect(calls).toBe(1)
  })

  test('passes a promise on', async () => {
    expect(await jsonSchema(Promise.resolve(place)).jsonSchema).toBe(place)
    expect(await jsonSchema(async () => place).jsonSchema).toBe(place)
  })

  test('keeps the validator that it was given', () => {
    const validate = (value: unknown) => ({ success: true as const, value })
    expect(jsonSchema(place, { validate }).validate).toBe(validate)
  })

  test('is read by Toolfit as the JSON Schema that it holds', async () => {
    expect(readSource(jsonSchema(place)).schema).toBe(place)
    const opened = await openInput(jsonSchema(async () => place))
    expect(opened.jsonSchema).toEqual(place)
    expect(await opened.parse({})).toMatchObject({ issues: [{ keyword: 'required' }] })
  })
})

describe('as a Standard Schema, jsonSchema()', () => {
  test('gives its JSON Schema', () => {
    const { version, vendor, jsonSchema: converters } = jsonSchema(place)['~standard']
    expect([version, vendor]).toEqual([1, 'toolfit'])
    expect(converters.input({ target: 'draft-07' })).toBe(place)
    expect(converters.output({ target: 'draft-2020-12' })).toBe(place)
  })

  test('says that a promised JSON Schema is not there yet', () => {
    const made = jsonSchema(async () => place)
    expect(() => made['~standard'].jsonSchema.input({ target: 'draft-07' })).toThrow(
      expect.objectContaining({ code: 'schema-async' }),
    )
  })

  test('checks by the JSON Schema where it has no validator', async () => {
    const { validate } = jsonSchema(place)['~standard']
    expect(await validate({ city: 'Rome' })).toEqual({ value: { city: 'Rome' } })
    expect(await validate({ city: 5 })).toMatchObject({ issues: [{ path: ['city'], message: expect.any(String) }] })
  })

  test('checks by its validator where it has one, at once if that answers at once', async () => {
    const validate = (value: unknown) =>
      value === 'yes' ? { success: true as const, value: true } : { success: false as const, error: new Error('No.') }
    const sync = jsonSchema({}, { validate })['~standard']
    expect(sync.validate('yes')).toEqual({ value: true })
    expect(sync.validate('no')).toEqual({ issues: [{ message: 'No.' }] })
    const later = jsonSchema({}, { validate: async (value) => validate(value) })['~standard']
    expect(await later.validate('no')).toEqual({ issues: [{ message: 'No.' }] })
  })
})
