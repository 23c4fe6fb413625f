import { isPlainObject } from '../../core/json.ts'
import type { Field, Node, UnionNode } from '../ir/node.ts'
import { type BuildCodec, type Codec, type CodecContext, decodeWith, encodeWith, findAccepting } from './codec.ts'
import { readEarlierScalar, readEarlierTag } from './earlier-encodings.ts'
import { fitsWire } from './fits-wire.ts'

/**
 * A union. The first source branch that accepts a value encodes it, unless its wire form does not fit the wire branch: a branch
 * may be open in the source and closed on the wire. The first wire branch that fits decodes it.
 */
export function unionCodec(node: UnionNode, build: BuildCodec, context: CodecContext): Codec | undefined {
  const codecs = node.options.map(build)
  if (codecs.every((codec) => codec === undefined) && !wasText(node)) return undefined
  return {
    encode(value) {
      return encodeBranch(node, value, context, (index) => encodeWith(codecs[index], value))
    },
    decode(wire) {
      const strict = node.options.findIndex((option) => fitsWire(option, wire, context))
      const earlier = typeof wire === 'string' ? readEarlierText(node, strict, wire, context) : undefined
      if (earlier !== undefined) return earlier
      if (strict !== -1) return decodeWith(codecs[strict], wire)
      const untagged = readEarlierTag(wire)
      const tagged = node.options.findIndex((option) => untagged !== undefined && fitsWire(option, untagged, context))
      if (tagged !== -1) return decodeWith(codecs[tagged], untagged)
      return decodeWith(codecs[looseBranch(node, wire, context)], wire)
    },
  }
}

/** The number or boolean that version 1 of the encodings sent as this text, where no branch for text takes it. */
function readEarlierText(node: UnionNode, strict: number, wire: string, context: CodecContext): unknown {
  const value = readEarlierScalar(wire)
  if (value === undefined) return undefined
  const isEarlier = (option: Node) =>
    (option.kind === 'number' || option.kind === 'boolean') &&
    (node.keyword === 'if' || option.listed?.includes(value)) &&
    fitsWire(option, value, context)
  if (!node.options.some(isEarlier)) return undefined
  return strict === -1 || findAccepting([node.options[strict]!], wire, context.accepts) === -1 ? value : undefined
}

/** Whether version 1 of the encodings sent the values as text, though they are scalars: those under a condition. */
function wasText({ keyword, options }: UnionNode): boolean {
  return keyword === 'if' && options.some(({ kind }) => kind === 'number' || kind === 'boolean')
}

/** Of the branches that fit loosely, the one that declares most of the value's properties. */
function looseBranch(node: UnionNode, wire: unknown, context: CodecContext): number {
  let best = -1
  let most = -1
  node.options.forEach((option, index) => {
    const count = countDeclared(option, wire, context)
    if (count <= most || !fitsWire(option, wire, { ...context, loose: true })) return
    best = index
    most = count
  })
  return best
}

function countDeclared(node: Node, wire: unknown, context: CodecContext): number {
  const target = node.kind === 'ref' ? context.definitions.get(node.target) : undefined
  if (target !== undefined) return countDeclared(target, wire, context)
  if (node.kind === 'union') return Math.max(...node.options.map((option) => countDeclared(option, wire, context)))
  if (node.kind !== 'object' || !isPlainObject(wire)) return 0
  // Null is what a property has that is left out, and no other.
  const isDeclared = ({ name, value }: Field) =>
    Object.hasOwn(wire, name) && (wire[name] !== null || fitsWire(value, null, context))
  return node.fields.filter(isDeclared).length
}

/** A union whose wire values name their branch. */
export function taggedCodec(
  node: UnionNode,
  names: readonly string[],
  build: BuildCodec,
  context: CodecContext,
): Codec {
  const codecs = node.options.map((option) => build((option as Extract<Node, { kind: 'object' }>).fields[0]!.value))
  return {
    encode(value) {
      return encodeBranch(node, value, context, (index) => ({ [names[index]!]: encodeWith(codecs[index], value) }))
    },
    decode(wire) {
      if (!isPlainObject(wire)) return wire
      const index = names.findIndex((name) => Object.hasOwn(wire, name))
      return index === -1 ? wire : decodeWith(codecs[index], wire[names[index]!])
    },
  }
}

/** Encodes with the first branch that accepts the value and whose wire form fits, else with the first that accepts it. */
function encodeBranch(
  node: UnionNode,
  value: unknown,
  context: CodecContext,
  encode: (index: number) => unknown,
): unknown {
  const { accepts, trial } = context
  const first = findAccepting(node.options, value, accepts)
  if (first === -1) return value
  const wire = encode(first)
  const fits = (index: number, each: unknown) => fitsWire(node.options[index]!, each, context)
  if (trial.isOn || fits(first, wire)) return wire
  trial.isOn = true
  try {
    for (const [index, option] of node.options.entries()) {
      if (index === first || findAccepting([option], value, accepts) === -1) continue
      const other = encode(index)
      if (fits(index, other)) return other
    }
  } finally {
    trial.isOn = false
  }
  return wire
}
