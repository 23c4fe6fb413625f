import { isPlainObject, ownValue, setOwn } from '../../core/json.ts'
import type { PatternMatcher } from '../../core/pattern/pattern-matcher.ts'
import type { AbsentAsNull, ExtrasEncoding, ObjectNode, TupleEncoding } from '../ir/node.ts'
import { type BuildCodec, type Codec, decodeWith, encodeWith } from './codec.ts'
import { entriesCodec } from './entries.ts'

/** Encodes a list item by item. Positions of the prefix have their own codecs. */
export function arrayCodec(item: Codec | undefined, prefix: readonly (Codec | undefined)[] = []): Codec | undefined {
  if (item === undefined && prefix.every((codec) => codec === undefined)) return undefined
  const codecAt = (index: number) => (index < prefix.length ? prefix[index] : item)
  const encodeItem = (each: unknown, index: number) => encodeWith(codecAt(index), each)
  const decodeItem = (each: unknown, index: number) => decodeWith(codecAt(index), each)
  return {
    encode: (value) => (Array.isArray(value) ? value.map(encodeItem) : value),
    decode: (wire) => (Array.isArray(wire) ? wire.map(decodeItem) : wire),
  }
}

/** Encodes an object property by property; undefined if no property differs. */
export function objectCodec(node: ObjectNode, build: BuildCodec, patterns: PatternMatcher): Codec | undefined {
  const codecs = fieldCodecs(node, build)
  const otherCodec = otherCodecs(node, build, patterns)
  if (codecs.size === 0 && otherCodec === undefined && node.renamed === undefined) return undefined
  const names = propertyNames(node)
  const declared = new Set(node.fields.map((field) => field.name))
  const codecOf = (wireName: string, name: string) =>
    declared.has(wireName) ? codecs.get(wireName) : otherCodec?.(name)
  return {
    encode(value) {
      if (!isPlainObject(value)) return value
      return mapFields(value, (name, each, result) => {
        const wireName = names.toWire(name)
        setOwn(result, wireName, each === undefined ? each : encodeWith(codecOf(wireName, name), each))
      })
    },
    decode(wire) {
      if (!isPlainObject(wire)) return wire
      return mapFields(wire, (wireName, each, result) => {
        const name = names.fromWire(wireName)
        setOwn(result, name, decodeWith(codecOf(wireName, name), each))
      })
    },
  }
}

function fieldCodecs(node: ObjectNode, build: BuildCodec): Map<string, Codec> {
  const codecs = new Map<string, Codec>()
  for (const field of node.fields) {
    const codec = build(field.value)
    if (codec !== undefined) codecs.set(field.name, codec)
  }
  return codecs
}

/** The codecs of undeclared properties, by name: of the first matching pattern, else of `extras`. */
function otherCodecs(
  node: ObjectNode,
  build: BuildCodec,
  patterns: PatternMatcher,
): ((name: string) => Codec | undefined) | undefined {
  const extras = node.extras === undefined ? undefined : build(node.extras)
  const codecs = node.patterns.map(({ value }) => build(value))
  if (extras === undefined && codecs.every((codec) => codec === undefined)) return undefined
  const sources = node.patterns.map(({ pattern }) => pattern)
  return (name) => {
    const [first] = patterns.matchName(sources, name).matching
    return first === undefined ? extras : codecs[first]
  }
}

function mapFields(
  value: Record<string, unknown>,
  put: (key: string, each: unknown, result: Record<string, unknown>) => void,
): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const key of Object.keys(value)) put(key, value[key], result)
  return result
}

/** Sends declared properties as they are, and all others in one: as entries, or as JSON text. */
export function extrasCodec(
  node: ObjectNode,
  encoding: ExtrasEncoding,
  build: BuildCodec,
  patterns: PatternMatcher,
): Codec {
  const declared = new Set(node.fields.map((field) => field.name))
  declared.delete(encoding.name)
  const codecs = fieldCodecs(node, build)
  const holder = node.fields.find((field) => field.name === encoding.name)!.value
  const otherCodec =
    holder.kind === 'array' ? entriesCodec(holder.items as ObjectNode, encoding, build, patterns) : build(holder)
  const names = propertyNames(node)
  return {
    encode(value) {
      if (!isPlainObject(value)) return value
      const others: Record<string, unknown> = {}
      const result = mapFields(value, (key, each, out) => {
        const name = names.toWire(key)
        if (!declared.has(name)) {
          if (each !== undefined) setOwn(others, key, each)
        } else setOwn(out, name, each === undefined ? each : encodeWith(codecs.get(name), each))
      })
      if (Object.keys(others).length > 0) setOwn(result, encoding.name, encodeWith(otherCodec, others))
      return result
    },
    decode(wire) {
      if (!isPlainObject(wire)) return wire
      const sent = ownValue(wire, encoding.name)
      const others = decodeWith(otherCodec, sent)
      // A list that is malformed comes back as it is, and so does an object where a list is due.
      const isWellFormed = isPlainObject(others) && (holder.kind !== 'array' || others !== sent)
      const result = mapFields(wire, (key, each, out) => {
        if (key === encoding.name && (isWellFormed || sent === null)) return
        setOwn(out, names.fromWire(key), declared.has(key) ? decodeWith(codecs.get(key), each) : each)
      })
      if (isWellFormed) {
        for (const key of Object.keys(others)) if (!Object.hasOwn(result, key)) setOwn(result, key, others[key])
      }
      return result
    },
  }
}

