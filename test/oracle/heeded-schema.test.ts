import { describe, expect, test } from 'vitest'
import { heededFormats, heededKeywords, heededSchema, ignoredKeywords } from './heeded-schema.ts'

describe('what Gemini heeds in a JSON Schema', () => {
  test('is what Google lists', () => {
    expect([...heededKeywords].sort().join(' ')).toBe(
      '$anchor $defs $id $ref additionalProperties anyOf definitions description enum format items maxItems maximum minItems minimum oneOf prefixItems properties propertyOrdering required title type',
    )
    expect([...heededFormats]).toEqual(['date-time', 'date', 'time'])
  })

  test('stays, and nothing else does', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        text: { type: 'string', minLength: 1, maxLength: 5, pattern: '^a', description: 'd' },
        number: { type: 'number', minimum: 0, exclusiveMaximum: 5, multipleOf: 2 },
        list: { type: 'array', items: { const: 1 }, uniqueItems: true, minItems: 1 },
      },
      required: ['text'],
      minProperties: 1,
    }
    expect(heededSchema(schema)).toEqual({
      type: 'object',
      properties: {
        text: { type: 'string', description: 'd' },
        number: { type: 'number', minimum: 0 },
        list: { type: 'array', items: {}, minItems: 1 },
      },
      required: ['text'],
    })
    expect(ignoredKeywords(schema)).toEqual([
      { at: '', keyword: '$schema' },
      { at: '', keyword: 'minProperties' },
      { at: '/properties/text', keyword: 'minLength' },
      { at: '/properties/text', keyword: 'maxLength' },
      { at: '/properties/text', keyword: 'pattern' },
      { at: '/properties/number', keyword: 'exclusiveMaximum' },
      { at: '/properties/number', keyword: 'multipleOf' },
      { at: '/properties/list', keyword: 'uniqueItems' },
      { at: '/properties/list/items', keyword: 'const' },
    ])
  })

  test('are formats of dates and times, enums of strings and numbers, one type and null', () => {
    expect(heededSchema({ type: 'string', format: 'date' })).toEqual({ type: 'string', format: 'date' })
    expect(heededSchema({ type: 'string', format: 'email' })).toEqual({ type: 'string' })
    expect(heededSchema({ enum: ['a', 1] })).toEqual({ enum: ['a', 1] })
    expect(heededSchema({ enum: ['a', null] })).toEqual({})
    expect(heededSchema({ type: ['string', 'null'] })).toEqual({ type: ['string', 'null'] })
    expect(heededSchema({ type: ['string', 'number'] })).toEqual({})
  })

  test('never concerns the name of a property', () => {
    const properties = JSON.parse(
      '{"const":{},"pattern":{"const":1},"__proto__":{"not":{}},"$ref":true,"allOf":{"type":"null"}}',
    )
    expect(JSON.stringify(heededSchema({ properties, $defs: { not: {} } }))).toBe(
      '{"properties":{"const":{},"pattern":{},"__proto__":{},"$ref":true,"allOf":{"type":"null"}},"$defs":{"not":{}}}',
    )
  })

  test('is read to any depth, without a change to the source', () => {
    let deep: object = Object.freeze({ const: 1 })
    for (let level = 0; level < 100_000; level++) deep = Object.freeze({ items: deep })
    let read = heededSchema(deep) as { items?: unknown }
    let levels = 0
    for (; read.items !== undefined; levels++) read = read.items as { items?: unknown }
    expect(levels).toBe(100_000)
    expect(read).toEqual({})
  })
})
