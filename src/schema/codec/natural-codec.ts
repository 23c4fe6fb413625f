import { deepEqual, isPlainObject } from '../../core/json.ts'
import type { Node, UnionNode } from '../ir/node.ts'
import type { Codec, CodecContext } from './codec.ts'
import { nativeCodec } from './native.ts'
import { arrayCodec, objectCodec } from './structures.ts'

/**
 * The codec of a tree in the tool's own shape: only values that are no JSON (a Date) differ. Follows references, so the
 * codec of a recursive schema is recursive too.
 */
export function createNaturalCodecs(
  definitions: ReadonlyMap<string, Node>,
  accepts: CodecContext['accepts'],
): (shape: Node) => Codec | undefined {
  const done = new Map<Node, Codec | undefined>()

  const build = (node: Node): Codec | undefined => {
    if (done.has(node)) return done.get(node)
    // While the codec of a recursive node is made, references to it get one that looks it up later.
    done.set(node, late(node))
    const codec = make(node)
    done.set(node, codec)
    return codec
  }

  function late(node: Node): Codec {
    return {
      encode: (value) => done.get(node)?.encode(value) ?? value,
      decode: (wire) => {
        const codec = done.get(node)
        return codec === undefined ? wire : codec.decode(wire)
      },
    }
  }

  function make(node: Node): Codec | undefined {
    if (node.encoding?.type === 'native') return nativeCodec(node.encoding.native, structural(node))
    return structural(node)
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
        return objectCodec(node, build)
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

function inTurn(codecs: readonly (Codec | undefined)[]): Codec | undefined {
  const present = codecs.filter((codec) => codec !== undefined)
  if (present.length === 0) return undefined
  return {
    encode: (value) => present.reduce((each, codec) => codec.encode(each), value),
    decode: (wire) => present.reduce((each, codec) => codec.decode(each), wire),
  }
}

/** The option is known by its values on the tool's side, in both directions. */
function firstAccepting(
  node: UnionNode,
  codecs: readonly (Codec | undefined)[],
  accepts: CodecContext['accepts'],
): Codec | undefined {
  if (codecs.every((codec) => codec === undefined)) return undefined
  const isOf = (index: number, value: unknown) => node.options[index]!.sources.every((schema) => accepts(value, schema))
  const plainDecode = (wire: unknown) => {
    for (let index = 0; index < codecs.length; index++) {
      const codec = codecs[index]
      const value = codec === undefined ? wire : codec.decode(wire)
      if (isOf(index, value)) return value
    }
    return wire
  }
  return {
    encode(value) {
      const index = codecs.findIndex((_, each) => isOf(each, value))
      const codec = codecs[index]
      const wire = codec === undefined ? value : codec.encode(value)
      // A string that reads like a Date is told from a Date by the name of its branch.
      return index === -1 || deepEqual(plainDecode(wire), value) ? wire : { [`option_${index + 1}`]: wire }
    },
    decode(wire) {
      const tag = isPlainObject(wire) ? /^option_(\d+)$/.exec(Object.keys(wire).join()) : null
      if (tag === null) return plainDecode(wire)
      const inner = (wire as Record<string, unknown>)[tag[0]]
      const codec = codecs[Number(tag[1]) - 1]
      return codec === undefined ? inner : codec.decode(inner)
    },
  }
}
