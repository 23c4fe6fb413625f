import { assertNever } from '../../core/assert-never.ts'
import { holdsEncoding } from '../ir/find-encoding.ts'
import type { AbsentAsNull, ArrayNode, Encoding, Node, ObjectNode, RefNode, UnionNode } from '../ir/node.ts'
import { type BuildCodec, type Codec, type CodecContext, decodeWith, encodeWith } from './codec.ts'
import { readEarlierTag } from './earlier-encodings.ts'
import { entriesCodec } from './entries.ts'
import { fitsWire } from './fits-wire.ts'
import { jsonTextCodec } from './json-text.ts'
import { labelsCodec, listedCodec } from './labels.ts'
import { nativeCodec } from './native.ts'
import { absentCodec, arrayCodec, extrasCodec, nothingCodec, objectCodec, tupleCodec, wrapCodec } from './structures.ts'
import { taggedCodec, unionCodec } from './unions.ts'

/** Makes the codecs of a wire tree. */
export function createCodecs(context: CodecContext): BuildCodec {
  const cache = new Map<Node, Codec | undefined>()
  const build = (node: Node): Codec | undefined => {
    if (cache.has(node)) return cache.get(node)
    const bare = hasAbsent(node) ? absentCodec(node.absent, build(node.absent.bare)) : own(node)
    const codec = bare !== undefined && node.nullable ? exceptNull(bare) : bare
    cache.set(node, codec)
    return codec
  }

  function own(node: Node): Codec | undefined {
    return node.encoding === undefined ? structural(node) : encoded(node, node.encoding)
  }

  function structural(node: Node): Codec | undefined {
    if (node.kind === 'object') return untagged(node, objectCodec(node, build, context.patterns), context)
    if (node.kind === 'array') return arrayCodec(node.items && build(node.items), node.prefix.map(build))
    if (node.kind === 'union' && !node.keyed) return unionCodec(node, build, context)
    if (node.kind === 'number' || node.kind === 'boolean') return node.listed && listedCodec(node.listed)
    return node.kind === 'ref' ? referred(node) : undefined
  }

  /** Looks up the codec of a definition when a value comes, because definitions may be recursive. */
  function referred(node: RefNode): Codec | undefined {
    const target = context.definitions.get(node.target)
    if (target === undefined || !holdsEncoding(target, context.definitions)) return undefined
    return {
      encode: (value) => encodeWith(build(target), value),
      decode: (wire) => decodeWith(build(target), wire),
    }
  }

  function encoded(node: Node, encoding: Encoding): Codec | undefined {
    switch (encoding.type) {
      case 'json-text':
        return jsonTextCodec(context.natural(encoding.shape))
      case 'entries':
        return entriesCodec((node as ArrayNode).items as ObjectNode, encoding, build, context.patterns)
      case 'extras':
        return extrasCodec(node as ObjectNode, encoding, build, context.patterns)
      case 'tuple':
        return tupleCodec(node as ObjectNode, encoding, build)
      case 'labels':
        return labelsCodec(encoding.labels, encoding.values)
      case 'wrap':
        return wrapCodec(encoding.name, build((node as ObjectNode).fields[0]!.value))
      case 'nothing':
        return nothingCodec
      case 'tag':
        return taggedCodec(node as UnionNode, encoding.names, build, context)
      case 'native':
        return nativeCodec(encoding.native, structural(node))
      default:
        return assertNever(encoding)
    }
  }

  return build
}

function hasAbsent(node: Node): node is ObjectNode & { readonly absent: AbsentAsNull } {
  return node.kind === 'object' && node.absent !== undefined
}

/** Takes the value out of a tag of version 1 of the encodings, where it is the branch that is left of a union. */
function untagged(node: ObjectNode, codec: Codec | undefined, context: CodecContext): Codec | undefined {
  if (!node.untagged) return codec
  return {
    encode: (value) => encodeWith(codec, value),
    decode(wire) {
      const inner = readEarlierTag(wire)
      const isTag = inner !== undefined && !fitsWire(node, wire, context) && fitsWire(node, inner, context)
      return decodeWith(codec, isTag ? inner : wire)
    },
  }
}

/** Null stays null in both directions. */
function exceptNull(codec: Codec): Codec {
  return {
    encode: (value) => (value === null ? null : codec.encode(value)),
    decode: (wire) => (wire === null ? null : codec.decode(wire)),
  }
}
