import { isPlainObject } from '../../core/json.ts'
import type { Node, UnionNode } from '../ir/node.ts'
import type { Codec, CodecContext } from './codec.ts'
import { decodeWith } from './entries.ts'
import { fitsWire } from './fits-wire.ts'

type Build = (node: Node) => Codec | undefined

/** A union: the first source branch that accepts a value encodes it; the first wire branch that fits decodes it. */
export function unionCodec(node: UnionNode, build: Build, context: CodecContext): Codec | undefined {
  const codecs = node.options.map(build)
  if (codecs.every((codec) => codec === undefined)) return undefined
  return {
    encode(value) {
      const codec = codecs[sourceBranch(node, value, context)]
      return codec === undefined ? value : codec.encode(value)
    },
    decode(wire) {
      const strict = node.options.findIndex((option) => fitsWire(option, wire))
      const index = strict === -1 ? node.options.findIndex((option) => fitsWire(option, wire, true)) : strict
      return decodeWith(codecs[index], wire)
    },
  }
}

/** A union whose branches are named on the wire. */
export function taggedCodec(node: UnionNode, names: readonly string[], build: Build, context: CodecContext): Codec {
  const codecs = node.options.map((option) => build((option as Extract<Node, { kind: 'object' }>).fields[0]!.value))
  return {
    encode(value) {
      const index = sourceBranch(node, value, context)
      if (index === -1) return value
      const codec = codecs[index]
      return { [names[index]!]: codec === undefined ? value : codec.encode(value) }
    },
    decode(wire) {
      if (!isPlainObject(wire)) return wire
      const index = names.findIndex((name) => Object.hasOwn(wire, name))
      return index === -1 ? wire : decodeWith(codecs[index], wire[names[index]!])
    },
  }
}

function sourceBranch(node: UnionNode, value: unknown, context: CodecContext): number {
  return node.options.findIndex((option) => option.sources.every((schema) => context.accepts(value, schema)))
}
