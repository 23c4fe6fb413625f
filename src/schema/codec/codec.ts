import type { Schema } from '../document/schema.ts'
import type { Node } from '../ir/node.ts'

/** Converts between a tool's value and its wire form. Total: a value without a counterpart is returned unchanged. */
export interface Codec {
  encode(value: unknown): unknown
  decode(wire: unknown): unknown
}

/** Makes the codec of a node; undefined if the values of the tool and of the wire are the same. */
export type BuildCodec = (node: Node) => Codec | undefined

/** Encodes with a codec that may be undefined. */
export function encodeWith(codec: Codec | undefined, value: unknown): unknown {
  return codec === undefined ? value : codec.encode(value)
}

/** Decodes with a codec that may be undefined. */
export function decodeWith(codec: Codec | undefined, wire: unknown): unknown {
  return codec === undefined ? wire : codec.decode(wire)
}

/** What codecs ask about the source. */
export interface CodecContext {
  accepts(value: unknown, schema: Schema): boolean
  /** The targets of references on the wire. */
  readonly definitions: ReadonlyMap<string, Node>
  /** The codec of a shape before lowering: only native values (a Date) differ. Undefined if none do. */
  natural(shape: Node): Codec | undefined
  /** On while a union tries its other branches. Unions inside then take their first branch, so that trials do not multiply. */
  readonly trial: { isOn: boolean }
}
