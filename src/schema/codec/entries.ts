import { isPlainObject, setOwn } from '../../core/json.ts'
import { screenPattern } from '../check/pattern.ts'
import type { Node, ObjectNode } from '../ir/node.ts'
import type { Codec } from './codec.ts'

type Build = (node: Node) => Codec | undefined

/** A record as a list of `{ key, value }`. */
export function entriesCodec(entry: ObjectNode, patterns: readonly string[], build: Build): Codec {
  const codecOf = valueCodecs(entry, patterns, build)
  return {
    encode: (value) => (isPlainObject(value) ? toEntries(value, codecOf) : value),
    decode(wire) {
      if (!Array.isArray(wire) || !wire.every(isEntry)) return wire
      const result: Record<string, unknown> = {}
      for (const each of wire) setOwn(result, each.key, decodeWith(codecOf(each.key), each.value))
      return result
    },
  }
}

/** The properties of an object as entries. */
export function toEntries(value: Record<string, unknown>, codecOf: (key: string) => Codec | undefined) {
  const entries: { key: string; value: unknown }[] = []
  for (const key of Object.keys(value)) {
    if (value[key] === undefined) continue
    const codec = codecOf(key)
    entries.push({ key, value: codec === undefined ? value[key] : codec.encode(value[key]) })
  }
  return entries
}

/** True for one entry. */
export function isEntry(value: unknown): value is { key: string; value: unknown } {
  return isPlainObject(value) && typeof value['key'] === 'string' && Object.hasOwn(value, 'value')
}

/** Which codec the value of a key has: that of the first pattern which the key matches, else the one for all others. */
export function valueCodecs(
  entry: ObjectNode,
  patterns: readonly string[],
  build: Build,
): (key: string) => Codec | undefined {
  const value = entry.fields[1]!.value
  if (value.kind !== 'union' || !value.keyed) {
    const codec = build(value)
    return () => codec
  }
  const codecs = value.options.map(build)
  const tests = patterns.map((pattern) => {
    const screened = screenPattern(pattern)
    return 'run' in screened ? screened.run : undefined
  })
  return (key) => {
    const index = tests.findIndex((test) => test?.test(key))
    return codecs[index === -1 ? codecs.length - 1 : index]
  }
}

/** Decodes with a codec that may be absent. */
export function decodeWith(codec: Codec | undefined, wire: unknown): unknown {
  return codec === undefined ? wire : codec.decode(wire)
}
