import type { Outcome } from '../../core/outcome.ts'
import type { PatternMatcher } from '../../core/pattern/pattern-matcher.ts'
import type { Schema } from '../document/schema.ts'
import type { Node } from '../ir/node.ts'
import { sourcesOf } from '../ir/node.ts'

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
  accepts(value: unknown, schema: Schema | readonly Schema[]): Outcome
  /** The patterns of the source. A name that is matched with no certainty counts as matched by none. */
  readonly patterns: PatternMatcher
  /** The targets of references on the wire. */
  readonly definitions: ReadonlyMap<string, Node>
  /** The codec of a shape before lowering: only native values (a Date) differ. Undefined if none do. */
  natural(shape: Node): Codec | undefined
  /** On while a union tries its other branches. Unions inside then take their first branch, so that trials do not multiply. */
  readonly trial: { isOn: boolean }
}

/** The first branch that accepts a value; where it is certain of none, the first that may accept it. -1: none. */
export function findAccepting(branches: readonly Node[], value: unknown, accepts: CodecContext['accepts']): number {
  let possible = -1
  for (const [index, branch] of branches.entries()) {
    const outcome = accepts(value, sourcesOf(branch))
    if (outcome === true) return index
    if (outcome && possible === -1) possible = index
  }
  return possible
}
