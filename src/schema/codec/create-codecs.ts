import { assertNever } from '../../core/assert-never.ts'
import type { ArrayNode, Encoding, Node, ObjectNode, UnionNode } from '../ir/node.ts'
import type { Codec, CodecContext } from './codec.ts'
import { entriesCodec } from './entries.ts'
import { jsonTextCodec } from './json-text.ts'
import { labelsCodec } from './labels.ts'
import { nativeCodec } from './native.ts'
import { arrayCodec, extrasCodec, nothingCodec, objectCodec, tupleCodec, wrapCodec } from './structures.ts'
import { taggedCodec, unionCodec } from './unions.ts'

/** Makes codecs of wire trees. Undefined: the tool's values and the wire's are the same. */
export function createCodecs(context: CodecContext): (node: Node) => Codec | undefined {
  const done = new Map<Node, Codec | undefined>()
  const build = (node: Node): Codec | undefined => {
    if (done.has(node)) return done.get(node)
    const bare = node.encoding === undefined ? structural(node) : encoded(node, node.encoding)
    const codec = bare !== undefined && node.nullable ? pastNull(bare) : bare
    done.set(node, codec)
    return codec
  }

  function structural(node: Node): Codec | undefined {
    if (node.kind === 'object') return objectCodec(node, build)
    if (node.kind === 'array') return node.items === undefined ? undefined : arrayCodec(build(node.items))
    if (node.kind === 'union' && !node.keyed) return unionCodec(node, build, context)
    return undefined
  }

  function encoded(node: Node, encoding: Encoding): Codec | undefined {
    switch (encoding.type) {
      case 'json-text':
        return jsonTextCodec(context.natural(encoding.shape))
      case 'entries':
        return entriesCodec((node as ArrayNode).items as ObjectNode, encoding, build)
      case 'extras':
        return extrasCodec(node as ObjectNode, encoding, build)
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

/** Null is null on both sides. */
function pastNull(codec: Codec): Codec {
  return {
    encode: (value) => (value === null ? null : codec.encode(value)),
    decode: (wire) => (wire === null ? null : codec.decode(wire)),
  }
}
