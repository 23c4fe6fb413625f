import type { Schema } from '../document/schema.ts'
import type { Node } from '../ir/node.ts'

/** Both directions between a tool's value and its form on the wire. Total: what has no counterpart passes as it is. */
export interface Codec {
  encode(value: unknown): unknown
  decode(wire: unknown): unknown
}

/** What codecs need to know about the source. */
export interface CodecContext {
  accepts(value: unknown, schema: Schema): boolean
  /** What references on the wire lead to. */
  readonly definitions: ReadonlyMap<string, Node>
  /** The codec of an unlowered shape: only values that are no JSON (a Date) differ. Undefined where nothing does. */
  natural(shape: Node): Codec | undefined
  /** Whether a union is trying its other branches: unions inside it then take their first, or trials would multiply. */
  readonly trial: { isOn: boolean }
}
