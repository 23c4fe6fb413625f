import { expect, test } from 'vitest'
import { array, date, number, object, string, union } from '../../../test/schema/nodes.ts'
import { PatternMatcher } from '../../core/pattern/pattern-matcher.ts'
import type { Node } from '../ir/node.ts'
import type { Codec } from './codec.ts'
import { entriesCodec } from './entries.ts'
import { nativeCodec } from './native.ts'

const build = (node: Node): Codec | undefined =>
  node.encoding?.type === 'native' ? nativeCodec('date', undefined) : undefined
const entry = (value: Node) => object({ key: string, value })
const patterns = new PatternMatcher()
const day = new Date('2024-05-06T00:00:00.000Z')
const iso = '2024-05-06T00:00:00.000Z'

test('sends a record as a list of entries and restores it', () => {
  const codec = entriesCodec(entry(number), { patterns: [], hasRest: true }, build, patterns)
  expect(codec.encode({ ada: 1, '': 2, gone: undefined })).toEqual([
    { key: 'ada', value: 1 },
    { key: '', value: 2 },
  ])
  expect(codec.decode([{ key: 'ada', value: 1 }])).toEqual({ ada: 1 })
})

test('restores a key called __proto__ as data', () => {
  const codec = entriesCodec(entry(number), { patterns: [], hasRest: true }, build, patterns)
  const decoded = codec.decode([{ key: '__proto__', value: 1 }])
  expect(Object.keys(decoded as object)).toEqual(['__proto__'])
})

test('encodes every value', () => {
  const codec = entriesCodec(entry(date), { patterns: [], hasRest: true }, build, patterns)
  expect(codec.encode({ a: day })).toEqual([{ key: 'a', value: iso }])
  expect(codec.decode([{ key: 'a', value: iso }])).toEqual({ a: day })
})

test('takes the codec of the first pattern that a key matches, else that of all other keys', () => {
  const keyed = { ...union(date, string, number), keyed: true as const }
  const codec = entriesCodec(entry(keyed), { patterns: ['^at_', '^s_'], hasRest: true }, build, patterns)
  const value = { at_a: day, s_b: 'x', c: 1 }
  const wire = [
    { key: 'at_a', value: iso },
    { key: 's_b', value: 'x' },
    { key: 'c', value: 1 },
  ]
  expect(codec.encode(value)).toEqual(wire)
  expect(codec.decode(wire)).toEqual(value)
})

test.each([['x'], [{ a: 1 }], [[{ key: 1, value: 1 }]], [[{ key: 'a' }]]])(
  'returns the wire value %j unchanged',
  (wire) => {
    expect(entriesCodec(entry(array(string)), { patterns: [], hasRest: true }, build, patterns).decode(wire)).toBe(wire)
  },
)
