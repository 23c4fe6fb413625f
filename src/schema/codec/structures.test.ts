import { describe, expect, test } from 'vitest'
import { array, date, number, object, string } from '../../../test/schema/nodes.ts'
import { PatternMatcher } from '../../core/pattern/pattern-matcher.ts'
import { compileSchema } from '../compile.ts'
import type { Node } from '../ir/node.ts'
import type { Codec } from './codec.ts'
import { nativeCodec } from './native.ts'
import { absentCodec, arrayCodec, extrasCodec, nothingCodec, objectCodec, tupleCodec, wrapCodec } from './structures.ts'

const build = (node: Node): Codec | undefined =>
  node.encoding?.type === 'native' ? nativeCodec('date', undefined) : undefined
const dates = nativeCodec('date', undefined)
const patterns = new PatternMatcher()
const day = new Date('2024-05-06T00:00:00.000Z')
const iso = '2024-05-06T00:00:00.000Z'

describe('arrayCodec', () => {
  test('is not needed where no item differs', () => {
    expect(arrayCodec(undefined, [undefined])).toBeUndefined()
  })

  test('encodes positions with their own codec and the rest with that of the items', () => {
    const codec = arrayCodec(dates, [undefined])!
    expect(codec.encode(['x', day])).toEqual(['x', iso])
    expect(codec.decode(['x', iso])).toEqual(['x', day])
    expect(codec.decode('x')).toBe('x')
  })
})

describe('objectCodec', () => {
  test('is not needed where no property differs', () => {
    expect(objectCodec(object({ a: string }), build, patterns)).toBeUndefined()
  })

  test('encodes declared properties, and leaves the others unchanged', () => {
    const codec = objectCodec(object({ at: date, 'b?': string }), build, patterns)!
    expect(codec.encode({ at: day, extra: 1 })).toEqual({ at: iso, extra: 1 })
    expect(codec.decode({ at: iso, extra: 1 })).toEqual({ at: day, extra: 1 })
    expect(codec.decode([])).toEqual([])
  })

  test('encodes undeclared properties by the first matching pattern, else by extras', () => {
    const node = object({}, { patterns: [{ pattern: '^s_', value: string }], extras: date })
    const codec = objectCodec(node, build, patterns)!
    expect(codec.encode({ s_a: iso, b: day })).toEqual({ s_a: iso, b: iso })
    expect(codec.decode({ s_a: iso, b: iso })).toEqual({ s_a: iso, b: day })
  })

  test('renames properties without a collision', () => {
    const codec = objectCodec(object({ __: string, _: number }, { renamed: new Map([['__', '']]) }), build, patterns)!
    expect(codec.encode({ '': 'x', _: 1, __: 2 })).toEqual({ __: 'x', _: 1, ___: 2 })
    expect(codec.decode({ __: 'x', _: 1, ___: 2 })).toEqual({ '': 'x', _: 1, __: 2 })
  })
})

describe('extrasCodec', () => {
  const entry = object({ key: string, value: date })
  const node = object({ id: string, 'extra_properties?': array(entry) })
  const codec = extrasCodec(
    node,
    { type: 'extras', name: 'extra_properties', patterns: [], hasRest: true },
    build,
    patterns,
  )

  test('sends undeclared properties as entries', () => {
    expect(codec.encode({ id: 'a', at: day })).toEqual({ id: 'a', extra_properties: [{ key: 'at', value: iso }] })
    expect(codec.decode({ id: 'a', extra_properties: [{ key: 'at', value: iso }] })).toEqual({ id: 'a', at: day })
  })

  test('sends no entries if there are none, and reads null as none', () => {
    expect(codec.encode({ id: 'a' })).toEqual({ id: 'a' })
    expect(codec.decode({ id: 'a', extra_properties: null })).toEqual({ id: 'a' })
  })

  test('never overwrites a declared property', () => {
    expect(codec.decode({ id: 'a', extra_properties: [{ key: 'id', value: 'b' }] })).toEqual({ id: 'a' })
  })

  test('keeps entries that it cannot read', () => {
    expect(codec.decode({ id: 'a', extra_properties: 'x' })).toEqual({ id: 'a', extra_properties: 'x' })
  })

  test('sends undeclared properties of any type as one JSON text, and puts them back', () => {
    const { decode, encode } = compileSchema(
      { type: 'object', properties: { id: { type: 'string' } }, additionalProperties: true },
      { to: 'gemini' },
    )
    const value = { id: 'a', plan: { seats: 3 }, extra_properties: 'x' }
    const wire = { id: 'a', extra_properties: '{"plan":{"seats":3},"extra_properties":"x"}' }
    expect(encode(value)).toEqual(wire)
    expect(decode(wire)).toEqual(value)
    expect(encode({ id: 'a' })).toEqual({ id: 'a' })
    expect(decode({ id: 'a', extra_properties: { plan: 1, id: 2 } })).toEqual({ id: 'a', plan: 1 })
    expect(decode({ id: 'a', extra_properties: 'no JSON' })).toEqual({ id: 'a', extra_properties: 'no JSON' })
  })
})

test('absentCodec sends absent properties as null, and reads null as absent', () => {
  const codec = absentCodec(
    { names: new Set(['b']), bare: object({}) },
    objectCodec(object({ a: date }), build, patterns),
  )
  expect(codec.encode({ a: day })).toEqual({ a: iso, b: null })
  expect(codec.decode({ a: iso, b: null })).toEqual({ a: day })
  expect(codec.decode({ a: iso, b: 1 })).toEqual({ a: day, b: 1 })
})

describe('tupleCodec', () => {
  const closed = tupleCodec(
    object({ item_0: string, 'item_1?': date }),
    { type: 'tuple', length: 2, rest: undefined },
    build,
  )

  test('sends a tuple as an object', () => {
    expect(closed.encode(['a', day])).toEqual({ item_0: 'a', item_1: iso })
    expect(closed.decode({ item_0: 'a', item_1: iso })).toEqual(['a', day])
    expect(closed.decode({ item_0: 'a' })).toEqual(['a'])
  })

  test('returns what is not such a tuple unchanged', () => {
    expect(closed.encode(['a', day, 'more'])).toEqual(['a', day, 'more'])
    expect(closed.decode({ item_0: 'a', other: 1 })).toEqual({ item_0: 'a', other: 1 })
  })

  test('sends further items as a list', () => {
    const open = tupleCodec(
      object({ item_0: string, rest: array(number) }),
      { type: 'tuple', length: 1, rest: 'rest' },
      build,
    )
    expect(open.encode(['a', 1, 2])).toEqual({ item_0: 'a', rest: [1, 2] })
    expect(open.decode({ item_0: 'a', rest: [1, 2] })).toEqual(['a', 1, 2])
    expect(open.encode(['a'])).toEqual({ item_0: 'a' })
  })
})

test('wrapCodec sends a value as the only property of an object', () => {
  const codec = wrapCodec('value', dates)
  expect(codec.encode(day)).toEqual({ value: iso })
  expect(codec.decode({ value: iso })).toEqual(day)
  expect(codec.decode('bare')).toBe('bare')
})

test('nothingCodec removes the placeholder and nothing else', () => {
  expect(nothingCodec.encode({})).toEqual({})
  expect(nothingCodec.decode({ value: true })).toEqual({})
  expect(nothingCodec.decode({ value: 'x' })).toEqual({ value: 'x' })
})
