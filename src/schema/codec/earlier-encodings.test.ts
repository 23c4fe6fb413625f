import { describe, expect, test } from 'vitest'
import { compileSchema } from '../compile.ts'

describe('wire values of version 1 of the encodings', () => {
  const plain = { type: 'object', properties: { x: { type: 'integer' }, y: { type: 'integer' } } }
  const point = { ...plain, anyOf: [{ required: ['x'] }, { required: ['y'] }] }
  const decode = (source: unknown, wire: unknown) =>
    compileSchema(source, { to: 'gemini', root: 'object' }).decode(wire)

  test('arguments in a wrapper are taken out of it', () => {
    expect(decode(point, { value: { x: 1 } })).toEqual({ x: 1 })
    expect(decode(point, { value: {} })).toEqual({})
  })

  test('arguments in a wrapper and a tag are taken out of both', () => {
    expect(decode(point, { value: { option_2: { x: 1, y: 2 } } })).toEqual({ x: 1, y: 2 })
  })

  test('a tool without a condition never had a wrapper', () => {
    expect(decode(plain, { value: {} })).toEqual({ value: {} })
    expect(decode(plain, { value: { x: 1 } })).toEqual({ value: { x: 1 } })
  })

  test('a property of the tool that is called value stays', () => {
    const source = { type: 'object', properties: { value: plain }, dependentRequired: { value: ['value'] } }
    expect(decode(source, { value: { x: 1 } })).toEqual({ value: { x: 1 } })
    expect(decode(source, { value: { value: { x: 1 } } })).toEqual({ value: { x: 1 } })
  })

  test('what no wrapper of the tool can hold stays as it is', () => {
    expect(decode(point, { value: { z: 1 } })).toEqual({ value: { z: 1 } })
    expect(decode(point, { value: { x: 1 }, y: 2 })).toEqual({ value: { x: 1 }, y: 2 })
    expect(decode(point, { value: 3 })).toEqual({ value: 3 })
  })

  test('a tagged branch of a union that has no tags any more is decoded by the branch that it fits', () => {
    const labels = { type: 'object', additionalProperties: { type: 'string' } }
    const source = {
      type: 'object',
      properties: {
        of: { anyOf: [{ type: 'string' }, { type: 'object', properties: { labels }, required: ['labels'] }] },
      },
    }
    expect(decode(source, { of: { option_2: { labels: [{ key: 'a', value: 'b' }] } } })).toEqual({
      of: { labels: { a: 'b' } },
    })
    expect(decode(source, { of: { option_1: 'x' } })).toEqual({ of: 'x' })
  })
})
