import { deepEqual, isPlainObject } from '../../core/json.ts'
import type { Node, UnionNode } from '../ir/node.ts'
import { type BuildCodec, type Codec, type CodecContext, decodeWith, encodeWith, findAccepting } from './codec.ts'
import { nativeCodec } from './native.ts'
import { arrayCodec, objectCodec } from './structures.ts'

/**
 * Makes the codecs of a tree in the tool's own shape, where only native values (a Date) differ. References are followed, so the
 * codec of a recursive schema is recursive.
 */
export function createNaturalCodecs(
  definitions: ReadonlyMap<string, Node>,
  { accepts, patterns }: Pick<CodecContext, 'accepts' | 'patterns'>,
): BuildCodec {
  const cache = new Map<Node, Codec | undefined>()

  const build = (node: Node): Codec | undefined => {
    if (cache.has(node)) return cache.get(node)
    // While the codec of a recursive node is made, references to it get one that looks it up later.
    cache.set(node, {
      encode: (value) => encodeWith(cache.get(node), value),
      decode: (wire) => decodeWith(cache.get(node), wire),
    })
    const inner = structural(node)
    const codec = node.encoding?.type === 'native' ? nativeCodec(node.encoding.native, inner) : inner
    cache.set(node, codec)
    return codec
  }

  function structural(node: Node): Codec | undefined {
    switch (node.kind) {
      case 'ref':
        return build(definitions.get(node.target)!)
      case 'any':
        return node.shape === undefined ? undefined : build(node.shape)
      case 'array':
        return arrayCodec(node.items && build(node.items), node.prefix.map(build))
      case 'object':
        return objectCodec(node, build, patterns)
      case 'all':
        return inTurn(node.parts.map(build))
      case 'union':
        return firstAccepting(node, node.options.map(build), accepts)
      default:
        return undefined
    }
  }

  return build
}

/** Applies one codec after the other. */
function inTurn(codecs: readonly (Codec | undefined)[]): Codec | undefined {
  const present = codecs.filter((codec) => codec !== undefined)
  if (present.length === 0) return undefined
  return {
    encode: (value) => present.reduce((each, codec) => codec.encode(each), value),
    decode: (wire) => present.reduce((each, codec) => codec.decode(each), wire),
  }
}

/** In both directions, the option is the first one that accepts the tool's value. */
function firstAccepting(
  node: UnionNode,
  codecs: readonly (Codec | undefined)[],
  accepts: CodecContext['accepts'],
): Codec | undefined {
  if (codecs.every((codec) => codec === undefined)) return undefined
  const plainDecode = (wire: unknown) => {
    for (let index = 0; index < codecs.length; index++) {
      const value = decodeWith(codecs[index], wire)
      if (findAccepting([node.options[index]!], value, accepts) === 0) return value
    }
    return wire
  }
  return {
    encode(value) {
      const index = findAccepting(node.options, value, accepts)
      const wire = encodeWith(codecs[index], value)
      // The name of its branch distinguishes a string that looks like a date from a Date.
      return index === -1 || deepEqual(plainDecode(wire), value) ? wire : { [`option_${index + 1}`]: wire }
    },
    decode(wire) {
      const tag = isPlainObject(wire) ? /^option_(\d+)$/.exec(Object.keys(wire).join()) : null
      if (tag === null) return plainDecode(wire)
      return decodeWith(codecs[Number(tag[1]) - 1], (wire as Record<string, unknown>)[tag[0]])
    },
  }
}
