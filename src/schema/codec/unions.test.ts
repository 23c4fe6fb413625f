import { describe, expect, test } from 'vitest'
import { boolean, date, number, object, string, union, values } from '../../../test/schema/nodes.ts'
import { PatternMatcher } from '../../core/pattern/pattern-matcher.ts'
import type { Schema } from '../document/schema.ts'
import { createBase, createRef } from '../ir/create-node.ts'
import type { Node } from '../ir/node.ts'
import type { Codec, CodecContext } from './codec.ts'
import { nativeCodec } from './native.ts'
import { objectCodec } from './structures.ts'
import { taggedCodec, unionCodec } from './unions.ts'

const build = (node: Node): Codec | undefined => {
  if (node.encoding?.type === 'native') return nativeCodec('date', undefined)
  return node.kind === 'object' ? objectCodec(node, build, patterns) : undefined
}
const patterns = new PatternMatcher()
const day = new Date('2024-05-06T00:00:00.000Z')
const iso = '2024-05-06T00:00:00.000Z'

/** The sources of the branches, each a test of the tool's value. */
const tests = new Map<Schema, (value: unknown) => boolean>()
const context: CodecContext = {
  accepts: (value, sources) => (sources as readonly Schema[]).every((schema) => tests.get(schema)!(value)),
  patterns,
  definitions: new Map(),
  natural: () => undefined,
  trial: { isOn: false },
}
function branch<N extends Node>(node: N, test: (value: unknown) => boolean): N {
  const source: Schema = {}
  tests.set(source, test)
  return { ...node, sources: [source] }
}
const has = (name: string, test: (value: unknown) => boolean) => (value: unknown) =>
  typeof value === 'object' && value !== null && name in value && test((value as Record<string, unknown>)[name])
const isDate = (value: unknown) => value instanceof Date
const isString = (value: unknown) => typeof value === 'string'

describe('unionCodec', () => {
  test('is not needed where no branch differs', () => {
    expect(unionCodec(union(string, number), build, context)).toBeUndefined()
  })

  test('encodes with the first branch that accepts the value, and decodes with the first that fits', () => {
    const codec = unionCodec(
      union(
        branch(object({ kind: values('at'), at: date }), has('at', isDate)),
        branch(object({ kind: values('note'), note: string }), has('note', isString)),
      ),
      build,
      context,
    )!
    expect(codec.encode({ kind: 'at', at: day })).toEqual({ kind: 'at', at: iso })
    expect(codec.encode({ kind: 'note', note: 'x' })).toEqual({ kind: 'note', note: 'x' })
    expect(codec.decode({ kind: 'at', at: iso })).toEqual({ kind: 'at', at: day })
    expect(codec.decode({ kind: 'note', note: iso })).toEqual({ kind: 'note', note: iso })
  })

  test('skips a branch that accepts the value but has no room for it on the wire', () => {
    const small = branch(object({ at: date }), () => true)
    const large = branch(object({ at: string, extra: boolean }), () => true)
    const codec = unionCodec(union(small, large), build, context)!
    expect(codec.encode({ at: iso, extra: true })).toEqual({ at: iso, extra: true })
  })

  test('decodes a value with mistakes by the branch that declares most of its properties', () => {
    const codec = unionCodec(
      union(object({ a: string, 'b?': string }), object({ a: string, 'b?': string, at: date })),
      build,
      context,
    )!
    expect(codec.decode({ a: 1, b: 'x', at: iso })).toEqual({ a: 1, b: 'x', at: day })
  })

  test('counts the properties of what a reference leads to', () => {
    const definitions = new Map<string, Node>([['/$defs/a', object({ a: string, at: date })]])
    const ref = createRef(createBase('', []), { keyword: '$ref', target: '/$defs/a' })
    const codec = unionCodec(
      union(ref, object({ a: string })),
      (node) => build(node.kind === 'ref' ? definitions.get(node.target)! : node),
      { ...context, definitions },
    )!
    expect(codec.decode({ a: 'x', at: iso, other: 1 })).toEqual({ a: 'x', at: day, other: 1 })
  })

  test('a property that may not be null does not count where it is', () => {
    const nullable = { ...date, nullable: true }
    const codec = unionCodec(
      union(object({ a: string, at: string }), object({ a: nullable, at: date })),
      build,
      context,
    )!
    expect(codec.decode({ a: null, at: iso, other: 1 })).toEqual({ a: null, at: day, other: 1 })
  })

  test('returns a value that no branch accepts unchanged', () => {
    const codec = unionCodec(
      union(
        branch(date, isDate),
        branch(number, () => false),
      ),
      build,
      context,
    )!
    expect(codec.encode(true)).toBe(true)
    expect(codec.decode(true)).toBe(true)
  })
})

describe('taggedCodec', () => {
  const node = union(branch(object({ option_1: date }), isDate), branch(object({ option_2: string }), isString))
  const codec = taggedCodec(node, ['option_1', 'option_2'], build, context)

  test('names the branch on the wire', () => {
    expect(codec.encode(day)).toEqual({ option_1: iso })
    expect(codec.encode(iso)).toEqual({ option_2: iso })
    expect(codec.decode({ option_1: iso })).toEqual(day)
    expect(codec.decode({ option_2: iso })).toBe(iso)
  })

  test('returns a value without a tag unchanged', () => {
    expect(codec.decode(iso)).toBe(iso)
    expect(codec.decode({ other: 1 })).toEqual({ other: 1 })
  })
})
