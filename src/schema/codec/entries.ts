import { isPlainObject, setOwn } from '../../core/json.ts'
import type { PatternMatcher } from '../../core/pattern/pattern-matcher.ts'
import type { KeyedValues, ObjectNode } from '../ir/node.ts'
import { type BuildCodec, type Codec, decodeWith, encodeWith } from './codec.ts'

/** Sends a record as a list of `{ key, value }`. */
export function entriesCodec(
  entry: ObjectNode,
  keyed: KeyedValues,
  build: BuildCodec,
  patterns: PatternMatcher,
): Codec {
  const codecOf = valueCodecs(entry, keyed, build, patterns)
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
function toEntries(value: Record<string, unknown>, codecOf: (key: string) => Codec | undefined) {
  const entries: { key: string; value: unknown }[] = []
  for (const key of Object.keys(value)) {
    if (value[key] === undefined) continue
    entries.push({ key, value: encodeWith(codecOf(key), value[key]) })
  }
  return entries
}

export function isEntry(value: unknown): value is { key: string; value: unknown } {
  return isPlainObject(value) && typeof value['key'] === 'string' && Object.hasOwn(value, 'value')
}

/** The codec of a key's value: that of the first matching pattern, else the one for all other keys. */
function valueCodecs(
  entry: ObjectNode,
  keyed: KeyedValues,
  build: BuildCodec,
  patterns: PatternMatcher,
): (key: string) => Codec | undefined {
  const value = entry.fields[1]!.value
  const codecs = (value.kind === 'union' && value.keyed ? value.options : [value]).map(build)
  if (keyed.patterns.length === 0) return () => codecs[0]
  const rest = keyed.hasRest ? codecs[codecs.length - 1] : undefined
  return (key) => {
    const [first] = patterns.matchName(keyed.patterns, key).matching
    return first === undefined ? rest : codecs[first]
  }
}
