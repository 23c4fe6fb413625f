import { isPlainObject, ownValue, setOwn } from '../../core/json.ts'
import type { ExtrasEncoding, Node, ObjectNode, TupleEncoding } from '../ir/node.ts'
import type { Codec } from './codec.ts'
import { decodeWith, isEntry, toEntries, valueCodecs } from './entries.ts'

type Build = (node: Node) => Codec | undefined

/** A list, item by item. */
export function arrayCodec(item: Codec | undefined): Codec | undefined {
  if (item === undefined) return undefined
  return {
    encode: (value) => (Array.isArray(value) ? value.map((each) => item.encode(each)) : value),
    decode: (wire) => (Array.isArray(wire) ? wire.map((each) => item.decode(each)) : wire),
  }
}

/** An object, property by property; those that do not differ are not touched. */
export function objectCodec(node: ObjectNode, build: Build): Codec | undefined {
  const codecs = fieldCodecs(node, build)
  const { emptyName } = node
  if (codecs.size === 0 && emptyName === undefined) return undefined
  return {
    encode(value) {
      if (!isPlainObject(value)) return value
      return mapFields(value, (key, each, result) => {
        const name = key === '' && emptyName !== undefined ? emptyName : key
        const codec = codecs.get(name)
        setOwn(result, name, codec === undefined || each === undefined ? each : codec.encode(each))
      })
    },
    decode(wire) {
      if (!isPlainObject(wire)) return wire
      return mapFields(wire, (key, each, result) => {
        setOwn(result, key === emptyName ? '' : key, decodeWith(codecs.get(key), each))
      })
    },
  }
}

function fieldCodecs(node: ObjectNode, build: Build): Map<string, Codec> {
  const codecs = new Map<string, Codec>()
  for (const field of node.fields) {
    const codec = build(field.value)
    if (codec !== undefined) codecs.set(field.name, codec)
  }
  return codecs
}

function mapFields(
  value: Record<string, unknown>,
  put: (key: string, each: unknown, result: Record<string, unknown>) => void,
): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const key of Object.keys(value)) put(key, value[key], result)
  return result
}

/** Declared properties as they are, all others as entries. */
export function extrasCodec(node: ObjectNode, encoding: ExtrasEncoding, build: Build): Codec {
  const declared = new Set(node.fields.map((field) => field.name))
  declared.delete(encoding.name)
  const codecs = fieldCodecs(node, build)
  const holder = node.fields.find((field) => field.name === encoding.name)!.value as Extract<Node, { kind: 'array' }>
  const codecOf = valueCodecs(holder.items as ObjectNode, encoding, build)
  const nameOf = (key: string) => (key === '' && node.emptyName !== undefined ? node.emptyName : key)
  return {
    encode(value) {
      if (!isPlainObject(value)) return value
      const others: Record<string, unknown> = {}
      const result = mapFields(value, (key, each, out) => {
        const name = nameOf(key)
        if (!declared.has(name)) setOwn(others, key, each)
        else setOwn(out, name, each === undefined ? each : (codecs.get(name)?.encode(each) ?? each))
      })
      const entries = toEntries(others, codecOf)
      if (entries.length > 0) setOwn(result, encoding.name, entries)
      return result
    },
    decode(wire) {
      if (!isPlainObject(wire)) return wire
      const entries = ownValue(wire, encoding.name)
      const isWellFormed = Array.isArray(entries) && entries.every(isEntry)
      const result = mapFields(wire, (key, each, out) => {
        if (key === encoding.name && (isWellFormed || entries === null)) return
        setOwn(out, key === node.emptyName ? '' : key, declared.has(key) ? decodeWith(codecs.get(key), each) : each)
      })
      if (isWellFormed) {
        for (const each of entries) {
          if (!Object.hasOwn(result, each.key)) setOwn(result, each.key, decodeWith(codecOf(each.key), each.value))
        }
      }
      return result
    },
  }
}

/** A tuple as an object. */
export function tupleCodec(node: ObjectNode, encoding: TupleEncoding, build: Build): Codec {
  const items = node.fields.slice(0, encoding.length).map((field) => build(field.value))
  const restName = encoding.rest
  const names = new Set(node.fields.map((field) => field.name))
  const rest = restName === undefined ? undefined : build(node.fields[encoding.length]!.value)
  return {
    encode(value) {
      if (!Array.isArray(value) || (value.length > encoding.length && restName === undefined)) return value
      const result: Record<string, unknown> = {}
      value.slice(0, encoding.length).forEach((each, index) => {
        const codec = items[index]
        result[`item_${index}`] = codec === undefined ? each : codec.encode(each)
      })
      if (value.length > encoding.length) {
        const more = value.slice(encoding.length)
        result[restName!] = rest === undefined ? more : rest.encode(more)
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

/** A value as the one property of an object. */
export function wrapCodec(name: string, inner: Codec | undefined): Codec {
  return {
    encode: (value) => ({ [name]: inner === undefined ? value : inner.encode(value) }),
    decode: (wire) => (isPlainObject(wire) && Object.hasOwn(wire, name) ? decodeWith(inner, wire[name]) : wire),
  }
}

/** An object that holds nothing: the placeholder comes and goes. */
export const nothingCodec: Codec = {
  encode: (value) => value,
  decode(wire) {
    const isPlaceholder = isPlainObject(wire) && Object.keys(wire).length === 1 && typeof wire['value'] === 'boolean'
    return isPlaceholder ? {} : wire
  },
}