/** Sends absent properties as null, around the codec of the object itself. */
export function absentCodec({ names }: AbsentAsNull, inner: Codec | undefined): Codec {
  return {
    encode(value) {
      const wire = encodeWith(inner, value)
      if (!isPlainObject(wire)) return wire
      const result = { ...wire }
      for (const name of names) if (ownValue(wire, name) === undefined) setOwn(result, name, null)
      return result
    },
    decode(wire) {
      if (!isPlainObject(wire)) return decodeWith(inner, wire)
      const present = mapFields(wire, (key, each, result) => {
        if (each !== null || !names.has(key)) setOwn(result, key, each)
      })
      return decodeWith(inner, present)
    },
  }
}

/** Sends a tuple as an object. */
export function tupleCodec(node: ObjectNode, encoding: TupleEncoding, build: BuildCodec): Codec {
  const items = node.fields.slice(0, encoding.length).map((field) => build(field.value))
  const restName = encoding.rest
  const names = new Set(node.fields.map((field) => field.name))
  const rest = restName === undefined ? undefined : build(node.fields[encoding.length]!.value)
  return {
    encode(value) {
      if (!Array.isArray(value) || (value.length > encoding.length && restName === undefined)) return value
      const result: Record<string, unknown> = {}
      value.slice(0, encoding.length).forEach((each, index) => {
        result[`item_${index}`] = encodeWith(items[index], each)
      })
      if (value.length > encoding.length) {
        const more = value.slice(encoding.length)
        result[restName!] = encodeWith(rest, more)
      }
      return result
    },
    decode(wire) {
      if (!isPlainObject(wire) || !Object.keys(wire).every((key) => names.has(key))) return wire
      const result: unknown[] = []
      for (let index = 0; index < encoding.length; index++) {
        const name = `item_${index}`
        if (!Object.hasOwn(wire, name)) break
        result.push(decodeWith(items[index], wire[name]))
      }
      const more = restName === undefined ? undefined : decodeWith(rest, ownValue(wire, restName))
      return Array.isArray(more) ? [...result, ...more] : result
    },
  }
}

/** Sends a value as the only property of an object. */
export function wrapCodec(name: string, inner: Codec | undefined): Codec {
  return {
    encode: (value) => ({ [name]: encodeWith(inner, value) }),
    decode: (wire) => (isPlainObject(wire) && Object.hasOwn(wire, name) ? decodeWith(inner, wire[name]) : wire),
  }
}

/** An object without properties: removes the placeholder that models may send. */
export const nothingCodec: Codec = {
  encode: (value) => value,
  decode(wire) {
    const isPlaceholder = isPlainObject(wire) && Object.keys(wire).length === 1 && typeof wire['value'] === 'boolean'
    return isPlaceholder ? {} : wire
  },
}

/** Converts between a tool's property names and the wire's. */
interface NameCodec {
  toWire(name: string): string
  fromWire(wire: string): string
}

const same: NameCodec = { toWire: (name) => name, fromWire: (wire) => wire }

/**
 * The names of an object's properties. An undeclared key that could be the wire name of another property gets a `_`, which
 * decoding removes, so that two keys never collide.
 */
function propertyNames(node: ObjectNode): NameCodec {
  const { renamed } = node
  if (renamed === undefined) return same
  const wireNames = new Map([...renamed].map(([wire, name]) => [name, wire]))
  return {
    toWire: (name) => wireNames.get(name) ?? (hasStem(renamed, name) ? `${name}_` : name),
    fromWire: (wire) => renamed.get(wire) ?? (hasStem(renamed, wire) ? wire.slice(0, -1) : wire),
  }
}

/** Whether a key is a wire name followed by any number of `_`. */
function hasStem(renamed: ReadonlyMap<string, string>, key: string): boolean {
  for (const wire of renamed.keys()) {
    if (key.startsWith(wire) && /^_*$/.test(key.slice(wire.length))) return true
  }
  return false
}
